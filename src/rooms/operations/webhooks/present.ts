import type { Webhook, WebhookDelivery } from './schema.ts'
import type { ListedDelivery, WebhookRow } from './store.ts'

export function presentWebhook(row: WebhookRow): Webhook {
  return {
    object: 'webhook',
    id: row.id,
    url: row.url,
    description: row.description,
    events: row.events,
    enabled: row.isEnabled,
    disabledReason: row.disabledReason ?? undefined,
    failingSince: row.failingSince?.toISOString(),
    createdAt: row.createdAt.toISOString(),
  }
}

export function presentDelivery(row: ListedDelivery): WebhookDelivery {
  const { answerStatus, answerBody } = row
  return {
    object: 'webhook-delivery',
    id: row.id,
    event: row.eventId,
    type: row.type ?? undefined,
    status: row.status,
    attempts: row.attempts,
    createdAt: row.createdAt.toISOString(),
    lastAttemptAt: row.lastAttemptAt?.toISOString(),
    nextAttemptAt: row.status === 'waiting' ? row.nextAttemptAt.toISOString() : undefined,
    answer: answerStatus === null ? undefined : { status: answerStatus, body: answerBody ?? '' },
    error: row.error ?? undefined,
    milliseconds: row.milliseconds ?? undefined,
  }
}
