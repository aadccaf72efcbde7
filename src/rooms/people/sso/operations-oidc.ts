import { ListOf, listOf, operation, Paging } from '../../../kit/http/operations/operation.ts'
import { checkProvider } from '../../../world/oidc/client.ts'
import { organization } from '../organizations/access.ts'
import { oidcProvider } from './access.ts'
import { oidcOf } from './oidc.ts'
import { presentOidcProvider } from './present.ts'
import { changeOidcProvider, createOidcProvider, removeProvider } from './providers.ts'
import { Check, NewOidcProvider, OidcProviderChanges, OidcProviderShape } from './schema.ts'
import { pageProviders } from './store-providers.ts'

export const operations = [
  operation({
    id: 'listOrganizationOIDCProviders',
    route: 'GET /v1/orgs/{organizationId}/oidc',
    summary: 'List the OpenID Connect providers of an organization',
    on: organization,
    needs: 'admin',
    query: Paging,
    returns: ListOf(OidcProviderShape),
    run: async ({ ctx, subject, query }) => {
      const page = await pageProviders(ctx.db, subject.id, 'oidc', query)
      const rows = await Promise.all(page.rows.map((row) => presentOidcProvider(ctx, subject, row)))
      return listOf({ ...page, rows }, (row) => row)
    },
  }),
  operation({
    id: 'createOrganizationOIDCProvider',
    route: 'POST /v1/orgs/{organizationId}/oidc',
    summary: 'Add an OpenID Connect provider',
    on: organization,
    needs: 'admin',
    isSensitive: true,
    body: NewOidcProvider,
    example: { label: 'Example ID', issuer: 'https://accounts.example.org', clientID: 'quire' },
    status: 201,
    returns: OidcProviderShape,
    refuses: { 409: 'The organization has as many identity providers as it may have' },
    location: ({ id }, { organizationId }) => `/v1/orgs/${organizationId}/oidc/${id}`,
    run: async ({ ctx, subject, body }) =>
      presentOidcProvider(ctx, subject, await createOidcProvider(ctx, subject, body)),
  }),
  operation({
    id: 'getOrganizationOIDCProvider',
    route: 'GET /v1/orgs/{organizationId}/oidc/{oidcProviderId}',
    summary: 'Get an OpenID Connect provider',
    on: oidcProvider,
    needs: 'view',
    returns: OidcProviderShape,
    run: ({ ctx, subject }) => presentOidcProvider(ctx, subject.organization, subject),
  }),
  operation({
    id: 'updateOrganizationOIDCProvider',
    route: 'PATCH /v1/orgs/{organizationId}/oidc/{oidcProviderId}',
    summary: 'Change an OpenID Connect provider',
    on: oidcProvider,
    needs: 'admin',
    isSensitive: true,
    body: OidcProviderChanges,
    example: { label: 'Example ID' },
    returns: OidcProviderShape,
    run: async ({ ctx, subject, body }) =>
      presentOidcProvider(ctx, subject.organization, await changeOidcProvider(ctx, subject, body)),
  }),
  operation({
    id: 'checkOrganizationOIDCProvider',
    route: 'POST /v1/orgs/{organizationId}/oidc/{oidcProviderId}/check',
    summary: 'See whether an OpenID Connect provider can be reached and used',
    description: 'Asks it what it publishes of itself, and says what is wrong with that.',
    on: oidcProvider,
    needs: 'admin',
    writes: false,
    returns: Check,
    run: async ({ ctx, subject }) => {
      const problem = await checkProvider(ctx.fetcher, oidcOf(ctx, subject), ctx.clock.now())
      return { isReachable: problem === undefined, ...(problem && { problem }) }
    },
  }),
  operation({
    id: 'deleteOrganizationOIDCProvider',
    route: 'DELETE /v1/orgs/{organizationId}/oidc/{oidcProviderId}',
    summary: 'Delete an OpenID Connect provider',
    description: 'What it signed people in for ends at once.',
    on: oidcProvider,
    needs: 'admin',
    isSensitive: true,
    removesSubject: true,
    status: 205,
    refuses: { 409: 'The organization is closed without it' },
    run: ({ ctx, subject }) => removeProvider(ctx, subject),
  }),
]
