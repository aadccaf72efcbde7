import type { Block, JSONDocument } from '../markdown/document.ts'
import { assignedIds } from '../markdown/names/ids.ts'
import { writeBlocks } from './blocks/write-blocks.ts'
import { openState, type WriteState } from './blocks/write-state.ts'
import { turnsIn } from './directions.ts'
import { type Markup, markup, partsOf } from './markup.ts'
import type { HtmlWriteOptions, WrittenDocument } from './written-document.ts'

/** The body of a page as HTML, with everything left open that depends on the tree, the site or the reader. */
export function writeDocument(document: JSONDocument, writing: HtmlWriteOptions = {}): WrittenDocument {
  return writeWith(document, writing, (state) =>
    writeBlocks(state, document.nodes, { nesting: 0, isOutlined: true }),
  )
}

export function writeWith(
  document: JSONDocument,
  writing: HtmlWriteOptions,
  write: (state: WriteState) => Markup,
): WrittenDocument {
  const state = openState(writing, {
    writeBlocks,
    shift: document.nodes.some(({ type }: Block) => type === 'heading-1') ? 1 : 0,
    turns: writing.isRightToLeft === true || turnsIn(document.nodes),
    blockIds: assignedIds(document.nodes),
  })
  const body = write(state)
  const parts = partsOf([body, writeNotes(state)])
  return { parts, needs: state.needs }
}

/** A reader opens them where they belong; on paper they are here. */
function writeNotes({ notes }: WriteState): Markup {
  if (notes.size === 0) return []
  return markup`<div class="notes">${[...notes.values()].map(
    ({ id, body }) =>
      markup`<div class="note" popover id="${{ placeholder: 'id' as const, id }}">${body}</div>`,
  )}</div>`
}
