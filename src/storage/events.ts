import { sql } from 'kysely'
import type { Db } from './db.ts'
import { prepared } from './prepared.ts'

export type NewEvents = {
  ids: string[]
  organizationIds: (string | null)[]
  payloads: string[]
  actorId: string | null
  type: string
  createdAt: Date
}

// One text for any number of events.
const addEvents = prepared(
  (_db, { ids, organizationIds, payloads, actorId, type, createdAt }: NewEvents) => sql`
    insert into events (id, organization_id, actor_id, type, payload, created_at)
    select fresh.id, fresh.organization_id, ${actorId}::text, ${type}::text, fresh.payload, ${createdAt}::timestamptz
    from unnest(${ids}::text[], ${organizationIds}::text[], ${payloads}::jsonb[]) fresh (id, organization_id, payload)`,
)

export async function insertEvents(db: Db, events: NewEvents) {
  await addEvents(db, events)
}
