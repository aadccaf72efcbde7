import { Type } from 'typebox'
import type { OutsideContext } from '../../../kit/domain/context.ts'
import { job, longJob } from '../../../kit/domain/jobs.ts'
import { ScriptFailed } from '../../../world/scripts/failure.ts'
import { findIntegration } from '../integrations/integrations.ts'
import { callScript } from './delivery/calling.ts'
import type { Told } from './delivery/notify-script.ts'
import { forgetSnapshot, openSnapshot } from './delivery/snapshots.ts'
import { deleteOldDeliveries, deleteOldSnapshots } from './delivery/store-deliveries.ts'
import { findInstallationById, findPlacement, keepScopesOfVersion } from './store.ts'

const DELIVERIES_KEPT = 14 * 24 * 60 * 60 * 1000

const Delivered = Type.Object({
  integration: Type.String(),
  event: Type.Unsafe<Told>(Type.Object({ type: Type.String() }, { additionalProperties: true })),
  /** Of what may be gone by now. */
  snapshotId: Type.Optional(Type.String()),
})

/** Tells a script of an integration that something happened. */
export const deliverEvent = longJob({
  name: 'integrations.deliver',
  payload: Delivered,
  atOnce: 4,
  async run(ctx, { integration: name, event, snapshotId }, inTransaction) {
    const integration = await findIntegration(ctx, name)
    if (!integration) return
    const snapshot = snapshotId === undefined ? undefined : await openSnapshot(ctx, snapshotId)
    const to = snapshotId === undefined ? await placeOf(ctx, event) : snapshot?.to
    if (!to) return
    try {
      const { finished } = await callScript(ctx, { integration, ...to }, { ...event, ...snapshot?.told })
      await finished
    } catch (error) {
      // What the script does wrong is written down for its author; to tell it again would be no better.
      if (!(error instanceof ScriptFailed) || error.kind === 'busy') throw error
    }
    if (snapshotId !== undefined) await inTransaction((tx) => forgetSnapshot(tx, snapshotId))
  },
})

/** What a version does not ask for, the next one gets only when it is approved again. */
export const narrowScopes = job({
  name: 'installations.narrow-scopes',
  payload: Type.Object(
    { integration: Type.String(), version: Type.Integer() },
    { additionalProperties: true },
  ),
  run: (ctx, { integration, version }) => keepScopesOfVersion(ctx.db, integration, version),
})

export const forgetScriptEvents = job({
  name: 'integrations.forget-deliveries',
  payload: Type.Object({}),
  at: { hour: 4, minute: 20 },
  async run(ctx) {
    const before = new Date(ctx.clock.now().getTime() - DELIVERIES_KEPT)
    await deleteOldDeliveries(ctx.db, before)
    await deleteOldSnapshots(ctx.db, before)
  },
})

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
