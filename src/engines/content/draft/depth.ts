// How deep pages may be below each other. Whoever puts pages somewhere asks here: all that walks down or up the tree,
// and every path that is spelt out of it, is bounded by this.
import type { Draft } from './draft.ts'

/** Levels of pages; those at the top are the first. People read five. */
export const MOST_LEVELS = 30

/** The level at which a page stands; none for what is above those at the top. */
export async function levelOf(draft: Draft, id: string | null) {
  let level = 0
  for (let at = id; at !== null; at = (await draft.page(at))?.parent ?? null) level += 1
  return level
}

/** How many levels a page and those below it take up; looks no further than it must. */
export async function levelsFrom(draft: Draft, id: string) {
  let levels = 0
  for (let level = [id]; level.length > 0 && levels <= MOST_LEVELS; levels++) {
    const below: string[] = []
    for (const page of level) for (const sibling of await draft.list(page)) below.push(sibling.id)
    level = below
  }
  return levels
}

/** The page below which one may stand that stands too deep: it then is at the last level. */
export async function deepestAbove(draft: Draft, id: string): Promise<string | null> {
  const above: string[] = []
  for (let at = (await draft.page(id))?.parent; at; at = (await draft.page(at))?.parent) above.push(at)
  return above.at(-(MOST_LEVELS - 1)) ?? null
}

type Shape<T> = {
  belowOf: (tree: T) => readonly T[]
  withBelow: (tree: T, below: T[]) => T
  /** One that is now beside the tree it was in. */
  beside?: (tree: T, top: T) => T
}

/** The trees within so many levels: what was deeper is at the last one, right behind what it was below. */
export function withinLevels<T>(
  trees: readonly T[],
  shape: Shape<T>,
  levels = MOST_LEVELS,
): { trees: T[]; raised: T[] } {
  const { belowOf, withBelow, beside = (tree) => tree } = shape
  const raised: T[] = []
  const within = (some: readonly T[], left: number): T[] =>
    some.flatMap((tree) => {
      if (left > 1) return [withBelow(tree, within(belowOf(tree), left - 1))]
      const deeper = allBelow(tree, belowOf)
      for (const one of deeper) raised.push(one)
      return [withBelow(tree, []), ...deeper.map((one) => beside(withBelow(one, []), tree))]
    })
  return { trees: within(trees, levels), raised }
}

/** In the order in which they are read. Not by recursion: nobody knows yet how deep it goes. */
function allBelow<T>(top: T, belowOf: (tree: T) => readonly T[]) {
  const found: T[] = []
  const waiting = belowOf(top).toReversed()
  for (let tree = waiting.pop(); tree !== undefined; tree = waiting.pop()) {
    found.push(tree)
    for (const one of belowOf(tree).toReversed()) waiting.push(one)
  }
  return found
}
