// What an atom shows: text alone, never markup of the page, so that nothing in it can act.
import type { Block, InlineNode } from '../../../../engines/markdown/document.ts'

export function previewOf(block: Block): HTMLElement {
  return block.type === 'table' ? tablePreview(block) : textPreview(block)
}

const MOST_ROWS = 50

function tablePreview({ data: { view, definition, records }, fragments }: Extract<Block, { type: 'table' }>) {
  const wrapper = element('div', 'table')
  const table = wrapper.appendChild(element('table'))
  const columns = view.columns ?? Object.keys(definition)
  const head = table.appendChild(element('thead')).appendChild(element('tr'))
  for (const column of columns) head.append(element('th', '', definition[column]?.title ?? ''))
  const body = table.appendChild(element('tbody'))
  const rows = Object.values(records).sort((a, b) => (a.orderIndex < b.orderIndex ? -1 : 1))
  for (const { values } of rows.slice(0, MOST_ROWS)) {
    const row = body.appendChild(element('tr'))
    for (const column of columns) {
      const value = values[column]
      const named = fragments.find(({ fragment }) => fragment === value)
      row.append(element('td', '', named ? named.nodes.map(textOf).join('\n') : plain(value)))
    }
  }
  return wrapper
}

function plain(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')
}

function textPreview(block: Block) {
  return element('pre', 'edit-atom-text', textOf(block))
}

function textOf(block: Block): string {
  if (block.type === 'embed') return block.data.url
  if (block.type === 'math') return block.data.formula
  if ('nodes' in block)
    return block.nodes.map((node) => (node.object === 'block' ? textOf(node) : inlineText(node))).join('')
  if ('data' in block && block.data && 'ref' in block.data && block.data.ref)
    return Object.values(block.data.ref).join(' ')
  return ''
}

function inlineText(node: InlineNode): string {
  if (node.object === 'text') return node.leaves.map(({ text }) => text).join('')
  return 'nodes' in node ? node.nodes.map(inlineText).join('') : ''
}

function element<Name extends 'div' | 'table' | 'thead' | 'tbody' | 'tr' | 'th' | 'td' | 'pre'>(
  name: Name,
  className = '',
  text = '',
) {
  const made = document.createElement(name)
  made.className = className
  made.textContent = text
  return made
}
