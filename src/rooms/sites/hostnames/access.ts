import type { ReadContext } from '../../../kit/domain/context.ts'
import { subject } from '../../../kit/domain/subjects.ts'
import { plainHost } from '../../../world/network/resolver.ts'
import { organization } from '../../people/organizations/access.ts'
import { type SeenSite, site, siteAbilities } from '../sites/access.ts'
import { findOrganizationIdAt, findSiteAt } from './store.ts'

/** The site, and the host name that it has. */
export type SeenHostname = { hostname: string; site: SeenSite }

/** Exists for those who may change it: for others it is one name among all that the internet has. */
export const customHostname = subject({
  name: 'custom host name',
  find: async (ctx: ReadContext, params: { hostname: string }): Promise<SeenHostname | undefined> => {
    const hostname = plainHost(params.hostname)
    const found = await findSiteAt(ctx.db, hostname)
    const seen = found && (await site.find(ctx, found))
    return seen && { hostname, site: seen }
  },
  abilities: ({ site }) => ({ view: siteAbilities(site).admin, admin: siteAbilities(site).admin }),
})

/** An organization, by the name that it chose. */
export const subdomain = subject({
  name: 'subdomain',
  find: async (ctx: ReadContext, params: { subdomain: string }) => {
    const organizationId = await findOrganizationIdAt(ctx.db, params.subdomain)
    return organizationId === undefined ? undefined : organization.find(ctx, { organizationId })
  },
  abilities: organization.abilities,
})
