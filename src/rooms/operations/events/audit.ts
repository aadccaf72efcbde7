import type { ReadContext } from '../../../kit/domain/context.ts'
import { EVENTS } from '../../../kit/domain/event-shapes.ts'
import { isEventType } from '../../../kit/domain/events.ts'
import { invalid, notFound } from '../../../kit/domain/problems.ts'
import type { PageQuery } from '../../../kit/storage/page.ts'
import { withTargets } from './audit-targets.ts'
import { timeOf } from './log.ts'
import type { AuditFilter } from './schema-audit.ts'
import { findEvent, listEvents } from './store.ts'

export function auditActions() {
  return Object.entries(EVENTS).map(([id, { about }]) => ({
    object: 'audit-event-action' as const,
    id,
    label: about,
  }))
}

export async function readAuditLog(
  ctx: ReadContext,
  organizationId: string,
  filter: AuditFilter & PageQuery,
) {
  const { action: type, target: resource, from, to, ...rest } = filter
  if (type !== undefined && !isEventType(type))
    throw invalid('query.action must be an action of audit events, as in team.created', {
      field: 'query.action',
    })
  const times = { since: timeOf(from, 'query.from'), until: timeOf(to, 'query.to') }
  const page = await listEvents(ctx.db, organizationId, { ...rest, type, resource, ...times })
  return { ...page, rows: await withTargets(ctx.db, organizationId, page.rows) }
}

export async function auditEventOf(ctx: ReadContext, organizationId: string, id: string) {
  const found = await findEvent(ctx.db, organizationId, id)
  const [row] = await withTargets(ctx.db, organizationId, found ? [found] : [])
  if (!row) throw notFound('event')
  return row
}
