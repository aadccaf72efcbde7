import { sql } from 'kysely'
import type { Db } from './db.ts'
import type { Channel } from './listener.ts'
import { prepared } from './prepared.ts'

export type NewEvents = {
  ids: string[]
  organizationIds: (string | null)[]
  payloads: string[]
  actorId: string | null
  type: string
  createdAt: Date
  /** For all processes, when the transaction commits. */
  notices: string[]
}

const CHANNEL: Channel = 'quire_changes'

// One text for any number of events.
const addEvents = prepared(
  (_db, { ids, organizationIds, payloads, actorId, type, createdAt, notices }: NewEvents) => sql`
    with told as (select pg_notify(${CHANNEL}::text, notice) from unnest(${notices}::text[]) notice)
    insert into events (id, organization_id, actor_id, type, payload, created_at)
    select fresh.id, fresh.organization_id, ${actorId}::text, ${type}::text, fresh.payload, ${createdAt}::timestamptz
    from unnest(${ids}::text[], ${organizationIds}::text[], ${payloads}::jsonb[]) fresh (id, organization_id, payload)
    where (select count(*) from told) >= 0`,
)

export async function insertEvents(db: Db, events: NewEvents) {
  await addEvents(db, events)
}
