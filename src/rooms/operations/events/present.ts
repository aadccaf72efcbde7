import type { Event } from './schema.ts'
import type { EventRow } from './store.ts'

export function presentEvent(row: EventRow): Event {
  return {
    object: 'event',
    id: row.id,
    type: row.type,
    createdAt: row.createdAt.toISOString(),
    actor: actorOf(row),
    requestId: row.requestId ?? undefined,
    organization: row.organizationId ?? undefined,
    resource: row.resource ?? undefined,
    payload: row.payload as Record<string, unknown>,
  }
}

function actorOf({ actorId, integration }: EventRow): Event['actor'] {
  const id = actorId ?? undefined
  if (integration !== null) return { kind: 'integration', id, integration }
  return id === undefined ? { kind: 'system' } : { kind: 'user', id }
}
