import type { ReadContext } from '../../../kit/domain/context.ts'
import { isEventPattern } from '../../../kit/domain/events.ts'
import { invalid } from '../../../kit/domain/problems.ts'
import type { PageQuery } from '../../../kit/storage/page.ts'
import type { EventFilter } from './schema.ts'
import { listEvents } from './store.ts'

/** What happened in an organization. A type that there is none of is most likely a spelling mistake. */
export function readLog(ctx: ReadContext, organizationId: string, filter: EventFilter & PageQuery) {
  const { type, since, ...rest } = filter
  if (type !== undefined && !isEventPattern(type))
    throw invalid(
      'query.type must be a type of events, as in team.created, or a family of them, as in team.*',
      {
        field: 'query.type',
      },
    )
  return listEvents(ctx.db, organizationId, { ...rest, type, since: timeOf(since, 'query.since') })
}

export function timeOf(text: string | undefined, field: string) {
  const time = text === undefined ? undefined : new Date(text)
  // Leap seconds and odd zones are valid date-times that no date can hold.
  if (time && Number.isNaN(time.getTime())) throw invalid(`${field} must be a time`, { field })
  return time
}
