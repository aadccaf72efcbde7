import { ListOf, listOf, operation } from '../../../kit/http/operations/operation.ts'
import { organization } from '../../people/organizations/access.ts'
import { auditActions, auditEventOf, readAuditLog } from './audit.ts'
import { presentAuditDetails, presentAuditEvent } from './present-audit.ts'
import { AuditEvent, AuditEventActions, AuditEventDetails, AuditFilter } from './schema-audit.ts'

export const operations = [
  operation({
    id: 'listOrganizationAuditEventActions',
    route: 'GET /v1/orgs/{organizationId}/audit-event-actions',
    summary: 'List the actions in the audit log',
    on: organization,
    needs: 'admin',
    returns: AuditEventActions,
    run: () => ({ items: auditActions() }),
  }),
  operation({
    id: 'listOrganizationAuditEvents',
    route: 'GET /v1/orgs/{organizationId}/audit-events',
    summary: 'List the audit events of an organization',
    description: 'The newest first. The same as `GET …/events`, in the form that other clients read.',
    on: organization,
    needs: 'admin',
    query: AuditFilter,
    returns: ListOf(AuditEvent),
    run: async ({ ctx, subject, query }) =>
      listOf(await readAuditLog(ctx, subject.id, query), (row) => presentAuditEvent(row, ctx.links)),
  }),
  operation({
    id: 'getOrganizationAuditEvent',
    route: 'GET /v1/orgs/{organizationId}/audit-events/{auditEventId}',
    summary: 'Get an audit event',
    on: organization,
    needs: 'admin',
    returns: AuditEventDetails,
    refuses: { 404: 'Event not found, or no longer stored' },
    run: async ({ ctx, subject, params }) =>
      presentAuditDetails(await auditEventOf(ctx, subject.id, params.auditEventId), ctx.links),
  }),
]
