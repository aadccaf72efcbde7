import type { WriteContext } from '../../../kit/domain/context.ts'
import { signedIn } from '../../../kit/domain/subjects.ts'
import { ListOf, listOf, operation } from '../../../kit/http/operations/operation.ts'
import { organization, type SeenOrganization, withStanding } from './access.ts'
import { changeOrganization } from './organizations.ts'
import { presentOrganization } from './present.ts'
import { NewOrganization, Organization, OrganizationChanges, OrganizationFilter } from './schema.ts'
import { listOrganizationsOf } from './store.ts'

type Found = (ctx: WriteContext, founderId: string, details: NewOrganization) => Promise<SeenOrganization>

/** Whoever founds an organization becomes its first member: how, the room of members knows, which comes after this one. */
export const createOrganization = (found: Found) =>
  operation({
    id: 'createOrganization',
    route: 'POST /v1/orgs',
    summary: 'Create an organization',
    description: 'You become its admin.',
    on: signedIn,
    needs: 'ask',
    body: NewOrganization,
    example: { title: 'Example Docs' },
    status: 201,
    returns: Organization,
    location: (made) => `/v1/orgs/${made.id}`,
    run: async ({ ctx, subject: caller, body }) =>
      presentOrganization(await found(ctx, caller.id, body), ctx.links),
  })

export const operations = [
  operation({
    id: 'listOrganizationsForAuthenticatedUser',
    route: 'GET /v1/orgs',
    summary: 'List the organizations you belong to',
    on: signedIn,
    needs: 'ask',
    query: OrganizationFilter,
    returns: ListOf(Organization),
    run: async ({ ctx, subject: caller, query }) =>
      listOf(await listOrganizationsOf(ctx.db, caller, query), (row) =>
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
    refuses: {
      409: 'Another organization has this hostname',
      412: '`sso` is set, and you did not sign in with one of its identity providers',
    },
    run: async ({ ctx, subject: organization, body }) =>
      presentOrganization(await changeOrganization(ctx, organization, body), ctx.links),
  }),
]
