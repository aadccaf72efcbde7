import { Type } from 'typebox'
import type { OutsideContext } from '../../../kit/domain/context.ts'
import { invalid } from '../../../kit/domain/problems.ts'
import { ListOf, listOf, operation, Paging } from '../../../kit/http/operations/operation.ts'
import { FetchFailure } from '../../../world/network/fetch-failure.ts'
import { XmlRefused } from '../../../world/saml/bounded-xml.ts'
import { readSamlMetadata } from '../../../world/saml/metadata.ts'
import { organization } from '../organizations/access.ts'
import { organizationDoor, samlProvider } from './access.ts'
import { presentLogin, presentSamlProvider } from './present.ts'
import { changeSamlProvider, createSamlProvider, isComplete, removeProvider } from './providers.ts'
import {
  Metadata,
  MetadataSource,
  NewSamlProvider,
  SamlProviderChanges,
  SamlProviderShape,
  SsoLogin,
} from './schema.ts'
import { listProviders, pageProviders } from './store-providers.ts'

export const operations = [
  operation({
    id: 'listSSOProviderLoginsInOrganization',
    route: 'GET /v1/orgs/{organizationId}/sso',
    summary: 'List where members of an organization can sign in',
    description: 'Also for members who have not signed in there yet, and see nothing else of it.',
    on: organizationDoor,
    needs: 'signIn',
    returns: Type.Object({ items: Type.Array(SsoLogin) }),
    run: async ({ ctx, subject }) => ({
      items: (await listProviders(ctx.db, subject.id))
        .filter(isComplete)
        .map((row) => presentLogin(row, ctx.links)),
    }),
  }),
  operation({
    id: 'listSAMLProvidersInOrganizationById',
    route: 'GET /v1/orgs/{organizationId}/saml',
    summary: 'List the SAML providers of an organization',
    on: organization,
    needs: 'admin',
    query: Paging,
    returns: ListOf(SamlProviderShape),
    run: async ({ ctx, subject, query }) => {
      const page = await pageProviders(ctx.db, subject.id, 'saml', query)
      const rows = await Promise.all(page.rows.map((row) => presentSamlProvider(ctx, subject, row)))
      return listOf({ ...page, rows }, (row) => row)
    },
  }),
  operation({
    id: 'createOrganizationSAMLProvider',
    route: 'POST /v1/orgs/{organizationId}/saml',
    summary: 'Add a SAML provider',
    description:
      'What is not known yet is added later; until then the provider is `pending`. Assertions must be signed with RSA and SHA-256 or SHA-512, and not encrypted. Sign-in begins here: answers that nobody asked for are refused.',
    on: organization,
    needs: 'admin',
    isSensitive: true,
    body: NewSamlProvider,
    example: { label: 'Okta' },
    status: 201,
    returns: SamlProviderShape,
    refuses: { 409: 'The organization has as many identity providers as it may have' },
    location: ({ id }, { organizationId }) => `/v1/orgs/${organizationId}/saml/${id}`,
    run: async ({ ctx, subject, body }) =>
      presentSamlProvider(ctx, subject, await createSamlProvider(ctx, subject, body)),
  }),
  operation({
    id: 'getOrganizationSAMLProviderById',
    route: 'GET /v1/orgs/{organizationId}/saml/{samlProviderId}',
    summary: 'Get a SAML provider',
    on: samlProvider,
    needs: 'view',
    returns: SamlProviderShape,
    run: ({ ctx, subject }) => presentSamlProvider(ctx, subject.organization, subject),
  }),
  operation({
    id: 'updateOrganizationSAMLProvider',
    route: 'PATCH /v1/orgs/{organizationId}/saml/{samlProviderId}',
    summary: 'Change a SAML provider',
    on: samlProvider,
    needs: 'admin',
    isSensitive: true,
    body: SamlProviderChanges,
    example: { label: 'Okta' },
    returns: SamlProviderShape,
    run: async ({ ctx, subject, body }) =>
      presentSamlProvider(ctx, subject.organization, await changeSamlProvider(ctx, subject, body)),
  }),
  operation({
    id: 'deleteOrganizationSAMLProvider',
    route: 'DELETE /v1/orgs/{organizationId}/saml/{samlProviderId}',
    summary: 'Delete a SAML provider',
    description: 'What it signed people in for ends at once.',
    on: samlProvider,
    needs: 'admin',
    isSensitive: true,
    removesSubject: true,
    status: 205,
    refuses: { 409: 'The organization is closed without it' },
    run: ({ ctx, subject }) => removeProvider(ctx, subject),
  }),
  operation({
    id: 'readSAMLMetadata',
    route: 'POST /v1/orgs/{organizationId}/saml-metadata',
    summary: 'Read the metadata of a SAML provider',
    description: 'From its address or from the text. Nothing is kept: create or change a provider with it.',
    on: organization,
    needs: 'admin',
    writes: false,
    body: MetadataSource,
    example: { url: 'https://idp.example.org/metadata' },
    returns: Metadata,
    run: async ({ ctx, body }) => {
      const { entityId, ssoUrl, certificate } = await metadataOf(ctx, body)
      return { entityID: entityId, ssoURL: ssoUrl, certificate }
    },
  }),
]

async function metadataOf(ctx: OutsideContext, { url, xml }: { url?: string; xml?: string }) {
  const field = xml === undefined ? 'body.url' : 'body.xml'
  if (xml === undefined && url === undefined)
    throw invalid('Send the address of the metadata, or its text', { field })
  try {
    return readSamlMetadata(xml ?? (await fetched(ctx, url ?? '')))
  } catch (error) {
    if (!(error instanceof XmlRefused || error instanceof FetchFailure)) throw error
    throw invalid(`The metadata cannot be used: ${error.message}`, { field })
  }
}

async function fetched({ fetcher }: OutsideContext, url: string) {
  const { status, body } = await fetcher.fetch(url, { maxBytes: 400_000, timeout: 10_000 })
  if (status !== 200) throw new XmlRefused(`The address answers ${status}`)
  return body.toString('utf8')
}
