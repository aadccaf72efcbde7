import { slugOf } from '../../../engines/content/draft/slugs.ts'
import type { WriteContext } from '../../../kit/domain/context.ts'
import { conflict, invalid, notFound } from '../../../kit/domain/problems.ts'
import { editLive } from '../../content/pages/live.ts'
import { createSpace } from '../../content/spaces/spaces.ts'
import type { SeenOrganization } from '../../people/organizations/access.ts'
import type { SeenSite } from './access.ts'
import { type LockedSite, lockSite, type SiteKey } from './lock-site.ts'
import type { NewSite, SiteChanges } from './schema.ts'
import {
  deleteSite,
  findSite,
  insertSite,
  isHostOfOthers,
  listTakenBasenames,
  lockSiteRow,
  updateSite,
} from './store.ts'
import { putSpaces } from './structure/site-spaces.ts'
import { updateSection } from './structure/store.ts'

const UNTITLED = 'Documentation'

export async function createSite(ctx: WriteContext, { id: organizationId }: SeenOrganization, site: NewSite) {
  const { title = UNTITLED, type, visibility, spaces = [] } = site
  const id = ctx.ids.next()
  const row = {
    id,
    organizationId,
    type,
    title,
    visibility,
    hostname: null,
    proxy: null,
    defaultSectionId: null,
    defaultSiteSpaceId: null,
    createdAt: ctx.clock.now(),
  }
  const basename = await freeBasename(ctx, title, id)
  if (!(await insertSite(ctx.db, { ...row, basename })))
    await insertSite(ctx.db, { ...row, basename: ownBasename(title, id) })
  await ctx.emit('site.created', { organizationId, siteId: id })
  const ids = typeof spaces === 'string' ? [await newSpace(ctx, organizationId, title, spaces)] : spaces
  if (ids.length > 0) await putSpaces(ctx, { organizationId, id }, [...new Set(ids)])
  return requireSite(ctx, organizationId, id)
}

async function newSpace(ctx: WriteContext, organizationId: string, title: string, kind: 'sample' | 'empty') {
  const space = await createSpace(ctx, organizationId, { title: title.slice(0, 50) })
  if (kind === 'sample') await editLive(ctx, space, { changes: [SAMPLE], files: [] })
  return space.id
}

const SAMPLE = {
  operation: 'insert_page' as const,
  type: 'document' as const,
  title: 'Welcome',
  document: {
    markdown:
      'This is the first page of your documentation. Edit it, add pages below it, and merge a change request to publish what you wrote.\n',
  },
}

/** Made of the title, with a number where the plain one is taken. */
async function freeBasename(ctx: WriteContext, title: string, id: string) {
  const plain = plainName(title)
  const numbered = [plain, `${plain}-1`, `${plain}-2`, `${plain}-3`]
  const taken = await listTakenBasenames(ctx.db, numbered)
  return numbered.find((name) => !taken.has(name)) ?? ownBasename(title, id)
}

/** One that nobody else can have. */
function ownBasename(title: string, id: string) {
  return `${plainName(title)}-${id}`
}

function plainName(title: string) {
  const plain = slugOf(title.normalize('NFKD').replaceAll(/[^\x20-\x7e]/g, '')).slice(0, 60)
  return plain.replaceAll(/^[^a-z0-9]+|[^a-z0-9]+$/g, '') || 'site'
}

export async function changeSite(ctx: WriteContext, site: SeenSite, changes: SiteChanges) {
  const { adaptiveContent, defaultSiteSpace, defaultSiteSection, ...plain } = changes
  const locked = await lockSite(ctx, site)
  await requireFreeHosts(ctx, site, plain)
  const taken = await updateSite(ctx.db, site.organizationId, site.id, {
    ...plain,
    hasAdaptiveContent: adaptiveContent?.enabled,
    ...(await chosenDefaults(ctx, locked, { defaultSiteSpace, defaultSiteSection })),
  })
  if (taken)
    throw conflict(`Another site already has this ${taken}: choose another one`, { field: `body.${taken}` })
  const { organizationId, id: siteId } = site
  await ctx.emit('site.changed', { organizationId, siteId, fields: Object.keys(changes) })
  return requireSite(ctx, organizationId, siteId)
}

