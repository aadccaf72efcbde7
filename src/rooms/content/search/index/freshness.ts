// The index follows a change within a moment. Whoever searches in that moment waits for it, within limits, or is told.
import type { ReadContext } from '../../../../kit/domain/context.ts'
import type { CacheKind } from '../../../../kit/storage/fresh-cache.ts'
import { pause } from '../../../../world/threads/pause.ts'
import { listSpacesBehindIn, listSpacesBehindOf, type SpaceBehind } from '../store.ts'
import type { Among } from '../store-spaces.ts'

/** How long a search waits, in milliseconds, and how often it looks meanwhile. */
const PATIENCE = 1_000
const LOOK_EVERY = 40
/** Behind an older change the job is long, or was given up: nobody waits for that. */
const JUST_NOW = 10_000

/** Waits while the index is about to follow; returns whether it still describes less than what readers see. */
export function waitForIndex(ctx: ReadContext, spaceIds: string[]): Promise<boolean> {
  return wait(ctx, () => listSpacesBehindOf(ctx.db, { spaceIds }))
}

/** The same for all that somebody may read in an organization. */
export function waitForIndexes(ctx: ReadContext, among: Among): Promise<boolean> {
  return wait(ctx, async () => (await behindIn(ctx, among)).filter(({ isListed }) => isListed))
}

async function wait(ctx: ReadContext, listBehind: () => Promise<SpaceBehind[]>): Promise<boolean> {
  const until = ctx.clock.now().getTime() + PATIENCE
  for (;;) {
    const behind = await listBehind()
    const now = ctx.clock.now().getTime()
    const isAboutToFollow = behind.some(({ changedAt }) => now - changedAt.getTime() < JUST_NOW)
    if (!isAboutToFollow || now >= until) return behind.length > 0
    await pause(LOOK_EVERY)
  }
}

/** Spaces that were behind at a time; all that changed before it were not. */
type LookedAt = { until: Date; behind: string[] }

const LOOKED_AT: CacheKind<LookedAt> = { name: 'search-looked-at' }
const BYTES_A_SPACE = 60
/** A change has the time of the process that made it, and is seen when it is committed. */
const MARGIN = 30_000
const BEGINNING = new Date(0)

/** Only what changed since somebody looked last is looked at, and what was behind then. */
async function behindIn({ cache, clock, db }: ReadContext, among: Among) {
  const { until: since = BEGINNING, behind: known = [] } = cache.last(LOOKED_AT, among.organizationId) ?? {}
  const until = new Date(clock.now().getTime() - MARGIN)
  const rows = await listSpacesBehindIn(db, { ...among, since, known })
  const behind = rows.map(({ id }) => id)
  cache.keepLast(LOOKED_AT, among.organizationId, {
    value: { until, behind },
    bytes: 100 + behind.length * BYTES_A_SPACE,
  })
  return rows
}
