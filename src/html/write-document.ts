import type { Block, JSONDocument } from '../markdown/document.ts'
import { type Markup, markup, partsOf } from './markup.ts'
import { writeBlocks } from './write-blocks.ts'
import { openState, type WriteState } from './write-state.ts'
import type { Writing, WrittenDocument } from './written-document.ts'

/** The body of a page as HTML, with everything left open that depends on the tree, the site or the reader. */
export function writeDocument(document: JSONDocument, writing: Writing = {}): WrittenDocument {
  return writeWith(document, writing, (state) =>
    writeBlocks(state, document.nodes, { nesting: 0, isOutlined: true }),
  )
}

export function writeWith(
  document: JSONDocument,
  writing: Writing,
  write: (state: WriteState) => Markup,
): WrittenDocument {
  const state = openState(writing, {
    shift: document.nodes.some(({ type }: Block) => type === 'heading-1') ? 1 : 0,
    turns: turnsIn(document.nodes),
  })
  const body = write(state)
  const parts = partsOf([body, writeNotes(state)])
  return { parts, needs: state.needs }
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u
/** The blocks of these scripts, and halves of what lies beyond: most texts have none, and are done in a tenth of the time. */
const MAY_TURN = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\ud800-\udfff]/

function turnsIn(value: unknown): boolean {
  if (typeof value === 'string') return MAY_TURN.test(value) && RIGHT_TO_LEFT.test(value)
  if (typeof value !== 'object' || value === null) return false
  return (Array.isArray(value) ? value : Object.values(value)).some(turnsIn)
}

/** A reader opens them where they belong; on paper they stand here. */
function writeNotes({ notes }: WriteState): Markup {
  if (notes.size === 0) return []
  return markup`<div class="notes">${[...notes.values()].map(
    ({ id, body }) => markup`<div class="note" popover id="${{ hole: 'id' as const, id }}">${body}</div>`,
  )}</div>`
}
