import type { ReadContext } from '../../../kit/domain/context.ts'
import type { Links } from '../../../kit/domain/links.ts'
import type { SeenOrganization } from '../organizations/access.ts'
import { presentTeam } from '../teams/present.ts'
import { teamNow } from '../teams/teams.ts'
import { answerPath, samlServiceOf, startPath } from './addresses.ts'
import { isComplete } from './providers.ts'
import type { OidcProviderShape, SamlProviderShape } from './schema.ts'
import type { ProviderRow } from './store-providers.ts'

export async function presentSamlProvider(
  ctx: ReadContext,
  organization: SeenOrganization,
  row: ProviderRow,
): Promise<SamlProviderShape> {
  const { entityId, acsUrl } = samlServiceOf(ctx.links, row.id)
  return {
    object: 'saml-provider',
    ...(await common(ctx, organization, row)),
    ssoURL: row.ssoUrl,
    entityID: row.issuer,
    certificate: row.certificate,
    service: { acsURL: acsUrl, startURL: ctx.links.of(startPath(row.id)), entityID: entityId },
  }
}

export async function presentOidcProvider(
  ctx: ReadContext,
  organization: SeenOrganization,
  row: ProviderRow,
): Promise<OidcProviderShape> {
  return {
    object: 'oidc-provider',
    ...(await common(ctx, organization, row)),
    issuer: row.issuer,
    clientID: row.clientId,
    hasClientSecret: row.clientSecret !== null,
    service: {
      redirectURL: ctx.links.of(answerPath(row.id)),
      startURL: ctx.links.of(startPath(row.id)),
    },
  }
}

async function common(ctx: ReadContext, organization: SeenOrganization, row: ProviderRow) {
  const { id, label, kind, defaultRole, defaultTeamId, createdAt } = row
  const team = defaultTeamId && (await teamNow(ctx, { organizationId: organization.id, id: defaultTeamId }))
  return {
    id,
    label,
    defaultRole,
    ...(team && { defaultTeam: presentTeam(team, organization.standing) }),
    createdAt: createdAt.toISOString(),
    status: isComplete(row) ? ('active' as const) : ('pending' as const),
    urls: { location: `${ctx.links.organization(organization.id).location}/${kind}/${id}` },
  }
}

export function presentLogin({ id, label }: ProviderRow, links: Links) {
  return { id, label, startURL: links.of(startPath(id)) }
}
