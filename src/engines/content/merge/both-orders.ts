// Two new orders of one list, of which each moves other pages: any two pages stand as the side has them that changed
// their order. There is one such list, or none, when that would put a page before itself.
import { longestCommonOrder } from './longest-common-order.ts'

export type Orders = { base: string[]; ours: string[]; theirs: string[] }

/** How often two places were looked at, for tests: lists of thousands of pages are merged while others wait. */
type Steps = { taken: number }

export function bothOrders(
  { base, ours, theirs }: Orders,
  steps: Steps = { taken: 0 },
): string[] | undefined {
  const [stayed, alsoStayed] = [longestCommonOrder(base, ours), longestCommonOrder(base, theirs)]
  if (base.some((id) => !stayed.has(id) && !alsoStayed.has(id))) return
  const orders = { base: base.map((_, at) => at), ours: placesIn(base, ours), theirs: placesIn(base, theirs) }
  const isTurned = (first: number, second: number) =>
    isLater(orders.ours, first, second) || isLater(orders.theirs, first, second)
  // Where there is no such list, sorting gives any: what it gives is proved below.
  const sorted = orders.base.toSorted((a, b) => {
    steps.taken += 1
    return isTurned(Math.min(a, b), Math.max(a, b)) ? b - a : a - b
  })
  const list: number[] = []
  for (const [place, at] of sorted.entries()) list[at] = place
  return isBoth(orders, list, steps) ? sorted.map((at) => base[at] ?? '') : undefined
}

/** Where each page of the base is in another order. */
function placesIn(base: string[], order: string[]) {
  const places = new Map(order.map((id, at) => [id, at]))
  return base.map((id) => places.get(id) ?? 0)
}

function isLater(places: number[], one: number, other: number) {
  return (places[one] ?? 0) > (places[other] ?? 0)
}

type Places = Record<keyof Orders, number[]>

/**
 * Whether the list turns the pairs that ours or theirs turns, and no other. To compare each with each would take the
 * square of them; counting is enough. The list turns all that a side turns if that side is on the way from the base
 * to it: the distances add up. And it turns no more if it turns as many as both sides together, of which those that
 * both turn are counted once: what the sides differ in is what just one of them turns.
 */
function isBoth({ base, ours, theirs }: Places, list: number[], steps: Steps) {
  const turned = distance(base, list, steps)
  const [byOurs, byTheirs] = [distance(base, ours, steps), distance(base, theirs, steps)]
  return (
    byOurs + distance(ours, list, steps) === turned &&
    byTheirs + distance(theirs, list, steps) === turned &&
    byOurs + byTheirs + distance(ours, theirs, steps) === 2 * turned
  )
}

/** How many pairs stand the other way round in the other order; counted with a Fenwick tree, in n log n steps. */
function distance(one: number[], other: number[], steps: Steps) {
  const sequence: number[] = []
  for (const [at, place] of one.entries()) sequence[place] = other[at] ?? 0
  const tree = new Int32Array(sequence.length + 1)
  let pairs = 0
  for (const place of sequence.reverse()) {
    for (let at = place; at > 0; at -= at & -at) {
      pairs += tree[at] ?? 0
      steps.taken += 1
    }
    for (let at = place + 1; at < tree.length; at += at & -at) {
      tree[at] = (tree[at] ?? 0) + 1
      steps.taken += 1
    }
  }
  return pairs
}
