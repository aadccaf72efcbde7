/**
 * Where something that comes back is in a list: behind the nearest of those that stood before it and are still
 * there, else at the beginning.
 */
export function placeAmong(before: string[], now: string[], id: string): number {
  const places = new Map(now.map((sibling, at) => [sibling, at]))
  for (const sibling of before.slice(0, Math.max(0, before.indexOf(id))).reverse()) {
    const at = places.get(sibling)
    if (at !== undefined) return at + 1
  }
  return 0
}
