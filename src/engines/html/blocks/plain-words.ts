import type { InlineNode } from '../../markdown/document.ts'
import { inlineText } from '../../markdown/nodes.ts'
import { emojiOf } from '../emoji-names.ts'
import { isTag } from '../inline-tags.ts'

/** The words of a line without its markup. */
export function plainWords(nodes: readonly InlineNode[]): string {
  let out = ''
  for (const node of nodes) {
    if (node.object === 'text') out += isTag(node) ? '' : inlineText([node])
    else if (node.type === 'link' || node.type === 'annotation') out += plainWords(node.nodes)
    else if (node.type === 'emoji') out += emojiOf(node.data.code)
    else if (node.type === 'button') out += node.data.label
    else if (node.type === 'mention') out += node.meta?.label ?? ''
    else if (node.type === 'inline-math') out += node.data.formula
    else if (node.type === 'expression') out += node.data.expression
  }
  return out
}
