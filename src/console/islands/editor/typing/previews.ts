// What an atom shows: text alone, never markup of the page, so that nothing in it can act.
import type { ContentRef } from '../../../../engines/content/records.ts'
import type { Block, InlineNode } from '../../../../engines/markdown/document.ts'

export const previewOf = (block: Block) => element('pre', 'edit-atom-text', textOf(block))

export function previewOfBlocks(blocks: readonly Block[]): HTMLElement {
  const shown = element('div', 'edit-kept')
  for (const block of blocks) shown.append(element('p', '', textOf(block)))
  return shown
}

export function textOf(block: Block): string {
  if (block.type === 'embed') return block.data.url
  if (block.type === 'math') return block.data.formula
  if ('nodes' in block)
    return block.nodes
      .map((node) => (node.object === 'block' ? `${textOf(node)}\n` : inlineText(node)))
      .join('')
      .trimEnd()
  // An id says nothing to anybody.
  return Object.values(refOf(block) ?? {}).find((value) => /^https?:/.test(value)) ?? ''
}

/** What a block leads to or shows, where it is one thing. */
export function refOf(block: Block): ContentRef | undefined {
  return 'data' in block && block.data && 'ref' in block.data ? (block.data.ref ?? undefined) : undefined
}

function inlineText(node: InlineNode): string {
  if (node.object === 'text') return node.leaves.map(({ text }) => text).join('')
  return 'nodes' in node ? node.nodes.map(inlineText).join('') : ''
}

function element<Name extends 'div' | 'p' | 'pre'>(name: Name, className = '', text = '') {
  const made = document.createElement(name)
  made.className = className
  made.textContent = text
  return made
}
