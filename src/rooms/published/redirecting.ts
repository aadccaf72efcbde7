import { findPagesWithPaths } from '../../content/nodes/revision.ts'
import type { ReadContext } from '../../domain/context.ts'
import { notFound } from '../../domain/problems.ts'
import type { Audience } from '../../reading/audience.ts'
import { openContent } from '../content/access.ts'
import { requirePage } from '../content/answers.ts'
import { presentRedirect } from '../redirects/present.ts'
import { findRedirect } from '../redirects/redirects.ts'
import type { RedirectRow } from '../redirects/store.ts'
import { publishedAddress } from '../sites/present.ts'
import { wayToSection, wayToSiteSpace } from '../sites/structure.ts'
import type { PublishedSite } from './access.ts'

/** Where a path that is no page leads, for those who may see what is there. */
export async function followRedirect(
  ctx: ReadContext,
  published: PublishedSite,
  { source, shareKey }: { source: string; shareKey?: string },
) {
  const redirect = await findRedirect(ctx, published.site.id, source)
  const way = redirect && (await wayTo(ctx, published, redirect))
  if (!redirect || !way) throw notFound('redirect')
  const steps = [...(shareKey ? [shareKey] : []), ...way].map(encodeURIComponent)
  return {
    redirect: presentRedirect(redirect),
    target: publishedAddress(published.site, ctx.links) + steps.join('/'),
  }
}

async function wayTo(ctx: ReadContext, { site, structure }: PublishedSite, redirect: RedirectRow) {
  const section = structure.sections.find(({ id }) => id === redirect.sectionId)
  if (section) return wayToSection(structure, site, section)
  const siteSpace = structure.siteSpaces.find(({ id }) => id === redirect.siteSpaceId)
  if (!siteSpace) return
  const way = wayToSiteSpace(structure, site, siteSpace)
  if (redirect.pageId === null) return way
  const claims = ctx.actor.kind === 'visitor' ? ctx.actor.visitor.claims : {}
  const audience: Audience = { kind: 'visitor', claims }
  const content = await openContent(ctx, siteSpace.space, siteSpace.space.revisionId, audience)
  const { id } = await requirePage(content, redirect.pageId)
  const path = (await findPagesWithPaths(content.view, [id])).get(id)?.path
  return path === undefined ? undefined : [...way, ...path.split('/')]
}
