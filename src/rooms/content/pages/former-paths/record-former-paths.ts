import { type LeftPlace, leftPlaces } from '../../../../engines/content/diff/left-places.ts'
import { readRevision } from '../../../../engines/content/nodes/revision.ts'
import type { OutsideContext, WriteContext } from '../../../../kit/domain/context.ts'
import type { InTransaction } from '../../../../kit/domain/jobs.ts'
import { type Ancestor, ancestorsOf, openNodes } from '../../spaces/revisions/revisions.ts'
import { deleteOldestPlaces, insertPlaces, listFormerParents, lockIndex, updateIndex } from './store.ts'

/** Revisions that are looked at in one run: also how far back the history of a space is read the first time. */
const MOST_REVISIONS = 1_000
/** Revisions in which nothing moved, until it is written down that they were looked at. */
const UNTOLD = 50
/** Places a step. */
const STEP = 1_000
/** Places that are known of one space; those that were left first are forgotten. */
const MOST_PLACES = 50_000

/**
 * Looks at what readers saw since the last run, one revision after the other: a page that was renamed twice meanwhile
 * left two places. Each step is a transaction of its own, and safe to be made twice.
 */
export async function keepFormerPlaces(ctx: OutsideContext, spaceId: string, inTransaction: InTransaction) {
  const known = await inTransaction(({ db }) => lockIndex(db, spaceId))
  if (!known || known.seen === known.head) return
  const newestFirst = await ancestorsOf(ctx, spaceId, known.head, MOST_REVISIONS)
  const seenAt = newestFirst.findIndex(({ id }) => id === known.seen)
  const [first, ...later] = (seenAt < 0 ? newestFirst : newestFirst.slice(0, seenAt + 1)).reverse()
  let before = first
  for (const [count, after] of later.entries()) {
    const hasLeft = await keepLeft(ctx, { spaceId, before, after }, inTransaction)
    if (hasLeft || count % UNTOLD === UNTOLD - 1)
      await inTransaction(({ db }) => updateIndex(db, spaceId, after.id))
    before = after
  }
  await inTransaction(({ db }) => updateIndex(db, spaceId, known.head))
}

type Pair = { spaceId: string; before: Ancestor | undefined; after: Ancestor }

/** Whether any place was left between two revisions. */
async function keepLeft(ctx: OutsideContext, { spaceId, before, after }: Pair, inTransaction: InTransaction) {
  if (before?.root === after.root) return false
  const nodes = openNodes(ctx)
  const { moved, removed } = await leftPlaces(
    await readRevision(nodes, before?.root ?? null),
    await readRevision(nodes, after.root),
  )
  const insert = async (places: LeftPlace[]) => {
    for (const step of inSteps(places))
      await inTransaction(async ({ db }) => {
        // The space may have gone for good meanwhile.
        if (await lockIndex(db, spaceId)) await insertPlaces(db, spaceId, after.id, step)
      })
  }
  await insert(moved)
  await insert(await waypoints(ctx, spaceId, removed))
  if (moved.length > 0) await inTransaction((ctx) => forgetOldest(ctx, spaceId))
  return moved.length + removed.size > 0
}

/** Of pages that are gone, those on the way to pages that moved away from below them. All others are nowhere now. */
async function waypoints(ctx: OutsideContext, spaceId: string, removed: ReadonlyMap<string, LeftPlace>) {
  const kept = new Map<string, LeftPlace>()
  for (const ids of inSteps([...removed.keys()]))
    for (const id of await listFormerParents(ctx.db, spaceId, ids))
      for (let at = removed.get(id); at && !kept.has(at.pageId); at = removed.get(at.parentId))
        kept.set(at.pageId, at)
  return [...kept.values()]
}

function forgetOldest({ db }: WriteContext, spaceId: string) {
  return deleteOldestPlaces(db, spaceId, MOST_PLACES)
}

function* inSteps<T>(all: T[]) {
  for (let at = 0; at < all.length; at += STEP) yield all.slice(at, at + STEP)
}
