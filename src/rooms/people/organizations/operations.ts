import { signedIn } from '../../../kit/domain/subjects.ts'
import { ListOf, listOf, operation, Paging } from '../../../kit/http/operations/operation.ts'
import { organization, withStanding } from './access.ts'
import { changeOrganization } from './organizations.ts'
import { presentOrganization } from './present.ts'
import { Organization, OrganizationChanges } from './schema.ts'
import { listOrganizationsOf } from './store.ts'

export const operations = [
  operation({
    id: 'listOrganizationsForAuthenticatedUser',
    route: 'GET /v1/orgs',
    summary: 'List the organizations you belong to',
    on: signedIn,
    needs: 'ask',
    query: Paging,
    returns: ListOf(Organization),
    run: async ({ ctx, subject: caller, query }) =>
      listOf(await listOrganizationsOf(ctx.db, caller.id, query), (row) =>
        presentOrganization(withStanding(row), ctx.links),
      ),
  }),
  operation({
    id: 'getOrganizationById',
    route: 'GET /v1/orgs/{organizationId}',
    summary: 'Get an organization',
    on: organization,
    needs: 'view',
    returns: Organization,
    run: ({ ctx, subject: organization }) => presentOrganization(organization, ctx.links),
  }),
  operation({
    id: 'updateOrganizationById',
    route: 'PATCH /v1/orgs/{organizationId}',
    summary: 'Change the settings of an organization',
    description: 'What is absent stays as it is; null removes.',
    on: organization,
    needs: 'admin',
    body: OrganizationChanges,
    example: { title: 'Example Docs', emailDomains: ['example.org'], defaultRole: 'read' },
    returns: Organization,
    refuses: { 409: 'Another organization has this hostname' },
    run: async ({ ctx, subject: organization, body }) =>
      presentOrganization(await changeOrganization(ctx, organization, body), ctx.links),
  }),
]
