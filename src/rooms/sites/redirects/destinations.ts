import { findPage } from '../../../engines/content/nodes/revision.ts'
import type { WriteContext } from '../../../kit/domain/context.ts'
import { invalid } from '../../../kit/domain/problems.ts'
import { type SeenSpace, spaceAbilities, space as spaceSubject } from '../../content/spaces/access.ts'
import { openView } from '../../content/spaces/revisions/revisions.ts'
import { type LockedSite, requireNamed } from '../sites/lock-site.ts'
import type { RedirectDestination } from './schema.ts'
import type { RedirectRow } from './store.ts'

export type DestinationRow = Pick<RedirectRow, 'sectionId' | 'siteSpaceId' | 'pageId' | 'url'>

/** As it is kept, once it is known to be there. */
export async function requireDestination(
  ctx: WriteContext,
  locked: LockedSite,
  destination: RedirectDestination,
): Promise<DestinationRow> {
  const { sections, siteSpaces } = locked.structure
  if (destination.kind === 'external') return { ...NOWHERE, url: requireWebAddress(destination.url) }
  if (destination.kind === 'site-section') {
    const { id } = requireNamed(sections, destination.siteSectionId, 'body.destination.siteSectionId')
    return { ...NOWHERE, sectionId: id }
  }
  const siteSpace = requireNamed(siteSpaces, destination.siteSpaceId, 'body.destination.siteSpaceId')
  const space = await requireSeenSpace(ctx, locked, siteSpace.space.id)
  const pageId = destination.kind === 'site-page' ? destination.pageId : null
  if (pageId !== null) await requirePage(ctx, space, pageId)
  return { ...NOWHERE, siteSpaceId: siteSpace.id, pageId }
}

const NOWHERE: DestinationRow = { sectionId: null, siteSpaceId: null, pageId: null, url: null }

/** Readers are sent there by their browser: no scripts, no files, no credentials for others to read. */
function requireWebAddress(text: string) {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isOfWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (url && isOfWeb && !url.username && !url.password) return url.href
  throw invalid('body.destination.url must be a URL that begins with https:// or http://', {
    field: 'body.destination.url',
  })
}

/** Found once for all redirects that are written under one lock. */
const found = new WeakMap<LockedSite, Map<string, SeenSpace | undefined>>()

/** A space in the trash keeps its place on the site, but readers do not find it there. */
async function requireSeenSpace(ctx: WriteContext, locked: LockedSite, spaceId: string): Promise<SeenSpace> {
  const known = found.get(locked) ?? new Map<string, SeenSpace | undefined>()
  found.set(locked, known)
  if (!known.has(spaceId)) known.set(spaceId, await spaceSubject.find(ctx, { spaceId }))
  const space = known.get(spaceId)
  if (!space || space.deletedAt || !spaceAbilities(space).view)
    throw invalid('body.destination.siteSpaceId is not a site space of this site', {
      field: 'body.destination.siteSpaceId',
    })
  return space
}

async function requirePage(ctx: WriteContext, { id, revisionId }: SeenSpace, pageId: string) {
  const view = await openView(ctx, id, revisionId)
  if (!(await findPage(view, pageId)))
    throw invalid('body.destination.pageId is not a page of this space', {
      field: 'body.destination.pageId',
    })
}
