import type { Gauge } from '../../../kit/domain/gauge.ts'
import { countFailingWebhooks, describeWaiting } from './store-counts.ts'

export const gauges: Gauge[] = [
  {
    name: 'quire_webhook_deliveries_waiting',
    help: 'Deliveries to webhooks that are still to be made',
    read: async (db, now) => [{ value: (await describeWaiting(db, now)).count }],
  },
  {
    name: 'quire_webhook_oldest_waiting_seconds',
    help: 'Age of the oldest delivery to a webhook that is still to be made',
    read: async (db, now) => [{ value: (await describeWaiting(db, now)).oldest }],
  },
  {
    name: 'quire_webhooks_failing',
    help: 'Webhooks whose receiver takes nothing',
    read: async (db) => [{ value: await countFailingWebhooks(db) }],
  },
]
