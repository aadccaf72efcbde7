import { Type } from 'typebox'
import { job } from '../../../kit/domain/jobs.ts'
import type { Told } from './delivery/call-script.ts'
import { deleteOldDeliveries, deleteOldSnapshots } from './delivery/store-deliveries.ts'
import { queueEvent } from './delivery/waiting-events.ts'
import { keepScopesOfVersion } from './store.ts'

const DELIVERIES_KEPT = 14 * 24 * 60 * 60 * 1000

const Delivered = Type.Object({
  integration: Type.String(),
  event: Type.Unsafe<Told>(Type.Object({ type: Type.String() }, { additionalProperties: true })),
  /** Of what may be gone by now. */
  snapshotId: Type.Optional(Type.String()),
})

/** Of earlier releases, which sent a job for each event; tasks wait for a day at most. */
export const queueSentEvent = job({
  name: 'integrations.deliver',
  payload: Delivered,
  run: (ctx, sent) => queueEvent(ctx, sent),
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
