import type { ReadContext } from '../../domain/context.ts'
import { subject } from '../../domain/subjects.ts'
import { organization, organizationAbilities } from '../organizations/access.ts'
import type { SiteRow } from '../sites/store.ts'
import type { Structure } from '../sites/structure.ts'
import { type SeenSpace, visited } from '../spaces/access.ts'
import { findPublished } from './store.ts'
import { structureFor } from './visits.ts'

/** A published site as its readers meet it. */
export type PublishedSite = { site: SiteRow; structure: Structure<SeenSpace>; mayView: boolean }

/** For visitors with a token of the site, and for members, who meet it as a visitor does of whom nothing is known. */
export const publishedSite = subject({
  name: 'published site',
  find: async (
    ctx: ReadContext,
    { organizationId, siteId }: { organizationId: string; siteId: string },
  ): Promise<PublishedSite | undefined> => {
    const claims = await claimsFor(ctx, organizationId, siteId)
    const site = claims && (await findPublished(ctx.db, siteId))
    if (!site || site.organizationId !== organizationId) return
    const { groups, sections, siteSpaces } = await structureFor(ctx, site, claims)
    const spaceIds = siteSpaces.map(({ space }) => space.id)
    const seen = siteSpaces.flatMap(({ space, ...place }) => {
      const shown = visited(space, { spaceIds })
      return shown ? [{ ...place, space: shown }] : []
    })
    return {
      site: { ...site, siteSpaces: seen.length },
      structure: { groups, sections, siteSpaces: seen },
      mayView: true,
    }
  },
  abilities: ({ mayView }: PublishedSite) => ({ view: mayView }),
})

async function claimsFor(ctx: ReadContext, organizationId: string, siteId: string) {
  if (ctx.actor.kind === 'visitor')
    return ctx.actor.visitor.siteId === siteId ? ctx.actor.visitor.claims : undefined
  const found = await organization.find(ctx, { organizationId })
  return found && organizationAbilities(found.standing).listSites ? {} : undefined
}
