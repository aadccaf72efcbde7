import type { ReadContext } from '../../../kit/domain/context.ts'
import { subject } from '../../../kit/domain/subjects.ts'
import { type PublishedSite, publishedSite } from '../published/access.ts'
import { findPublishedSite, structureFor } from '../published/published-sites.ts'

type SiteParams = { organizationId: string; siteId: string }

/** A site, for those who say what was done there: browsers of its visitors have no token where everybody may read it. */
export const countedSite = subject({
  name: 'published site',
  isPublic: true,
  find: async (ctx: ReadContext, params: SiteParams): Promise<PublishedSite | undefined> => {
    switch (ctx.actor.kind) {
      case 'nobody':
        return openSite(ctx, params)
      // Signing in elsewhere takes nothing away from a reader of an open site.
      case 'user':
        return (await publishedSite.find(ctx, params)) ?? openSite(ctx, params)
      case 'visitor':
        return publishedSite.find(ctx, params)
      default:
        return
    }
  },
  abilities: ({ mayView }: PublishedSite) => ({ view: mayView }),
})

async function openSite(ctx: ReadContext, { organizationId, siteId }: SiteParams) {
  const site = await findPublishedSite(ctx, siteId)
  const isOpen = site?.visibility === 'public' || site?.visibility === 'unlisted'
  if (!site || !isOpen || site.organizationId !== organizationId) return
  return { site, structure: await structureFor(ctx, site, {}), claims: {}, mayView: true }
}
