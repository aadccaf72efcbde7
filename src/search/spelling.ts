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
 * Itself, and itself without each of its letters: two words with one error between them share one of these. Of a long
 * word also its three parts, with their place: two errors leave one of the three whole.
 */
export function spellingsOf(word: string): string[] {
  if (!WORD.test(word)) return []
  const parts = word.length < LONG ? [] : partsOf(word.length)
  const keys = parts.map(({ from, to }, part) => keyOf(word.length, part, word.slice(from, to)))
  return [...new Set([...withoutOneLetter(word), ...keys])]
}

/** The keys of all words that may be meant by this one, with so many errors. */
export function spellingsNear(word: string, errors: 1 | 2): string[] {
  if (errorsForgiven(word) < errors) return []
  if (errors === 1) return [...new Set(withoutOneLetter(word))]
  const keys = new Set<string>()
  for (let length = Math.max(LONG, word.length - errors); length <= word.length + errors; length++)
    for (const key of movedParts(word, length, errors)) keys.add(key)
  return [...keys]
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
  return [word, ...Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1))]
}

/** Letters to change, leave out, put in or swap with the next, to make one word of the other; Infinity above `most`. */
export function distance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return Number.POSITIVE_INFINITY
  let before: number[] = []
  let last = Array.from({ length: most + 1 }, (_, at) => at)
  for (let at = 1; at <= one.length; at++) {
    const row: number[] = at <= most ? [at] : []
    let least = row[0] ?? Number.POSITIVE_INFINITY
    // Further from the diagonal every cell is above `most`.
    for (let to = Math.max(1, at - most); to <= Math.min(other.length, at + most); to++) {
      const isSame = one[at - 1] === other[to - 1]
      const isSwapped = one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1]
      row[to] = Math.min(
        read(last, to) + 1,
        read(row, to - 1) + 1,
        read(last, to - 1) + (isSame ? 0 : 1),
        isSwapped ? read(before, to - 2) + 1 : Number.POSITIVE_INFINITY,
      )
      least = Math.min(least, row[to] ?? least)
    }
    if (least > most) return Number.POSITIVE_INFINITY
    before = last
    last = row
  }
  const found = read(last, other.length)
  return found > most ? Number.POSITIVE_INFINITY : found
}

function read(row: number[], at: number) {
  return row[at] ?? Number.POSITIVE_INFINITY
}
