import type { AnnotationInline } from '../../markdown/document.ts'
import { inlineText } from '../../markdown/nodes.ts'
import { type Markup, markup, NOTHING, say } from '../markup.ts'
import { aside, groupName, type HtmlSpot, type WriteState, writeInside } from './write-state.ts'

/** A button does not run on over the end of a line; longer words get a number behind them instead. */
const LONGEST_BUTTON = 40
/** Notes in notes. */
const DEEPEST = 12

/** Opens by itself in the browser; where that is not known, notes are at the end of the page. */
export function writeAnnotation(
  state: WriteState,
  node: AnnotationInline,
  spot: HtmlSpot,
  words: Markup,
): Markup {
  if (spot.inLink || spot.nesting > DEEPEST) return words
  const { id, number } = noteOf(state, node, spot)
  const length = inlineText(node.nodes).trim().length
  const target = { placeholder: 'id' as const, id }
  if (length > 0 && length <= LONGEST_BUTTON)
    return markup`<button type="button" class="annotation" popovertarget="${target}">${words}</button>`
  return markup`${words}<button type="button" class="note-mark" popovertarget="${target}" aria-label="${say('noteNumber', { number })}">${number}</button>`
}

/** A note that is used several times is there once. */
function noteOf(state: WriteState, node: AnnotationInline, spot: HtmlSpot): { id: string; number: number } {
  const key = JSON.stringify([node.meta?.label, node.fragments])
  const known = state.notes.get(key)
  if (known) return known
  const note = { id: groupName(state, 'note').id, number: state.notes.size + 1, body: NOTHING }
  state.notes.set(key, note)
  const blocks = node.fragments.flatMap((fragment) => fragment.nodes)
  note.body = writeInside(state, blocks, aside(spot, { inLink: false }))
  return note
}
