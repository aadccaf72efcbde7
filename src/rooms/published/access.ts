import type { ReadContext } from '../../domain/context.ts'
import { subject } from '../../domain/subjects.ts'
import { organization, organizationAbilities } from '../organizations/access.ts'
import type { SiteRow } from '../sites/store.ts'
import type { Structure } from '../sites/structure.ts'
import type { SeenSpace } from '../spaces/access.ts'
import { type Claims, findPublishedSite, structureFor } from './published-sites.ts'

/** A published site as its readers meet it. */
export type PublishedSite = {
  site: SiteRow
  structure: Structure<SeenSpace>
  claims: Claims
  mayView: boolean
}

/** For visitors with a token of the site, and for members, who meet it as a visitor does of whom nothing is known. */
export const publishedSite = subject({
  name: 'published site',
  find: async (
    ctx: ReadContext,
    { organizationId, siteId }: { organizationId: string; siteId: string },
  ): Promise<PublishedSite | undefined> => {
    const claims = await claimsFor(ctx, organizationId, siteId)
    const site = claims && (await findPublishedSite(ctx, siteId))
    if (!site || site.organizationId !== organizationId) return
    const structure = await structureFor(ctx, site, claims)
    const siteSpaces = structure.siteSpaces.length
    return { site: { ...site, siteSpaces }, structure, claims, mayView: true }
  },
  abilities: ({ mayView }: PublishedSite) => ({ view: mayView }),
})

async function claimsFor(ctx: ReadContext, organizationId: string, siteId: string) {
  if (ctx.actor.kind === 'visitor')
    return ctx.actor.visitor.siteId === siteId ? ctx.actor.visitor.claims : undefined
  const found = await organization.find(ctx, { organizationId })
  return found && organizationAbilities(found.standing).listSites ? {} : undefined
}
