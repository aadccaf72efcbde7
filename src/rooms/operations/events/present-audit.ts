import type { Links } from '../../../kit/domain/links.ts'
import type { AuditEvent, AuditEventDetails } from './schema-audit.ts'
import type { EventRow } from './store.ts'

export function presentAuditEvent(row: EventRow, links: Links): AuditEvent {
  const { id, type, organizationId, resource } = row
  const [family = ''] = type.split('.')
  return {
    object: 'audit-event',
    id,
    occurredAt: row.createdAt.toISOString(),
    action: type,
    ...actorOf(row),
    target: { type: family, id: resource ?? organizationId ?? '' },
    urls: { location: `${links.organization(organizationId ?? '').location}/audit-events/${id}` },
  }
}

function actorOf({ actorId, integration }: EventRow): Pick<AuditEvent, 'actor' | 'source'> {
  if (integration !== null) return { actor: { type: 'integration', id: integration }, source: 'integration' }
  return actorId === null
    ? { actor: { type: 'system', id: 'system' }, source: 'workflow' }
    : { actor: { type: 'user', id: actorId }, source: 'api' }
}

export function presentAuditDetails(row: EventRow, links: Links): AuditEventDetails {
  return {
    ...presentAuditEvent(row, links),
    correlationId: row.requestId ?? undefined,
    schemaVersion: 1,
    payload: row.payload as Record<string, unknown>,
  }
}
