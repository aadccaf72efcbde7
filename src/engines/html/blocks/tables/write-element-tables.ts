import { elementsOf, type HtmlElement, type HtmlNode } from '../../../markdown/html/html-tree.ts'
import { attributeValue } from '../../../markdown/read/attributes.ts'
import { spanOf } from '../../../pdf/writing/spans.ts'
import { alreadyHtml } from '../../html.ts'
import { attribute, type Markup, markup } from '../../markup.ts'
import { alignOf } from '../alignment.ts'
import { directionOf, directionOfWords, type WriteState, writtenAnchor } from '../write-state.ts'
import { spanAttributes } from './table-rows.ts'

/** Writes what is in a cell, where there may be a table again. */
type InnerWriter = (nodes: readonly HtmlNode[]) => Markup

/** Tables in a shape that the model does not hold: several rows of titles, titles in the first column, none at all. */
export function writeElementTable(state: WriteState, table: HtmlElement, writeInner: InnerWriter): Markup {
  const parts = elementsOf(table.children)
  const rows = (of: readonly HtmlElement[]) => of.map((row) => writeRow(state, row, writeInner))
  const head = parts
    .filter(({ name }) => name === 'thead')
    .flatMap(({ children }) => elementsOf(children, 'tr'))
  const body = parts.flatMap((part) => {
    if (part.name === 'tr') return [part]
    return part.name === 'tbody' || part.name === 'tfoot' ? elementsOf(part.children, 'tr') : []
  })
  return markup`
    <div class="table" tabindex="0">
      <table${directionOf(state, table.children)}>
        ${head.length > 0 && markup`<thead>${rows(head)}</thead>`}
        ${body.length > 0 && markup`<tbody>${rows(body)}</tbody>`}
      </table>
    </div>`
}

function writeRow(state: WriteState, row: HtmlElement, writeInner: InnerWriter): Markup {
  const cells = elementsOf(row.children).filter(({ name }) => name === 'td' || name === 'th')
  return markup`<tr>${cells.map((cell) => writeElementCell(state, cell, writeInner))}</tr>`
}

function writeElementCell(state: WriteState, cell: HtmlElement, writeInner: InnerWriter): Markup {
  const tag = alreadyHtml(cell.name === 'th' ? 'th' : 'td')
  const span = spanAttributes(
    spanOf(attributeValue(cell.attributes, 'colspan')),
    spanOf(attributeValue(cell.attributes, 'rowspan')),
  )
  const name = attribute('class', alignOf(cell))
  const id = writtenAnchor(state, cell)
  const content = writeInner(cell.children)
  return markup`<${tag}${name}${span}${directionOfWords(state, content)}${id}>${content}</${tag}>`
}
