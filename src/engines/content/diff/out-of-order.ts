/** The fewest of those in both lists that must have been moved to get from one order to the other. */
export function outOfOrder(before: string[], after: string[]): string[] {
  const [old, now] = withoutSameEnds(before, after)
  const places = new Map(old.map((id, at) => [id, at]))
  const common = now.filter((id) => places.has(id))
  const kept = longestRising(common.map((id) => places.get(id) ?? 0))
  return common.filter((_, at) => !kept.has(at))
}

/** What both begin and end with is where it was: of a long list in which one page is new, nothing is left. */
function withoutSameEnds(before: string[], after: string[]): [before: string[], after: string[]] {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++
  return [before.slice(start, before.length - end), after.slice(start, after.length - end)]
}

/** Indexes of a longest rising part of the numbers, by patience sorting. */
function longestRising(numbers: number[]): Set<number> {
  const tails: number[] = []
  const previous: (number | undefined)[] = []
  for (const [at, number] of numbers.entries()) {
    let [low, high] = [0, tails.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((numbers[tails[middle] ?? 0] ?? 0) < number) low = middle + 1
      else high = middle
    }
    previous[at] = low > 0 ? tails[low - 1] : undefined
    tails[low] = at
  }
  const kept = new Set<number>()
  for (let at = tails.at(-1); at !== undefined; at = previous[at]) kept.add(at)
  return kept
}
