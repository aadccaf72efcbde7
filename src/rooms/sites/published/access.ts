import type { ReadContext } from '../../../kit/domain/context.ts'
import { subject } from '../../../kit/domain/subjects.ts'
import { findLatest, isOpen, type SeenVersion, type SpecParams } from '../../api-references/openapi/access.ts'
import type { SeenSpace } from '../../content/spaces/access.ts'
import { organization, organizationAbilities } from '../../people/organizations/access.ts'
import type { SiteRow } from '../sites/store.ts'
import type { Structure } from '../sites/structure/structure.ts'
import { findPublishedSite, structureFor, type VisitorClaims } from './published-sites.ts'
import { type ShownSpec, specShownTo } from './shown-specs.ts'

/** A published site as its readers meet it. */
export type PublishedSite = {
  site: SiteRow
  structure: Structure<SeenSpace>
  claims: VisitorClaims
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

/** What a specification says now: to members, where it is public to everybody, and to visitors what their site shows. */
export const readableSpec = subject({
  name: 'specification',
  isPublic: true,
  find: async (ctx: ReadContext, params: SpecParams) => {
    const version = await findLatest(ctx, params)
    if (!version) return
    const isForAll = isOpen(version.spec)
    if (ctx.actor.kind !== 'visitor') return { version, shown: undefined, mayView: isForAll }
    const shown = isForAll ? 'whole' : await specShownTo(ctx, params.organizationId, params.specSlug)
    return { version, shown, mayView: shown !== undefined }
  },
  abilities: ({ mayView }: ReadableSpec) => ({ view: mayView }),
})

type ReadableSpec = { version: SeenVersion; shown: ShownSpec | undefined; mayView: boolean }

async function claimsFor(ctx: ReadContext, organizationId: string, siteId: string) {
  if (ctx.actor.kind === 'visitor')
    return ctx.actor.visitor.siteId === siteId ? ctx.actor.visitor.claims : undefined
  const found = await organization.find(ctx, { organizationId })
  return found && organizationAbilities(found.standing).listSites ? {} : undefined
}
