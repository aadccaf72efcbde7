import { type Selectable, sql } from 'kysely'
import { prepared } from '../../../kit/storage/database/prepared.ts'
import type { Db, Tables, Tx } from '../../../kit/storage/db.ts'
import { type PageQuery, pageOf } from '../../../kit/storage/page.ts'
import type { EventFilter } from './schema.ts'

export type EventRow = Selectable<Tables['events']>

export type LogQuery = Omit<EventFilter, 'since'> & PageQuery & { since?: Date; until?: Date }

/** What happened in an organization, newest first. */
export function listEvents(
  db: Db,
  organizationId: string,
  { type, actor, resource, since, until, ...page }: LogQuery,
) {
  let query = db.selectFrom('events').selectAll().where('organizationId', '=', organizationId)
  if (type?.endsWith('.*')) query = query.where(sql<boolean>`starts_with(type, ${type.slice(0, -1)})`)
  else if (type !== undefined && type !== '*') query = query.where('type', '=', type)
  if (actor !== undefined) query = query.where('actorId', '=', actor)
  if (since !== undefined) query = query.where('createdAt', '>=', since)
  if (until !== undefined) query = query.where('createdAt', '<=', until)
  // Nearly all events of an organization name it: the newest of them are found sooner by looking at each.
  if (resource === organizationId) query = query.where(names(resource))
  else if (resource !== undefined) query = query.where(isAmongNaming(organizationId, resource))
  return pageOf(query, page, { columns: ['id'], order: 'desc', position: ({ id }) => [id] })
}

export function findEvent(db: Db, organizationId: string, id: string): Promise<EventRow | undefined> {
  return db
    .selectFrom('events')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Whether a payload has this id in any of its fields, or among those of a list. */
function names(id: string) {
  return sql<boolean>`jsonb_path_exists(payload, '$.*[*] ? (@ == $id)', jsonb_build_object('id', ${id}::text))`
}

/**
 * Those that name an id are looked up first, in an index of what sequenced events name: so it costs the change that writes
 * an event nothing. Those that are not sequenced yet are few. An array, as the planner would otherwise rather walk through
 * all events from the newest to the oldest.
 */
function isAmongNaming(organizationId: string, id: string) {
  return sql<boolean>`id = any(array(
    select id from events where organization_id = ${organizationId} and sequence is not null
      and jsonb_path_query_array(payload, '$.*[*]') @> to_jsonb(${id}::text)
    union all
    select id from events where organization_id = ${organizationId} and sequence is null and ${names(id)}))`
}

type Behind = { organizationId: string; sequence: number; limit: number }

const sequencedBehind = prepared((db, { organizationId, sequence, limit }: Behind) =>
  db
    .selectFrom('events')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('sequence', '>', sequence)
    .orderBy('sequence')
    .limit(limit),
)

/** What was sequenced behind a place. */
export function listSequencedEvents(db: Db, behind: Behind): Promise<EventRow[]> {
  return sequencedBehind(db, behind)
}

/** The place of the last event of an organization. */
export async function findLastPlace(db: Db, organizationId: string): Promise<number> {
  const last = await db
    .selectFrom('events')
    .select('sequence')
    .where('organizationId', '=', organizationId)
    .where('sequence', 'is not', null)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.sequence ?? 0
}

export async function findPlaceOf(db: Db, organizationId: string, eventId: string) {
  const event = await db
    .selectFrom('events')
    .select('sequence')
    .where('organizationId', '=', organizationId)
    .where('id', '=', eventId)
    .executeTakeFirst()
  return event?.sequence ?? undefined
}

export type ExportFilter = { organizationId?: string; since?: Date }

/** All that is kept, oldest first, for the command line. */
export function listEventsBehind(
  db: Db,
  position: number,
  limit: number,
  { organizationId, since }: ExportFilter = {},
) {
  let query = db.selectFrom('events').selectAll().where('position', '>', position)
  if (organizationId !== undefined) query = query.where('organizationId', '=', organizationId)
  if (since !== undefined) query = query.where('createdAt', '>=', since)
  return query.orderBy('position').limit(limit).execute()
}

/** How many of those that are too old were deleted, at most so many. */
export async function deleteEventsBefore(db: Tx, time: Date, limit: number) {
  const { numAffectedRows } = await sql`delete from events where id in (
    select id from events where created_at < ${time} and sequence is not null order by created_at limit ${limit})`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}
