/** The fewest of those in both lists that must have been moved to get from one order to the other. */
export function outOfOrder(before: string[], after: string[]): string[] {
  const places = new Map(before.map((id, at) => [id, at]))
  const common = after.filter((id) => places.has(id))
  const kept = longestRising(common.map((id) => places.get(id) ?? 0))
  return common.filter((_, at) => !kept.has(at))
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
