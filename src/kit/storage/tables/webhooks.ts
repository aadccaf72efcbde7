import type { Generated } from 'kysely'

export type WebhookTables = {
  webhooks: WebhooksTable
  webhookDeliveries: WebhookDeliveriesTable
}

type WebhooksTable = {
  id: string
  organizationId: string
  url: string
  description: string
  events: string[]
  /** Sealed. */
  secret: string
  earlierSecret: string | null
  earlierUntil: Date | null
  isEnabled: boolean
  disabledReason: string | null
  createdBy: string | null
  createdAt: Date
  failingSince: Date | null
  dueAt: Date | null
  claimedUntil: Date | null
}

export type DeliveryStatus = 'waiting' | 'delivered' | 'failed'

type WebhookDeliveriesTable = {
  id: Generated<string>
  webhookId: string
  eventId: string
  position: Generated<number>
  resource: string
  status: DeliveryStatus
  attempts: Generated<number>
  firstAttemptAt: Date | null
  lastAttemptAt: Date | null
  nextAttemptAt: Date
  answerStatus: number | null
  answerBody: string | null
  error: string | null
  milliseconds: number | null
  createdAt: Date
}
