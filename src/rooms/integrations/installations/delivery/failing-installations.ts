// Scripts that fail again and again: admins hear of it, once a day for an installation.
import { Type } from 'typebox'
import type { WriteContext } from '../../../../kit/domain/context.ts'
import { job } from '../../../../kit/domain/jobs.ts'
import { listFailing, updateFailureTold } from './store-failing-installations.ts'

const DAY = 24 * 60 * 60 * 1000
/** Failures one after the other, within a day. One or two are a hiccup of somebody else's server. */
const OFTEN = 5
/** The others are found by the next run. */
const AT_ONCE = 200

export const noticeFailing = job({
  name: 'installations.notice-failing',
  payload: Type.Object({}),
  at: { minute: 23 },
  run: tellOfFailing,
})

async function tellOfFailing(ctx: WriteContext) {
  const now = ctx.clock.now()
  const since = new Date(now.getTime() - DAY)
  const failing = await listFailing(ctx.db, { since, often: OFTEN, most: AT_ONCE })
  if (failing.length === 0) return
  await updateFailureTold(
    ctx.db,
    failing.map(({ installationId }) => installationId),
    now,
  )
  await ctx.emit('installation.failing', ...failing)
}
