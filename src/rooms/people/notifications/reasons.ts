// Why somebody is told, and how urgent that is.
import type { NotificationDelivery, NotificationLevel } from '../../../kit/storage/tables/notifications.ts'

export const LEVELS = [
  'everything',
  'concerning-me',
  'nothing',
] as const satisfies readonly NotificationLevel[]
export const DELIVERIES = [
  'immediately',
  'hourly',
  'daily',
  'inbox',
] as const satisfies readonly NotificationDelivery[]

/** `urgent` is mailed at once where people are mailed immediately, `batched` with what else happens in ten minutes. */
type Mailed = 'urgent' | 'batched' | 'never'

const MAILED = {
  mentioned: 'urgent',
  'review-requested': 'urgent',
  approved: 'urgent',
  'changes-requested': 'urgent',
  replied: 'urgent',
  conflict: 'urgent',
  'sync-failed': 'urgent',
  'webhook-disabled': 'urgent',
  'integration-failing': 'batched',
  'scopes-requested': 'batched',
  commented: 'batched',
  merged: 'batched',
  opened: 'batched',
  // An invitation has a mail of its own.
  added: 'never',
} as const satisfies Record<string, Mailed>

export type Reason = keyof typeof MAILED
export const REASONS = Object.keys(MAILED) as [Reason, ...Reason[]]

export const howMailed = (reason: Reason): Mailed => MAILED[reason]
