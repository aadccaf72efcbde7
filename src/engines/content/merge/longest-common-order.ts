/** Who need not move for the old order to become the new one: the most there can be. */
export function longestCommonOrder(before: readonly string[], after: readonly string[]): Set<string> {
  const place = new Map(before.map((id, at) => [id, at]))
  const common = after.filter((id) => place.has(id))
  const tails: number[] = []
  const previous: number[] = []
  for (const [index, id] of common.entries()) {
    const value = place.get(id) ?? 0
    let [low, high] = [0, tails.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((place.get(common[tails[middle] ?? 0] ?? '') ?? 0) < value) low = middle + 1
      else high = middle
    }
    previous[index] = low > 0 ? (tails[low - 1] ?? -1) : -1
    tails[low] = index
  }
  const kept = new Set<string>()
  for (let index = tails.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1)
    kept.add(common[index] ?? '')
  return kept
}
