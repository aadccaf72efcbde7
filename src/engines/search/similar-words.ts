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
 * Of a short word itself, and itself without each of its letters: two words with one error between them share one of
 * these. Of a long one its two halves and its three parts, with their place: one error leaves a half whole, two errors
 * a part. Few keys: they are most of what a vocabulary takes.
 */
export function spellingsOf(word: string): string[] {
  if (!WORD.test(word)) return []
  return word.length < LONG ? withoutOneLetter(word) : [...keysOf(word, 2), ...keysOf(word, 3)]
}

/** The keys of all words that may be meant by this one, with so many errors. */
export function spellingsNear(word: string, errors: 1 | 2): string[] {
  if (errorsForgiven(word) < errors) return []
  return [...new Set(errors === 1 ? keysOneAway(word) : keysTwoAway(word))]
}

function keysOneAway(word: string): string[] {
  const keys = word.length <= LONG ? withoutOneLetter(word) : []
  for (const length of longLengthsNear(word, 1)) {
    const [first, second] = partsOf(length, 2)
    if (!first || !second) continue
    // What is wrong in one half moves no letter of the first, and none of the second as seen from the end.
    keys.push(keyOf(length, first, word.slice(0, first.to)))
    keys.push(keyOf(length, second, word.slice(word.length - (length - second.from))))
    // Two letters that changed places across the middle break both halves.
    if (length === word.length)
      keys.push(keyOf(length, first, word.slice(0, first.to - 1) + word.charAt(first.to)))
  }
  return keys
}

/** The three parts, as they may be in this word: an error before a part moves it. */
function keysTwoAway(word: string): string[] {
  const keys: string[] = []
  for (const length of longLengthsNear(word, 2))
    for (const part of partsOf(length, 3)) {
      const size = part.to - part.from
      for (let at = Math.max(0, part.from - 2); at <= part.from + 2 && at + size <= word.length; at++)
        keys.push(keyOf(length, part, word.slice(at, at + size)))
    }
  return keys
}

function longLengthsNear(word: string, errors: number) {
  const all = Array.from({ length: 2 * errors + 1 }, (_, at) => word.length - errors + at)
  return all.filter((length) => length >= LONG && length <= LONGEST)
}

type Part = { name: string; from: number; to: number }

function partsOf(length: number, count: number): Part[] {
  const cutAt = (part: number) => Math.floor((length * part) / count)
  return Array.from({ length: count }, (_, part) => ({
    name: `${count}${part}`,
    from: cutAt(part),
    to: cutAt(part + 1),
  }))
}

function keysOf(word: string, count: number) {
  return partsOf(word.length, count).map((part) => keyOf(word.length, part, word.slice(part.from, part.to)))
}

function keyOf(length: number, { name }: Part, text: string) {
  return `${length}.${name}.${text}`
}

function withoutOneLetter(word: string) {
  return [...new Set([word, ...Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1))])]
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
