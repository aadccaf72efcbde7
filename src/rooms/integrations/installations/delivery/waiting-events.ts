// Events on their way to scripts. They wait in a table of their own, from which each organization gets its share of workers.
import type { OutsideContext, WriteContext } from '../../../../kit/domain/context.ts'
import type { InTransaction } from '../../../../kit/domain/jobs.ts'
import { poller } from '../../../../kit/domain/poller.ts'
import { ScriptFailed } from '../../../../world/scripts/failure.ts'
import { findIntegration } from '../../integrations/integrations.ts'
import { findInstallationById, findPlacement } from '../store.ts'
import { callScript, type Told } from './call-script.ts'
import { forgetSnapshot, openSnapshot } from './snapshots.ts'
import {
  type ClaimedEvent,
  claimWaiting,
  type DueEvent,
  deleteWaiting,
  insertWaiting,
  listDue,
  postponeWaiting,
} from './store-waiting.ts'
import { chooseFairly, sharesOf } from './worker-shares.ts'

const WORKERS = 8
/** Of one organization, so that as many are left to others. */
const SHARE = WORKERS / 2
/** Events that a choice is made from. */
const CHOICE = 100
/** Milliseconds; longer than a script may wait, start, answer and go on behind its answer, twice. */
const CLAIM = 4 * 60 * 1000
/** Seconds after each attempt that found no free process. Then it is given up. */
const PAUSES = [1, 5, 20, 60, 120]

type QueuedEvent = { integration: string; event: Told; snapshotId?: string }

/** Rolled back with the change that it tells of. */
export async function queueEvent(
  ctx: WriteContext,
  { integration, event, snapshotId }: QueuedEvent,
  dueAt = ctx.clock.now(),
) {
  const { installationId } = event
  await insertWaiting(ctx.db, {
    integration,
    installationId: typeof installationId === 'string' ? installationId : null,
    event,
    snapshotId,
    dueAt,
  })
}

type Piece = ClaimedEvent & Pick<DueEvent, 'publisherId'>

/** Tells scripts of integrations what happened. */
export const tellScripts = poller<Piece>({
  name: 'integrations.tell',
  atOnce: WORKERS,
  async claim({ db, clock }, most, underWay) {
    const now = clock.now()
    const due = await listDue(db, { now, mostOfLine: SHARE, ...sharesOf(underWay, SHARE), most: CHOICE })
    const chosen = chooseFairly(due, underWay, { most, share: SHARE })
    const positions = chosen.map(({ position }) => position)
    const claimed = await claimWaiting(db, positions, { now, until: new Date(now.getTime() + CLAIM) })
    const publishers = new Map(chosen.map(({ position, publisherId }) => [position, publisherId]))
    return claimed
      .sort((one, other) => positions.indexOf(one.position) - positions.indexOf(other.position))
      .map((event) => ({ ...event, publisherId: publishers.get(event.position) ?? '' }))
  },
  async run(ctx, waiting, inTransaction) {
    // Its process died each time, or could not write down that it was done.
    if (waiting.attempts > PAUSES.length + 1) return giveUp(ctx, waiting, inTransaction)
    try {
      await tell(ctx, waiting)
    } catch (error) {
      if (!(error instanceof ScriptFailed)) throw error
      if (isOurs(error)) return tellLater(ctx, waiting, inTransaction)
      // What the script does wrong is written down for its author; to tell it again would be no better.
    }
    await inTransaction((tx) => forget(tx, waiting))
  },
})

/** Not the script's fault: no process was free, or the service closes. */
function isOurs({ kind }: ScriptFailed) {
  return kind === 'busy' || kind === 'closed'
}

async function tell(ctx: OutsideContext, { integration: name, event, snapshotId }: ClaimedEvent) {
  const integration = await findIntegration(ctx, name)
  if (!integration) return
  const snapshot = snapshotId === null ? undefined : await openSnapshot(ctx, snapshotId)
  const to = snapshotId === null ? await placeOf(ctx, event) : snapshot?.to
  if (!to) return
  const { finished } = await callScript(ctx, { integration, ...to }, { ...event, ...snapshot?.told })
  await finished
}

async function tellLater(ctx: OutsideContext, waiting: ClaimedEvent, inTransaction: InTransaction) {
  const pause = PAUSES[waiting.attempts - 1]
  if (pause === undefined) return giveUp(ctx, waiting, inTransaction)
  const dueAt = new Date(ctx.clock.now().getTime() + pause * 1000)
  await inTransaction((tx) => postponeWaiting(tx.db, waiting.position, dueAt))
}

async function giveUp(ctx: OutsideContext, waiting: ClaimedEvent, inTransaction: InTransaction) {
  const { integration, organizationId, attempts } = waiting
  ctx.log.error({ integration, organizationId, attempts }, 'an event for a script was dropped')
  await inTransaction((tx) => forget(tx, waiting))
}

async function forget(ctx: WriteContext, { position, snapshotId }: ClaimedEvent) {
  await deleteWaiting(ctx.db, position)
  if (snapshotId !== null) await forgetSnapshot(ctx, snapshotId)
}

async function placeOf(ctx: OutsideContext, { installationId, spaceId, siteId }: Told) {
  // A task may be for the integration itself.
  if (typeof installationId !== 'string') return {}
  const installation = await findInstallationById(ctx.db, installationId)
  if (!installation) return
  if (typeof spaceId === 'string')
    return {
      installation,
      placement: await findPlacement(ctx.db, installationId, { kind: 'space', id: spaceId }),
    }
  if (typeof siteId === 'string')
    return {
      installation,
      placement: await findPlacement(ctx.db, installationId, { kind: 'site', id: siteId }),
    }
  return { installation }
}
