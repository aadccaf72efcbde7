// Words that somebody may have meant. A word keeps a few keys that survive typing errors; who looks for near words asks
// for those that share a key, and measures the distance of what comes back.

/** Shorter words have too many neighbours, longer ones are no words. */
const SHORTEST = 4
const LONGEST = 24
/** From here on two errors are forgiven. */
const LONG = 8
// Beyond the basic plane a letter is two units, which the keys would cut through.
const WORD = new RegExp(`^(?:(?![\\u{10000}-\\u{10ffff}])[\\p{L}\\p{M}]){${SHORTEST},${LONGEST}}$`, 'u')

export function errorsForgiven(word: string) {
  if (!WORD.test(word)) return 0
  return word.length < LONG ? 1 : 2
}

/**
 * Of a short word: itself, and itself without each of its letters; two words with one error between them share one.
 * Of a long one: its three parts with their place; two errors leave one of the three whole.
 */
export function spellingsOf(word: string): string[] {
  if (!WORD.test(word)) return []
  if (word.length < LONG) return [...new Set([word, ...withoutOneLetter(word)])]
  return partsOf(word.length).map(({ from, to }, part) => keyOf(word.length, part, word.slice(from, to)))
}

/** The keys of all words that may be meant by this one. */
export function spellingsNear(word: string): string[] {
  const errors = errorsForgiven(word)
  if (errors === 0) return []
  const keys = word.length - errors < LONG ? [word, ...withoutOneLetter(word)] : []
  for (let length = Math.max(LONG, word.length - errors); length <= word.length + errors; length++)
    keys.push(...movedParts(word, length, errors))
  return [...new Set(keys)]
}

/** The parts of words of a length, as they may stand in this one: an error before a part moves it. */
function movedParts(word: string, length: number, by: number) {
  return partsOf(length).flatMap(({ from, to }, part) => {
    const keys: string[] = []
    for (let at = Math.max(0, from - by); at <= from + by && at + to - from <= word.length; at++)
      keys.push(keyOf(length, part, word.slice(at, at + to - from)))
    return keys
  })
}

function partsOf(length: number) {
  const cuts = [0, 1, 2, 3].map((third) => Math.floor((length * third) / 3))
  return cuts.slice(1).map((to, at) => ({ from: cuts[at] ?? 0, to }))
}

function keyOf(length: number, part: number, text: string) {
  return `${length}.${part}.${text}`
}

function withoutOneLetter(word: string) {
  return Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1))
}

/** Letters to change, leave out, put in or swap with the next, to make one word of the other; Infinity above `most`. */
export function distance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return Number.POSITIVE_INFINITY
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let at = 1; at <= one.length; at++) {
    const row = [at]
    for (let to = 1; to <= other.length; to++) {
      const isSame = one[at - 1] === other[to - 1]
      let least = Math.min(read(last, to) + 1, read(row, to - 1) + 1, read(last, to - 1) + (isSame ? 0 : 1))
      if (one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1] && at > 1 && to > 1)
        least = Math.min(least, read(before, to - 2) + 1)
      row.push(least)
    }
    if (Math.min(...row) > most) return Number.POSITIVE_INFINITY
    before = last
    last = row
  }
  const found = read(last, other.length)
  return found > most ? Number.POSITIVE_INFINITY : found
}

function read(row: number[], at: number) {
  return row[at] ?? Number.POSITIVE_INFINITY
}
