// Identity providers of an organization, as its admins set them up.
import type { ReadContext, WriteContext } from '../../../kit/domain/context.ts'
import { conflict, invalid, notFound } from '../../../kit/domain/problems.ts'
import { readCertificates } from '../../../world/saml/certificates.ts'
import { lockOrganization } from '../organizations/organizations.ts'
import type { OrganizationRow } from '../organizations/store.ts'
import { requireTeams } from '../teams/teams.ts'
import type { SeenProvider } from './access.ts'
import type { NewOidcProvider, NewSamlProvider, OidcProviderChanges, SamlProviderChanges } from './schema.ts'
import {
  deleteProvider,
  insertProvider,
  listProviders,
  type ProviderRow,
  updateProvider,
} from './store-providers.ts'

const MOST = 10

/** Whether people can sign in by it. */
export function isComplete({ kind, issuer, ssoUrl, certificate, clientId }: ProviderRow) {
  return kind === 'saml' ? Boolean(issuer && ssoUrl && certificate) : Boolean(issuer && clientId)
}

export async function createSamlProvider(
  ctx: WriteContext,
  organization: OrganizationRow,
  body: NewSamlProvider,
) {
  requireSaml(body)
  return create(ctx, organization, {
    kind: 'saml',
    label: body.label,
    issuer: body.entityID ?? '',
    certificate: body.certificate ?? '',
    ssoUrl: body.ssoURL ?? '',
    ...(await newcomers(ctx, organization, body)),
  })
}

export async function changeSamlProvider(
  ctx: WriteContext,
  { organization, ...row }: SeenProvider,
  body: SamlProviderChanges,
) {
  requireSaml(body)
  return change(ctx, row, {
    label: body.label,
    issuer: body.entityID,
    certificate: body.certificate,
    ssoUrl: body.ssoURL,
    ...(await newcomers(ctx, organization, body, row)),
  })
}

export async function createOidcProvider(
  ctx: WriteContext,
  organization: OrganizationRow,
  body: NewOidcProvider,
) {
  requireIssuer(body.issuer)
  return create(ctx, organization, {
    kind: 'oidc',
    label: body.label,
    issuer: body.issuer,
    clientId: body.clientID,
    clientSecret: body.clientSecret === undefined ? null : ctx.vault.seal(body.clientSecret),
    ...(await newcomers(ctx, organization, body)),
  })
}

export async function changeOidcProvider(
  ctx: WriteContext,
  { organization, ...row }: SeenProvider,
  body: OidcProviderChanges,
) {
  if (body.issuer !== undefined) requireIssuer(body.issuer)
  return change(ctx, row, {
    label: body.label,
    issuer: body.issuer,
    clientId: body.clientID,
    clientSecret: body.clientSecret === undefined ? undefined : ctx.vault.seal(body.clientSecret),
    ...(await newcomers(ctx, organization, body, row)),
  })
}

type Given = Omit<Parameters<typeof insertProvider>[1], 'id' | 'organizationId' | 'createdAt'>

async function create(ctx: WriteContext, { id: organizationId }: OrganizationRow, given: Given) {
  await lockOrganization(ctx, organizationId)
  if ((await listProviders(ctx.db, organizationId)).length >= MOST)
    throw conflict(`An organization has at most ${MOST} identity providers: delete one first`)
  const row = await insertProvider(ctx.db, {
    ...given,
    id: ctx.ids.next(),
    organizationId,
    createdAt: ctx.clock.now(),
  })
  await ctx.emit('sso_provider.created', { organizationId, ssoProviderId: row.id })
  return row
}

async function change(ctx: WriteContext, row: ProviderRow, values: Partial<Given>) {
  const { organizationId, id } = row
  const changed = await updateProvider(ctx.db, row, values)
  if (!changed) throw notFound('provider')
  await ctx.emit('sso_provider.changed', { organizationId, ssoProviderId: id })
  return changed
}

/** The last one stays while the organization is closed without it. */
export async function removeProvider(ctx: WriteContext, { organization, ...row }: SeenProvider) {
  const { organizationId, id } = row
  await lockOrganization(ctx, organizationId)
  const others = (await listProviders(ctx.db, organizationId)).filter(
    (other) => other.id !== id && isComplete(other),
  )
  if (organization.sso && others.length === 0)
    throw conflict('Members sign in with this provider alone: set `sso` of the organization to false first')
  await deleteProvider(ctx.db, row)
  await ctx.emit('sso_provider.removed', { organizationId, ssoProviderId: id })
}

async function newcomers(
  ctx: ReadContext,
  organization: OrganizationRow,
  { defaultTeam, defaultRole }: Pick<SamlProviderChanges, 'defaultTeam' | 'defaultRole'>,
  before?: ProviderRow,
) {
  if (defaultTeam) await requireTeams(ctx, organization.id, [defaultTeam], 'body.defaultTeam')
  const role = defaultRole === undefined && !before ? organization.defaultRole : defaultRole
  return {
    defaultTeamId: defaultTeam ?? before?.defaultTeamId ?? null,
    // Whoever answers for the provider would make admins of whom they like.
    defaultRole: role === undefined ? (before?.defaultRole ?? null) : role === 'admin' ? 'create' : role,
  } as const
}

function requireSaml({ certificate, ssoURL }: SamlProviderChanges) {
  if (certificate && !readCertificates(certificate))
    throw invalid('body.certificate must be PEM certificates of RSA keys of 2,048 bits or more', {
      field: 'body.certificate',
    })
  if (ssoURL && !isSafe(ssoURL))
    throw invalid('body.ssoURL must begin with https://', { field: 'body.ssoURL' })
}

function requireIssuer(issuer: string) {
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined
  if (url && isSafe(issuer) && !url.search && !url.hash && !url.username) return
  throw invalid('body.issuer must be a URL like https://accounts.example.org', { field: 'body.issuer' })
}

/** Without TLS only what is on this machine, for trying out. */
function isSafe(address: string) {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(hostname))
}
