import type { Event } from './schema.ts'
import type { EventRow } from './store.ts'

export function presentEvent(row: EventRow): Event {
  return {
    object: 'event',
    id: row.id,
    type: row.type,
    createdAt: row.createdAt.toISOString(),
    actor: row.actorId === null ? { kind: 'system' } : { kind: 'user', id: row.actorId },
    requestId: row.requestId ?? undefined,
    organization: row.organizationId ?? undefined,
    resource: row.resource ?? undefined,
    payload: row.payload as Record<string, unknown>,
  }
}
