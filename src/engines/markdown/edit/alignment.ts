// Which blocks of two texts are the same, in order; what is between was replaced, added or removed.

export type AlignmentStep = { before?: number; after?: number; isSame: boolean }

const LARGEST_TABLE = 1_000_000

export function align(before: readonly string[], after: readonly string[]): AlignmentStep[] {
  const steps: AlignmentStep[] = []
  let old = 0
  let fresh = 0
  const between = (oldEnd: number, freshEnd: number): void => {
    // Between two blocks that stayed, the first of the old became the first of the new, and so on.
    while (old < oldEnd || fresh < freshEnd) {
      const step: AlignmentStep = { isSame: false }
      if (old < oldEnd) step.before = old++
      if (fresh < freshEnd) step.after = fresh++
      steps.push(step)
    }
  }
  for (const [oldAt, freshAt] of matches(before, after)) {
    between(oldAt, freshAt)
    steps.push({ before: old++, after: fresh++, isSame: true })
  }
  between(before.length, after.length)
  return steps
}

function matches(before: readonly string[], after: readonly string[]): [number, number][] {
  const pairs: [number, number][] = []
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) {
    pairs.push([start, start])
    start++
  }
  let oldEnd = before.length
  let freshEnd = after.length
  const tail: [number, number][] = []
  while (oldEnd > start && freshEnd > start && before[oldEnd - 1] === after[freshEnd - 1]) {
    tail.push([--oldEnd, --freshEnd])
  }
  const old = before.slice(start, oldEnd)
  const fresh = after.slice(start, freshEnd)
  const middle = old.length * fresh.length <= LARGEST_TABLE ? longest(old, fresh) : greedy(old, fresh)
  return [...pairs, ...middle.map(([a, b]): [number, number] => [a + start, b + start]), ...tail.reverse()]
}

/** The longest common subsequence. */
function longest(before: readonly string[], after: readonly string[]): [number, number][] {
  const width = after.length + 1
  const length = new Uint32Array((before.length + 1) * width)
  const at = (row: number, column: number): number => length[row * width + column] ?? 0
  for (let row = before.length - 1; row >= 0; row--) {
    for (let column = after.length - 1; column >= 0; column--) {
      const isSame = before[row] === after[column]
      length[row * width + column] = isSame
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  const pairs: [number, number][] = []
  for (let row = 0, column = 0; row < before.length && column < after.length; ) {
    if (before[row] === after[column]) pairs.push([row++, column++])
    else if (at(row + 1, column) >= at(row, column + 1)) row++
    else column++
  }
  return pairs
}

/** Good enough where the table would be too large: each block meets the next one like it. */
function greedy(before: readonly string[], after: readonly string[]): [number, number][] {
  const places = new Map<string, number[]>()
  before.forEach((block, index) => {
    const known = places.get(block)
    if (known) known.push(index)
    else places.set(block, [index])
  })
  // The next one is the last of its list.
  for (const list of places.values()) list.reverse()
  const pairs: [number, number][] = []
  let from = 0
  after.forEach((block, index) => {
    const list = places.get(block)
    while (list && (list.at(-1) ?? from) < from) list.pop()
    const place = list?.pop()
    if (place === undefined) return
    pairs.push([place, index])
    from = place + 1
  })
  return pairs
}
