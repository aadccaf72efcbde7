import type { ReadContext } from '../../../kit/domain/context.ts'
import { subject } from '../../../kit/domain/subjects.ts'
import { organization, organizationAbilities, type SeenOrganization } from '../organizations/access.ts'
import { organizationAtDoor } from '../organizations/organizations.ts'
import { findProviderOf, type ProviderKind, type ProviderRow } from './store-providers.ts'

export type SeenProvider = ProviderRow & { organization: SeenOrganization }

/** Only admins of an organization get to know how it is connected. */
const abilities = ({ organization }: SeenProvider) => {
  const { admin } = organizationAbilities(organization.standing)
  return { view: admin, admin }
}

async function find(ctx: ReadContext, key: { organizationId: string; id: string }, kind: ProviderKind) {
  const found = await organization.find(ctx, { organizationId: key.organizationId })
  const row = found && (await findProviderOf(ctx.db, key, kind))
  return row && { ...row, organization: found }
}

export const samlProvider = subject({
  name: 'SAML provider',
  find: (
    ctx,
    { organizationId, samlProviderId: id }: { organizationId: string; samlProviderId: string },
  ): Promise<SeenProvider | undefined> => find(ctx, { organizationId, id }, 'saml'),
  abilities,
})

export const oidcProvider = subject({
  name: 'OpenID Connect provider',
  find: (
    ctx,
    { organizationId, oidcProviderId: id }: { organizationId: string; oidcProviderId: string },
  ): Promise<SeenProvider | undefined> => find(ctx, { organizationId, id }, 'oidc'),
  abilities,
})

/** An organization as its members see it before they signed in there: where they can. */
export const organizationDoor = subject({
  name: 'organization',
  find: (ctx, { organizationId }: { organizationId: string }) => organizationAtDoor(ctx, organizationId),
  abilities: ({ standing }: SeenOrganization) => {
    const { view } = organizationAbilities(standing)
    return { view, signIn: view }
  },
})