/** A host is the installation's, or one organization's: else one could answer for the site of another. */
async function requireFreeHosts(
  ctx: WriteContext,
  { organizationId }: SeenSite,
  { hostname, proxy }: Pick<SiteChanges, 'hostname' | 'proxy'>,
) {
  const hosts = { hostname, proxy: proxy?.split('/')[0] }
  for (const field of ['hostname', 'proxy'] as const) {
    const host = hosts[field]
    if (!host) continue
    if (host === new URL(ctx.links.of('')).hostname)
      throw conflict(`“${host}” is the host of Quire itself: choose another host`, { field: `body.${field}` })
    if (await isHostOfOthers(ctx.db, organizationId, host))
      throw conflict(`Another organization has a site at “${host}”: choose another host`, {
        field: `body.${field}`,
      })
  }
}

type Choice = Pick<SiteChanges, 'defaultSiteSpace' | 'defaultSiteSection'>

async function chosenDefaults(
  ctx: WriteContext,
  { site, structure }: LockedSite,
  { defaultSiteSpace, defaultSiteSection }: Choice,
) {
  const section = structure.sections.find(({ id }) => id === defaultSiteSection)
  if (defaultSiteSection && !section)
    throw invalid('body.defaultSiteSection is not a section of this site', {
      field: 'body.defaultSiteSection',
    })
  const siteSpace = structure.siteSpaces.find(({ id }) => id === defaultSiteSpace)
  if (defaultSiteSpace && !siteSpace)
    throw invalid('body.defaultSiteSpace is not a site space of this site', {
      field: 'body.defaultSiteSpace',
    })
  if (!siteSpace) return { defaultSectionId: section?.id }
  if (siteSpace.sectionId === null) return { defaultSiteSpaceId: siteSpace.id }
  // Of a site with sections: its section is seen first, and it is the first one there.
  if (section && section.id !== siteSpace.sectionId)
    throw invalid('body.defaultSiteSpace is not in the section body.defaultSiteSection', {
      field: 'body.defaultSiteSpace',
    })
  await updateSection(ctx.db, site.id, siteSpace.sectionId, { defaultSiteSpaceId: siteSpace.id })
  return { defaultSectionId: siteSpace.sectionId }
}

/** What stands for it in lists; null for nothing. */
export async function setSiteIcon(ctx: WriteContext, site: SiteKey, icon: object | null) {
  await updateSite(ctx.db, site.organizationId, site.id, { icon: icon && JSON.stringify(icon) })
}

export async function removeSite(ctx: WriteContext, { organizationId, id }: SeenSite) {
  await lockSiteRow(ctx.db, organizationId, id)
  const isRemoved = await deleteSite(ctx.db, organizationId, id)
  if (isRemoved) await ctx.emit('site.removed', { organizationId, siteId: id })
  return isRemoved
}

/** Its audience can reach it from now on. */
export async function publishSite(ctx: WriteContext, site: SeenSite) {
  const { organizationId, id: siteId } = site
  const { structure } = await lockSite(ctx, site)
  if (structure.siteSpaces.length === 0) throw conflict('Nothing to publish: add a space to the site first')
  await updateSite(ctx.db, organizationId, siteId, { isPublished: true })
  if (!site.isPublished) await ctx.emit('site.published', { organizationId, siteId })
  return requireSite(ctx, organizationId, siteId)
}

export async function unpublishSite(ctx: WriteContext, site: SeenSite) {
  const { organizationId, id: siteId } = site
  await lockSite(ctx, site)
  await updateSite(ctx.db, organizationId, siteId, { isPublished: false })
  if (site.isPublished) await ctx.emit('site.unpublished', { organizationId, siteId })
  return requireSite(ctx, organizationId, siteId)
}

async function requireSite(ctx: WriteContext, organizationId: string, id: string) {
  const site = await findSite(ctx.db, organizationId, id)
  if (!site) throw notFound('site')
  return site
}
