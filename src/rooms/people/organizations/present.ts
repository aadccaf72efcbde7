import type { Links } from '../../../kit/domain/links.ts'
import { organizationAbilities, type SeenOrganization } from './access.ts'
import type { Organization } from './schema.ts'

/** What people get to know of an organization that they do not belong to, but meet something of. */
export function presentOutsideOrganization(organization: SeenOrganization, links: Links): Organization {
  if (organization.standing.isMember) return presentOrganization(organization, links)
  return presentOrganization({ ...organization, ...NOTHING_INSIDE }, links)
}

const NOTHING_INSIDE = {
  emailDomains: [],
  hostname: null,
  useCase: null,
  communityType: null,
  defaultRole: null,
  defaultContent: null,
  sso: false,
  inviteLinks: false,
}

export function presentOrganization(organization: SeenOrganization, links: Links): Organization {
  const { id, title, emailDomains, type, defaultRole, sso, ai, inviteLinks } = organization
  return {
    object: 'organization',
    id,
    title,
    createdAt: organization.createdAt.toISOString(),
    emailDomains,
    hostname: organization.hostname ?? undefined,
    type,
    useCase: organization.useCase ?? undefined,
    communityType: organization.communityType ?? undefined,
    defaultRole,
    defaultContent: organization.defaultContent ?? undefined,
    sso,
    ai,
    inviteLinks,
    // Who runs Quire has everything; there is nothing to buy and no trial to end.
    plan: 'enterprise_2024',
    trial: { status: 'notapplicable' },
    internal_isOnNewTrial: true,
    mergeRules: organization.mergeRules,
    urls: { ...links.organization(id), logo: organization.logo ?? undefined },
    permissions: organizationAbilities(organization.standing),
  }
}
