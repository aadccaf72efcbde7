// The index follows a change within a moment. Whoever searches in that moment waits for it, within limits, or is told.
import type { ReadContext } from '../../../../kit/domain/context.ts'
import { pause } from '../../../../world/threads/pause.ts'
import { listSpacesBehindOf } from '../store.ts'

/** How long a search waits, in milliseconds, and how often it looks meanwhile. */
const PATIENCE = 1_000
const LOOK_EVERY = 40
/** Behind an older change the job is long, or was given up: nobody waits for that. */
const JUST_NOW = 10_000

/** Waits while the index is about to follow; returns whether it still describes less than what readers see. */
export async function waitForIndex(ctx: ReadContext, spaceIds: string[]): Promise<boolean> {
  const until = ctx.clock.now().getTime() + PATIENCE
  for (;;) {
    const behind = await listSpacesBehindOf(ctx.db, { spaceIds })
    const now = ctx.clock.now().getTime()
    const isAboutToFollow = behind.some(({ changedAt }) => now - changedAt.getTime() < JUST_NOW)
    if (!isAboutToFollow || now >= until) return behind.length > 0
    await pause(LOOK_EVERY)
  }
}
