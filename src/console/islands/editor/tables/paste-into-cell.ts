import type { Node, Slice } from 'prosemirror-model'
import type { EditorView } from 'prosemirror-view'
import { cellsIn, cellsOfTable, inlinesIn, linesOf, pasteCells } from './paste-cells.ts'
import { placeIn, spansCells } from './table-place.ts'

/** Whether it went into the table that the cursor is in. `isOwn`: the slice says more than the clipboard. */
export function pasteIntoCell(view: EditorView, data: DataTransfer, slice: Slice, isOwn: boolean): boolean {
  const { state } = view
  const place = placeIn(state)
  if (!place) return false
  const text = data.getData('text/plain')
  const cells = isOwn ? cellsOfTable(slice) : cellsIn(data.getData('text/html'), text)
  const one = cells?.length === 1 && cells[0]?.length === 1 ? cells[0][0] : undefined
  const tr = cells && !one ? pasteCells(state, cells) : undefined
  if (tr) {
    view.dispatch(tr.scrollIntoView())
    return true
  }
  if (state.selection.$from.parent.isTextblock && !spansCells(state)) {
    const isTitle = place.row === 0
    const words = text.replace(/\s+/g, ' ').trim()
    view.dispatch(
      (isTitle
        ? state.tr.insertText(words)
        : state.tr.replaceWith(state.selection.from, state.selection.to, inlinesOf(slice, text))
      )
        .scrollIntoView()
        .setMeta('paste', true),
    )
  }
  return true
}

function inlinesOf(slice: Slice, text: string): readonly Node[] {
  const inlines = inlinesIn(slice)
  return inlines.length > 0 ? inlines : linesOf(text)
}
