import type { Links } from '../../../kit/domain/links.ts'
import type { AuditRow } from './audit-targets.ts'
import type { AuditEvent, AuditEventDetails } from './schema-audit.ts'
import type { EventRow } from './store.ts'

export function presentAuditEvent(row: AuditRow, links: Links): AuditEvent {
  const { id, type, organizationId, target } = row
  return {
    object: 'audit-event',
    id,
    occurredAt: row.createdAt.toISOString(),
    action: type,
    ...actorOf(row),
    target,
    urls: { location: `${links.organization(organizationId ?? '').location}/audit-events/${id}` },
  }
}

function actorOf({ actorId, integration }: EventRow): Pick<AuditEvent, 'actor' | 'source'> {
  if (integration !== null) return { actor: { type: 'integration', id: integration }, source: 'integration' }
  return actorId === null
    ? { actor: { type: 'system', id: 'system' }, source: 'workflow' }
    : { actor: { type: 'user', id: actorId }, source: 'api' }
}

export function presentAuditDetails(row: AuditRow, links: Links): AuditEventDetails {
  return {
    ...presentAuditEvent(row, links),
    correlationId: row.requestId ?? undefined,
    schemaVersion: 1,
    payload: row.payload as Record<string, unknown>,
  }
}
