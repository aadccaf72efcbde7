import type { Slice } from 'prosemirror-model'
import type { EditorView } from 'prosemirror-view'
import { cellsIn, inlinesIn, linesOf, pasteCells } from './paste-cells.ts'
import { placeIn, spansCells } from './table-place.ts'

/** Whether it went into the table that the cursor is in. */
export function pasteIntoCell(view: EditorView, data: DataTransfer, slice: Slice): boolean {
  const { state } = view
  const place = placeIn(state)
  if (!place) return false
  const text = data.getData('text/plain')
  const cells = cellsIn(data.getData('text/html'), text)
  const isOne = cells?.length === 1 && cells[0]?.length === 1
  const tr = cells && !isOne ? pasteCells(state, cells) : undefined
  if (tr) {
    view.dispatch(tr.scrollIntoView())
    return true
  }
  if (state.selection.$from.parent.isTextblock && !spansCells(state)) {
    const inlines = slice.size > 0 ? inlinesIn(slice) : linesOf(text)
    const isTitle = place.row === 0
    const words = text.replace(/\s+/g, ' ').trim()
    view.dispatch(
      (isTitle
        ? state.tr.insertText(words)
        : state.tr.replaceWith(state.selection.from, state.selection.to, inlines)
      )
        .scrollIntoView()
        .setMeta('paste', true),
    )
  }
  return true
}
