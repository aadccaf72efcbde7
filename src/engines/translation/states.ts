// What of a page is translated, by what is known of its units.
import { align } from '../markdown/edit/alignment.ts'
import { firstKey, type Unit } from './units.ts'
import type { UnitState } from './xliff-write.ts'

/** A translation, and what it was made for. It is outdated where the source said something else then. */
export type KnownUnit = { source: string; target: string; isOutdated: boolean }
export type KnownUnits = ReadonlyMap<string, KnownUnit>

export type UnitCounts = Record<UnitState, number>

/** What says the same as another unit of the page is translated like it, unless it has a translation of its own. */
export function findKnown<Known extends KnownUnit>(known: ReadonlyMap<string, Known>, key: string) {
  return known.get(key) ?? known.get(firstKey(key))
}

export function stateOf(key: string, known: KnownUnits): UnitState {
  const found = findKnown(known, key)
  if (!found) return 'missing'
  return found.isOutdated ? 'outdated' : 'translated'
}

/** Those that translators get: of several that say the same the first, and those that differ from it. */
export function askedUnits(units: readonly Unit[], known: KnownUnits): Unit[] {
  return units.filter(({ key }) => key === firstKey(key) || known.has(key))
}

export function countStates(units: readonly Unit[], known: KnownUnits): UnitCounts {
  const counts: UnitCounts = { missing: 0, outdated: 0, translated: 0 }
  for (const { key } of askedUnits(units, known)) counts[stateOf(key, known)] += 1
  return counts
}

/**
 * The units of a page that took the place of others, with the translations of those: they are outdated, and no other
 * unit of the page is.
 */
export function carriedUnits(before: readonly Unit[], after: readonly Unit[], known: KnownUnits) {
  const carried = new Map<string, KnownUnit>()
  for (const [old, fresh] of replacements(before, after)) {
    const was = findKnown(known, old.key)
    if (was && !findKnown(known, fresh.key)) carried.set(fresh.key, { ...was, isOutdated: true })
  }
  return carried
}

type Gap = { old: Unit[]; fresh: Unit[] }

/**
 * What is gone, and what is new in its place: what is alike between the same neighbours, then what is alike and has moved,
 * then what is not alike and stands alone where one other stood.
 */
function replacements(before: readonly Unit[], after: readonly Unit[]): [Unit, Unit][] {
  const gaps = gapsBetween(before, after)
  const found = gaps.flatMap(alikePairs)
  const left = ({ old, fresh }: Gap): Gap => {
    const taken = new Set(found.flat())
    const isFree = (unit: Unit) => !taken.has(unit)
    return { old: old.filter(isFree), fresh: fresh.filter(isFree) }
  }
  found.push(
    ...alikePairs(left({ old: gaps.flatMap(({ old }) => old), fresh: gaps.flatMap(({ fresh }) => fresh) })),
  )
  return [...found, ...gaps.map(left).flatMap(onlyPair)]
}

function gapsBetween(before: readonly Unit[], after: readonly Unit[]): Gap[] {
  const gaps: Gap[] = []
  let gap: Gap | undefined
  const [were, are] = [before.map(({ key }) => key), after.map(({ key }) => key)]
  const [old, fresh] = [new Set(were), new Set(are)]
  for (const step of align(were, are)) {
    if (step.isSame) {
      gap = undefined
      continue
    }
    if (!gap) {
      gap = { old: [], fresh: [] }
      gaps.push(gap)
    }
    const gone = step.before === undefined ? undefined : before[step.before]
    const come = step.after === undefined ? undefined : after[step.after]
    // What only moved neither took a place nor left one.
    if (gone && !fresh.has(gone.key)) gap.old.push(gone)
    if (come && !old.has(come.key)) gap.fresh.push(come)
  }
  return gaps
}

function onlyPair({ old, fresh }: Gap): [Unit, Unit][] {
  const [before, after] = [old[0], fresh[0]]
  const isOne = old.length === 1 && fresh.length === 1 && before?.kind === after?.kind
  return isOne && before && after ? [[before, after]] : []
}

/** More than so many are another text, not a changed one: all are compared with all. */
const MOST = 60
/** Of the words of two texts, how many they share at least if one became the other. */
const ALIKE = 0.3

function alikePairs({ old, fresh }: Gap): [Unit, Unit][] {
  if (old.length > MOST || fresh.length > MOST) return []
  const alike = old.flatMap((before) =>
    fresh.map((after) => ({ before, after, likeness: likeness(before, after) })),
  )
  alike.sort((a, b) => b.likeness - a.likeness)
  const taken = new Set<Unit>()
  const found: [Unit, Unit][] = []
  for (const { before, after, likeness } of alike) {
    if (likeness < ALIKE || taken.has(before) || taken.has(after)) continue
    taken.add(before).add(after)
    found.push([before, after])
  }
  return found
}

function likeness(a: Unit, b: Unit) {
  if (a.kind !== b.kind) return 0
  const [words, others] = [wordsOf(a.text), wordsOf(b.text)]
  const shared = [...words].filter((word) => others.has(word)).length
  return (2 * shared) / (words.size + others.size || 1)
}

/** Scripts without blanks between words are compared by their characters. */
function wordsOf(text: string) {
  return new Set(
    text.toLowerCase().match(/\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|[\p{L}\p{N}]+/gu),
  )
}
