// Pages: which stay, with which fields, and where. Each on its own first; then what they ask of one another, so that
// the result is a tree again: no page above itself, none below a page that is gone.
import type { PageRecord } from '../records.ts'
import { clashOf, type MergedRecord, type MergedRecords, mergeRecord } from './records.ts'
import type { MergeInput, Sides } from './types.ts'

type PageOutcomes = MergedRecords<PageRecord>

/** Not edited by anyone: who holds the page, and what is derived from the order or the clock. */
export const APART_FROM_PAGES: ReadonlySet<string> = new Set(['id', 'children', 'createdAt', 'updatedAt'])

export function mergePages({ pages, above, bodies, stays }: MergeInput): PageOutcomes {
  const outcomes: PageOutcomes = new Map()
  for (const [id, sides] of pages) {
    const outcome = mergePage(sides, bodies.get(id))
    if (outcome) outcomes.set(id, outcome)
  }
  for (const id of stays) putBack(outcomes.get(id), pages.get(id))
  undoCycles(outcomes, pages, above)
  keepNeeded(outcomes, pages)
  return outcomes
}

function mergePage(sides: Sides<PageRecord>, texts?: Sides<string>): MergedRecord<PageRecord> | undefined {
  const outcome = mergeRecord(sides, APART_FROM_PAGES, texts)
  if (!outcome) return undefined
  const { value, clashes } = outcome
  const updatedAt = later(value.updatedAt, sides.theirs?.updatedAt)
  const named = clashes.map((clash) => (clash.field === 'parent' ? { ...clash, field: 'place' } : clash))
  return { ...outcome, value: { ...value, updatedAt }, clashes: named }
}

/** Times in ISO 8601 and UTC sort as text. */
function later(time: string, other = '') {
  return time > other ? time : other
}

/**
 * Moves that are fine on each side may put pages above one another together. On every such circle is a page that
 * ours has elsewhere, since neither side has a circle of its own: it goes back to its place in ours. That may close
 * another circle, but each round leaves fewer moves of theirs.
 */
function undoCycles(outcomes: PageOutcomes, pages: MergeInput['pages'], above: MergeInput['above']) {
  const parentOf = (id: string) => (outcomes.get(id)?.value ?? above.get(id))?.parent ?? null
  for (let hasMoved = true; hasMoved; ) {
    hasMoved = false
    for (const id of circling(outcomes.keys(), parentOf)) {
      if (putBack(outcomes.get(id), pages.get(id))) hasMoved = true
    }
  }
}

/** Every page that comes out above itself. */
function circling(ids: Iterable<string>, parentOf: (id: string) => string | null) {
  const seen = new Set<string>()
  const found: string[] = []
  for (const id of ids) {
    const path: string[] = []
    let at: string | null = id
    for (; at !== null && !seen.has(at); at = parentOf(at)) {
      seen.add(at)
      path.push(at)
    }
    if (at !== null && path.includes(at)) found.push(...path.slice(path.indexOf(at)))
  }
  return found
}

function putBack(
  outcome: MergedRecord<PageRecord> | undefined,
  { base, ours, theirs }: Sides<PageRecord> = {},
) {
  if (!outcome || !ours || outcome.value.parent === ours.parent) return false
  outcome.value.parent = ours.parent
  const places = { base: base?.parent, ours: ours.parent, theirs: theirs?.parent }
  outcome.clashes.push(clashOf('place', places))
  return true
}

/** A page that stays keeps every page above it, even where a side deleted that. */
function keepNeeded(outcomes: PageOutcomes, pages: MergeInput['pages']) {
  const aboveOf = ({ value }: MergedRecord<PageRecord>) => outcomes.get(value.parent ?? '')
  for (const outcome of outcomes.values()) {
    if (outcome.isLeaving) continue
    for (let above = aboveOf(outcome); above?.isLeaving; above = aboveOf(above)) {
      above.isLeaving = false
      above.clashes.push(clashOf('existence', pages.get(above.value.id) ?? {}))
    }
  }
}
