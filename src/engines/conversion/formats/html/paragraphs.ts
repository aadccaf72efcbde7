// A line of text as a block.
import type { Block, InlineNode } from '../../../markdown/document.ts'
import { paragraph } from './maker.ts'

/** Images alone on their line are blocks of their own. */
export function paragraphOf(nodes: InlineNode[]): Block[] {
  if (nodes.every(isBlankNode)) return []
  const images = nodes.filter((node) => !isBlankNode(node))
  if (!images.every(isImage)) return [paragraph(nodes)]
  return images.filter(isImage).map(({ data: { ref, alt } }) => ({
    object: 'block',
    type: 'images',
    data: {},
    isVoid: false,
    nodes: [
      {
        object: 'block',
        type: 'image',
        data: { ref, ...(alt && { alt }) },
        fragments: [],
        isVoid: true,
        meta: { form: 'markdown' },
      },
    ],
  }))
}

function isBlankNode(node: InlineNode) {
  return (
    node.object === 'text' && node.leaves.every((leaf) => leaf.text.replaceAll('\u00a0', ' ').trim() === '')
  )
}

function isImage(node: InlineNode): node is Extract<InlineNode, { type: 'inline-image' }> {
  return node.object === 'inline' && node.type === 'inline-image'
}
