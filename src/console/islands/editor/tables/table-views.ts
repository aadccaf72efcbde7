// Tables as they look, and cells that hold values instead of text.
import type { Node } from 'prosemirror-model'
import type { EditorView, NodeView } from 'prosemirror-view'
import type { Definition } from '../../../../engines/markdown/tables/document-table.ts'
import { previewOfBlocks } from '../typing/previews.ts'
import { headCellsOf, placeAt } from './table-place.ts'

/** Its columns are aligned by classes of the table, so that no cell has to know its column. */
export function tableView(start: Node): NodeView {
  const dom = document.createElement('div')
  const table = dom.appendChild(document.createElement('table'))
  const contentDOM = table.appendChild(document.createElement('tbody'))
  const show = (node: Node) => {
    const { view } = node.attrs.rest?.data ?? {}
    const isCards = view?.type === 'cards'
    const hasHead = !(isCards ? view?.hideColumnTitle : view?.hideHeader)
    const aligned = headCellsOf(node).flatMap(({ attrs }, at) => {
      const align = attrs.rest?.textAlignment
      return align === 'center' || align === 'right' ? [`col-${at + 1}-${align}`] : []
    })
    dom.className = [
      'table',
      ...(isCards ? ['as-cards'] : []),
      ...(hasHead ? [] : ['no-head']),
      ...aligned,
    ].join(' ')
  }
  show(start)
  return {
    dom,
    contentDOM,
    update(node) {
      if (node.type !== start.type) return false
      show(node)
      return true
    },
    ignoreMutation: (mutation) => mutation.type !== 'selection' && !contentDOM.contains(mutation.target),
  }
}

export function keptView(start: Node, view: EditorView, getPos: () => number | undefined): NodeView {
  const dom = document.createElement('td')
  dom.className = 'kept'
  const show = (node: Node) => {
    const at = getPos()
    const place = at === undefined ? undefined : placeAt(view.state.doc.resolve(at))
    const column = place && headCellsOf(place.table)[place.column]
    dom.replaceChildren(shown(node, column?.attrs.rest ?? {}))
  }
  show(start)
  return {
    dom,
    update(node) {
      if (node.type !== start.type) return false
      show(node)
      return true
    },
    ignoreMutation: () => true,
  }
}

type Column = Partial<Definition> & { options?: { value: string; label: string }[]; max?: number }

function shown(
  { attrs: { given, fragment } }: Node,
  { type, options = [], max }: Column,
): HTMLElement | string {
  if (fragment) return previewOfBlocks(fragment.nodes)
  const { value } = given
  if (value === undefined || value === null) return ''
  if (type === 'checkbox') return value === true ? '☑' : '☐'
  if (type === 'rating') return '★'.repeat(Math.min(Number(value), max ?? 5, 20))
  if (type === 'select' && Array.isArray(value))
    return value.map((id) => options.find((option) => option.value === id)?.label ?? id).join(', ')
  return words(value)
}

function words(value: unknown): string {
  if (Array.isArray(value)) return value.map(words).join(', ')
  if (typeof value !== 'object' || value === null) return String(value)
  if ('ref' in value) return words(value.ref)
  return Object.entries(value)
    .filter(([name]) => name !== 'kind')
    .map(([, part]) => String(part))
    .join(' ')
}
