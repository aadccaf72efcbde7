// Who gets the next free workers, so that slow scripts of one organization do not hold up the events of others.

/** Counted where the script is installed, and for who published it: either may be why there is much to do. */
export type Shared = { organizationId: string; publisherId: string }

/** Organizations that have their share at work, or anything at all. */
export function sharesOf(underWay: readonly Shared[], share: number) {
  const installed = countBy(underWay.map(({ organizationId }) => organizationId))
  const publishers = countBy(underWay.map(({ publisherId }) => publisherId))
  const full = (counts: Map<string, number>) => [...counts].filter(([, n]) => n >= share).map(([id]) => id)
  return {
    full: { installed: full(installed), publishers: full(publishers) },
    atWork: [...installed.keys()],
  }
}

/** Of what is due, in its order: each time the first of whoever has the least under way, and room for it. */
export function chooseFairly<Due extends Shared>(
  due: readonly Due[],
  underWay: readonly Shared[],
  { most, share }: { most: number; share: number },
): Due[] {
  const installed = countBy(underWay.map(({ organizationId }) => organizationId))
  const publishers = countBy(underWay.map(({ publisherId }) => publisherId))
  const left = [...due]
  const chosen: Due[] = []
  const ownOf = ({ organizationId }: Due) => installed.get(organizationId) ?? 0
  while (chosen.length < most) {
    const open = left.filter((one) => ownOf(one) < share && (publishers.get(one.publisherId) ?? 0) < share)
    const next = open.reduce<Due | undefined>(
      (best, one) => (best && ownOf(best) <= ownOf(one) ? best : one),
      undefined,
    )
    if (!next) break
    left.splice(left.indexOf(next), 1)
    chosen.push(next)
    installed.set(next.organizationId, ownOf(next) + 1)
    publishers.set(next.publisherId, (publishers.get(next.publisherId) ?? 0) + 1)
  }
  return chosen
}

function countBy(ids: readonly string[]) {
  const counts = new Map<string, number>()
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}
