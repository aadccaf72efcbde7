// Published sites, kept in memory as long as nothing of them changes. What differs between visitors is kept apart for
// each set of claims.
import { INTEGRATIONS, SITES } from '../../../kit/domain/changes.ts'
import type { ReadContext } from '../../../kit/domain/context.ts'
import type { CacheKind } from '../../../kit/storage/fresh-cache.ts'
import { type SeenSpace, visited } from '../../content/spaces/access.ts'
import type { SiteRow } from '../sites/store.ts'
import { readFrame } from '../sites/structure/read-structure.ts'
import { EMPTY_STRUCTURE, type Structure } from '../sites/structure/structure.ts'
import { findPublished, listPublishedAt, listShownSpaces } from './store.ts'
import { visibleStructure } from './visible-structure.ts'

export type VisitorClaims = Readonly<Record<string, unknown>>

/** A site with all that it shows to anybody. */
export type Whole = { site: SiteRow; structure: Structure<SeenSpace> }

type Framed = { site: SiteRow; frame: Omit<Structure, 'siteSpaces'> }

const PUBLISHED: CacheKind<Whole | undefined> = { name: 'published site' }
const FRAMED: CacheKind<Framed | undefined> = { name: 'published site without spaces' }
const VISIBLE: CacheKind<Structure<SeenSpace>> = { name: 'visible structure' }
const AT: CacheKind<SiteRow[]> = { name: 'sites at an address' }
const BYTES_A_PART = 1_500

export async function findPublishedSite(ctx: ReadContext, id: string): Promise<SiteRow | undefined> {
  return (await readWhole(ctx, id))?.site
}

/** With what it shows to some visitors only. */
export function findWholeSite(ctx: ReadContext, id: string): Promise<Whole | undefined> {
  return readWhole(ctx, id)
}

function readWhole(ctx: ReadContext, id: string) {
  return ctx.cache.read(PUBLISHED, id, async () => {
    const framed = await readFramed(ctx, id)
    if (!framed) return { value: undefined, follows: [id], bytes: 0 }
    const rows = await listShownSpaces(ctx.db, id)
    const siteSpaces = rows.map(({ space, ...place }) => ({ ...place, space: visited(space) }))
    const site = { ...framed.site, siteSpaces: rows.length }
    const value = { site, structure: { ...framed.frame, siteSpaces } }
    return { value, follows: followsOf(value), bytes: bytesOf(value.structure) }
  })
}

/** Without its spaces: these change with every edit. */
function readFramed(ctx: ReadContext, id: string) {
  return ctx.cache.read(FRAMED, id, async () => {
    const site = await findPublished(ctx.db, id)
    if (!site) return { value: undefined, follows: [id], bytes: 0 }
    const value = { site, frame: await readFrame(ctx, site) }
    return {
      value,
      follows: [id, site.organizationId],
      bytes: bytesOf({ ...value.frame, siteSpaces: [] }),
    }
  })
}

/** What of a published site is shown to visitors of whom this is known. */
export function structureFor(
  ctx: ReadContext,
  { id }: Pick<SiteRow, 'id'>,
  claims: VisitorClaims,
): Promise<Structure<SeenSpace>> {
  return readFor(ctx, VISIBLE, { id }, claims, async (whole) => {
    const value = whole ? visibleStructure(whole.structure, claims) : EMPTY_STRUCTURE
    return { value, bytes: value.siteSpaces.length * 100 }
  })
}

/** `follows`: from what else than the site and its spaces. `isKept` is false for what may be better at another time. */
export type ReadOfSite<Value> = {
  value: Value
  bytes: number
  follows?: readonly string[]
  isKept?: boolean
}

/**
 * Something that follows from a published site and from what is known of a visitor. What it is made of is read inside
 * `load`, not before: only then it is certain that nothing of it has changed when it is kept.
 */
export function readFor<Value>(
  ctx: ReadContext,
  kind: CacheKind<Value>,
  { id }: Pick<SiteRow, 'id'>,
  claims: VisitorClaims,
  load: (whole: Whole | undefined) => Promise<ReadOfSite<Value>>,
): Promise<Value> {
  return ctx.cache.read(kind, `${id} ${JSON.stringify(claims)}`, async () => {
    const whole = await readWhole(ctx, id)
    const { follows = [], ...read } = await load(whole)
    return { ...read, follows: [...(whole ? followsOf(whole) : [id]), ...follows] }
  })
}

/** The names of all that what is shown of a published site follows from. */
export async function followsOfSite(ctx: ReadContext, id: string) {
  const whole = await readWhole(ctx, id)
  return whole ? followsOf(whole) : [id]
}

function followsOf({ site, structure }: Whole) {
  return [site.id, site.organizationId, INTEGRATIONS, ...structure.siteSpaces.map(({ space }) => space.id)]
}

function bytesOf({ groups, sections, externalLinks, siteSpaces }: Structure) {
  return (groups.length + sections.length + externalLinks.length + siteSpaces.length) * BYTES_A_PART
}

/** Sites that may be meant by an address. */
export function findSitesAt(ctx: ReadContext, at: { basename: string | undefined; host: string }) {
  return ctx.cache.read(AT, `${at.host} ${at.basename?.toLowerCase() ?? ''}`, async () => {
    const value = await listPublishedAt(ctx.db, at)
    const organizations = value.map(({ organizationId }) => organizationId)
    return { value, follows: [SITES, ...organizations], bytes: value.length * BYTES_A_PART }
  })
}
