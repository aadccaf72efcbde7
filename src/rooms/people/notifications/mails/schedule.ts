// When somebody is mailed about something, by what they chose.
import { howMailed, type Reason } from '../reasons.ts'
import type { Chosen } from '../store-settings.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** What is not urgent waits for what else happens in the same place. */
const GATHERING = 10 * MINUTE
/** The hour of daily digests, in UTC. */
const MORNING = 7

/** Together with what else happened in the same place, or with everything. */
export type Batch = 'thread' | 'digest'
export type Due = { batch: Batch; dueAt: Date }

export function mailDue(reason: Reason, chosen: Chosen, now: Date): Due | undefined {
  const how = howMailed(reason)
  if (how === 'never' || !chosen.mayBeMailed) return
  switch (chosen.delivery) {
    case 'inbox':
      return
    case 'immediately':
      return {
        batch: 'thread',
        dueAt: how === 'urgent' ? now : new Date(now.getTime() + GATHERING),
      }
    case 'hourly':
      return { batch: 'digest', dueAt: nextHour(now) }
    case 'daily':
      return { batch: 'digest', dueAt: nextMorning(now) }
  }
}

export function nextHour(now: Date) {
  return new Date(Math.floor(now.getTime() / HOUR) * HOUR + HOUR)
}

function nextMorning(now: Date) {
  const today = Math.floor(now.getTime() / DAY) * DAY + MORNING * HOUR
  return new Date(today > now.getTime() ? today : today + DAY)
}
