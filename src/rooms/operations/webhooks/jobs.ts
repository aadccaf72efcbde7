import { Type } from 'typebox'
import { job } from '../../../kit/domain/jobs.ts'
import { deleteDeliveriesBefore } from './store.ts'

/** Long enough to see what went wrong, and to send it once more. */
const KEPT = 30 * 24 * 60 * 60 * 1000

export const forgetDeliveries = job({
  name: 'webhooks.forget',
  payload: Type.Object({}),
  at: { hour: 4, minute: 31 },
  run: ({ db, clock }) => deleteDeliveriesBefore(db, new Date(clock.now().getTime() - KEPT)),
})
