// What turns one list of lines into another. Exact where that is cheap, and never slow: lines that occur once on both
// sides are matched first (patience), the gaps between them by Myers' greedy algorithm, and a gap that differs in
// more than MAX_EDITS lines is taken as replaced.

/** The lines `from` up to but not including `to` become `lines`. An insertion has `from === to`. */
export type Hunk = { from: number; to: number; lines: string[] }

/** A gap costs up to the square of this. With 256, no two texts of 20,000 lines were found that take 100 ms. */
const MAX_EDITS = 256

/** Each level reads its part once. Real texts need two or three; more only helps those made to be slow. */
const MAX_DEPTH = 8

/** Lines as numbers, equal for equal lines; `match` says for each of `a` which of `b` it is, or -1. */
type Pair = { a: Int32Array; b: Int32Array; match: Int32Array }

type Range = { aFrom: number; aTo: number; bFrom: number; bTo: number }

type Anchor = { a: number; b: number }

/** The changes from `a` to `b`, in order; between two of them is at least one line that stayed. */
export function diffLines(a: readonly string[], b: readonly string[]): Hunk[] {
  const pair = numbered(a, b)
  matchRange(pair, { aFrom: 0, aTo: a.length, bFrom: 0, bTo: b.length }, 0)
  return hunksOf(pair.match, b)
}

function numbered(a: readonly string[], b: readonly string[]): Pair {
  const numbers = new Map<string, number>()
  const number = (line: string) => {
    const known = numbers.get(line)
    if (known !== undefined) return known
    numbers.set(line, numbers.size)
    return numbers.size - 1
  }
  const match = new Int32Array(a.length).fill(-1)
  return { a: Int32Array.from(a, number), b: Int32Array.from(b, number), match }
}

function hunksOf(match: Int32Array, b: readonly string[]): Hunk[] {
  const hunks: Hunk[] = []
  let from = 0
  let bFrom = 0
  for (let to = 0; to <= match.length; to++) {
    const bTo = match[to] ?? b.length
    if (bTo < 0) continue
    if (from < to || bFrom < bTo) hunks.push({ from, to, lines: b.slice(bFrom, bTo) })
    from = to + 1
    bFrom = bTo + 1
  }
  return hunks
}

function matchRange(pair: Pair, whole: Range, depth: number) {
  const range = trimmed(pair, whole)
  if (range.aFrom === range.aTo || range.bFrom === range.bTo) return
  const anchors = depth < MAX_DEPTH ? anchorsIn(pair, range) : []
  if (anchors.length === 0) return matchGreedily(pair, range)
  let { aFrom, bFrom } = range
  for (const { a, b } of anchors) {
    pair.match[a] = b
    matchRange(pair, { aFrom, aTo: a, bFrom, bTo: b }, depth + 1)
    aFrom = a + 1
    bFrom = b + 1
  }
  matchRange(pair, { ...range, aFrom, bFrom }, depth + 1)
}

/** Matches what the range begins and ends with alike, and leaves what is between. */
function trimmed({ a, b, match }: Pair, { aFrom, aTo, bFrom, bTo }: Range): Range {
  while (aFrom < aTo && bFrom < bTo && a[aFrom] === b[bFrom]) match[aFrom++] = bFrom++
  while (aFrom < aTo && bFrom < bTo && a[aTo - 1] === b[bTo - 1]) match[--aTo] = --bTo
  return { aFrom, aTo, bFrom, bTo }
}

/** Lines that occur once on each side of the range, as many as are in the same order on both. */
function anchorsIn({ a, b }: Pair, { aFrom, aTo, bFrom, bTo }: Range): Anchor[] {
  const inB = onlyPlaces(b, bFrom, bTo)
  const shared: Anchor[] = []
  for (const [line, at] of onlyPlaces(a, aFrom, aTo)) {
    const there = inB.get(line) ?? REPEATED
    if (at !== REPEATED && there !== REPEATED) shared.push({ a: at, b: there })
  }
  return longestRising(shared)
}

const REPEATED = -1

/** Where each line of the range stands, in order of the first. */
function onlyPlaces(lines: Int32Array, from: number, to: number) {
  const places = new Map<number, number>()
  for (let at = from; at < to; at++) {
    const line = lines[at] ?? 0
    places.set(line, places.has(line) ? REPEATED : at)
  }
  return places
}

/** Of anchors in order of `a`, the most whose `b` rises too: patience sorting, each linked to the one before it. */
function longestRising(anchors: Anchor[]): Anchor[] {
  type Link = { anchor: Anchor; before?: Link }
  const piles: Link[] = []
  for (const anchor of anchors) {
    const pile = firstPile(piles.length, (index) => (piles[index]?.anchor.b ?? 0) > anchor.b)
    piles[pile] = { anchor, before: piles[pile - 1] }
  }
  const rising: Anchor[] = []
  for (let link = piles.at(-1); link; link = link.before) rising.push(link.anchor)
  return rising.reverse()
}

/** The first index below `count` for which the claim holds, if it holds for all behind it too; else `count`. */
function firstPile(count: number, holds: (index: number) => boolean) {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/**
 * The shortest edit, by Myers' O(ND). `reach` says how far into `a` one gets on each diagonal (lines of `a` less lines
 * of `b`) with so many edits; the copies of it lead back from the end. Beyond MAX_EDITS nothing is matched.
 */
function matchGreedily(pair: Pair, range: Range) {
  const a = pair.a.subarray(range.aFrom, range.aTo)
  const b = pair.b.subarray(range.bFrom, range.bTo)
  const most = Math.min(MAX_EDITS, a.length + b.length)
  const middle = most + 1
  const goal = middle + a.length - b.length
  if (Math.abs(a.length - b.length) > most) return
  const reach = new Int32Array(2 * middle + 1)
  const trace: Int32Array[] = []
  for (let edits = 0; edits <= most; edits++) {
    for (let k = -edits; k <= edits; k += 2) {
      let x = stepTo(reach, middle, k, edits)
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++
      reach[middle + k] = x
    }
    if ((reach[goal] ?? 0) >= a.length) return walkBack(pair, range, trace)
    trace.push(reach.slice(middle - edits, middle + edits + 1))
  }
}

/** How far the last of so many edits leads onto diagonal `k`, from the better of its neighbours. */
function stepTo(reach: Int32Array, middle: number, k: number, edits: number) {
  const inserted = reach[middle + k + 1] ?? 0
  const deleted = (reach[middle + k - 1] ?? 0) + 1
  if (k === -edits) return inserted
  return k === edits ? deleted : Math.max(inserted, deleted)
}

function walkBack({ match }: Pair, { aFrom, aTo, bFrom, bTo }: Range, trace: Int32Array[]) {
  let [x, y] = [aTo - aFrom, bTo - bFrom]
  for (const [before, reach] of [...trace.entries()].reverse()) {
    const k = x - y
    const start = stepTo(reach, before, k, before + 1)
    while (x > start) match[aFrom + --x] = bFrom + --y
    const isInsertion = k <= before && reach[before + k + 1] === start
    if (isInsertion) y--
    else x--
  }
  while (x > 0) match[aFrom + --x] = bFrom + --y
}
