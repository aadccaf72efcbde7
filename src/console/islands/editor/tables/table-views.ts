// Tables as they look.
import type { Node } from 'prosemirror-model'
import type { NodeView } from 'prosemirror-view'
import { headCellsOf } from './table-place.ts'

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
      ...(headCellsOf(node).every(isUntitled) ? ['untitled'] : []),
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

const isUntitled = ({ type, content }: Node) => type.name === 'table_title' && content.size === 0
