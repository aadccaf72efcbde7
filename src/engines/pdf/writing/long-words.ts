// Words that are wider than their line: addresses, names in code, hashes. What runs over the edge of the paper is lost.

/** How long a word may be before it can be parted, between two words and in a cell. */
export const WIDE = 40
export const NARROW = 14
/** In a cell, a word without any sign in it is parted only from here on: shorter ones are hyphenated as their language does. */
const LONGEST_PLAIN = 30
const PIECE = 10
const SHORTEST = 3

// Latin, Greek and Cyrillic. Others are parted by their own rules, and their letters change with their neighbours.
const RUN = /[!-~\u00a1-\u024f\u0370-\u052f]+/g
const SIGN = /[._/:?&=#,;+%@~|-]/

/** A text cut into its long words, each in the pieces that a line may end between, and what is around them. */
export function cutLongWords(text: string, longest: number): string[][] {
  if (text.length <= longest) return [[text]]
  const all: string[][] = []
  let at = 0
  for (const { 0: run, index } of text.matchAll(RUN)) {
    if (run.length <= longest) continue
    const pieces = piecesOf(run)
    if (pieces.length === 1) continue
    if (index > at) all.push([text.slice(at, index)])
    all.push(pieces)
    at = index + run.length
  }
  if (at < text.length) all.push([text.slice(at)])
  return all
}

function piecesOf(run: string): string[] {
  const isLong = run.length > LONGEST_PLAIN
  const all: string[] = []
  let from = 0
  for (let at = 1; at <= run.length - SHORTEST; at++) {
    const length = at - from
    if (length < SHORTEST) continue
    const isFull = isLong && length >= PIECE && !SIGN.test(run[at] ?? '')
    if (!endsHere(run, at) && !isFull) continue
    all.push(run.slice(from, at))
    from = at
  }
  return [...all, run.slice(from)]
}

/** After a sign, or before a capital letter in the middle of a name. */
function endsHere(run: string, at: number) {
  const [before = '', after = ''] = [run[at - 1], run[at]]
  if (SIGN.test(before)) return !SIGN.test(after)
  return /[a-z]/.test(before) && /[A-Z]/.test(after)
}
