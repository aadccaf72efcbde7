import { sql } from 'kysely'
import type { Channel } from './database/listener.ts'
import { prepared } from './database/prepared.ts'
import type { Db, Tx } from './db.ts'

export type NewEvents = {
  ids: string[]
  types: string[]
  organizationIds: (string | null)[]
  resources: (string | null)[]
  payloads: string[]
  actorId: string | null
  integration: string | null
  requestId: string | null
  traceparent: string | null
  createdAt: Date
  /** For all processes, when the transaction commits. */
  notices: string[]
}

const CHANGES: Channel = 'quire_changes'
const EVENTS: Channel = 'quire_events'

// One text for any number of events.
const addEvents = prepared(
  (
    _db,
    {
      ids,
      types,
      organizationIds,
      resources,
      payloads,
      actorId,
      integration,
      requestId,
      traceparent,
      createdAt,
      notices,
    }: NewEvents,
  ) => sql`
    with told as (select pg_notify(${CHANGES}::text, notice) from unnest(${notices}::text[]) notice)
    insert into events
      (id, organization_id, actor_id, integration, request_id, traceparent, type, resource, payload, created_at)
    select fresh.id, fresh.organization_id, ${actorId}::text, ${integration}::text, ${requestId}::text,
      ${traceparent}::text, fresh.type, fresh.resource, fresh.payload, ${createdAt}::timestamptz
    from unnest(${ids}::text[], ${types}::text[], ${organizationIds}::text[], ${resources}::text[], ${payloads}::jsonb[])
      with ordinality fresh (id, type, organization_id, resource, payload, place)
    where (select count(*) from told) >= 0
    order by fresh.place`,
)

export async function insertEvents(db: Tx, events: NewEvents) {
  await addEvents(db, events)
}

/** Events that are committed and have no place yet. */
const findUnsequenced = prepared<object, { isThere: boolean }>(
  () => sql`select exists (select from events where sequence is null) as is_there`,
)

export async function hasUnsequencedEvents(db: Db) {
  const [found] = await findUnsequenced(db, {})
  return found?.isThere === true
}

/** More are sequenced by the next transaction. */
const SETTLED_AT_ONCE = 500
/** Stands for all organizations in a notice, which holds 8,000 bytes. */
export const ANY_ORGANIZATION = '*'
const MOST_NAMED = 100

export type SequencedEvent = {
  id: string
  organizationId: string | null
  type: string
  payload: unknown
  createdAt: Date
  actorId: string | null
  requestId: string | null
  traceparent: string | null
}

/**
 * Gives events that are committed their places, and tells all processes whose they were. One transaction does so at a
 * time, and each sees what the one before it did: so no place is given behind one that somebody has read already.
 */
export async function sequenceEvents(db: Tx): Promise<SequencedEvent[]> {
  // A statement of its own: what the next one sees begins when nobody else sequences any more.
  await sql`select pg_advisory_xact_lock(hashtext('quire events'))`.execute(db)
  const { rows } = await sql<SequencedEvent>`
    with placed as materialized (
      select id, nextval('event_sequence') as sequence
      from (select id from events where sequence is null order by position limit ${SETTLED_AT_ONCE}) fresh
    ), sequenced as (
      update events set sequence = placed.sequence from placed where placed.id = events.id
      returning events.id, organization_id, type, payload, created_at, actor_id, request_id,
        traceparent, events.sequence
    ) select id, organization_id, type, payload, created_at, actor_id, request_id, traceparent from sequenced order by sequence`.execute(
    db,
  )
  const organizations = [
    ...new Set(rows.map(({ organizationId }) => organizationId).filter((id) => id !== null)),
  ]
  const notice = organizations.length > MOST_NAMED ? ANY_ORGANIZATION : organizations.join(' ')
  if (notice !== '') await sql`select pg_notify(${EVENTS}, ${notice})`.execute(db)
  return rows
}
