import { findPage } from '../../content/nodes/revision.ts'
import type { WriteContext } from '../../domain/context.ts'
import { invalid } from '../../domain/problems.ts'
import { openView } from '../revisions/revisions.ts'
import { type LockedSite, requireNamed } from '../sites/writing.ts'
import { type SeenSpace, spaceAbilities, space as spaceSubject } from '../spaces/access.ts'
import type { Destination } from './schema.ts'
import type { RedirectRow } from './store.ts'

export type DestinationRow = Pick<RedirectRow, 'sectionId' | 'siteSpaceId' | 'pageId'>

/** As it is kept, once it is known to be there. */
export async function requireDestination(
  ctx: WriteContext,
  { structure }: LockedSite,
  destination: Destination,
): Promise<DestinationRow> {
  const { sections, siteSpaces } = structure
  if (destination.kind === 'site-section') {
    const { id } = requireNamed(sections, destination.siteSectionId, 'body.destination.siteSectionId')
    return { sectionId: id, siteSpaceId: null, pageId: null }
  }
  const siteSpace = requireNamed(siteSpaces, destination.siteSpaceId, 'body.destination.siteSpaceId')
  const space = await requireSeenSpace(ctx, siteSpace.space.id)
  const pageId = destination.kind === 'site-page' ? destination.pageId : null
  if (pageId !== null) await requirePage(ctx, space, pageId)
  return { sectionId: null, siteSpaceId: siteSpace.id, pageId }
}

/** A space in the trash keeps its place on the site, but readers do not find it there. */
async function requireSeenSpace(ctx: WriteContext, spaceId: string): Promise<SeenSpace> {
  const space = await spaceSubject.find(ctx, { spaceId })
  if (!space || space.deletedAt || !spaceAbilities(space).view)
    throw invalid('body.destination.siteSpaceId names nothing that readers of this site find', {
      field: 'body.destination.siteSpaceId',
    })
  return space
}

async function requirePage(ctx: WriteContext, { id, revisionId }: SeenSpace, pageId: string) {
  const view = await openView(ctx, id, revisionId)
  if (!(await findPage(view, pageId)))
    throw invalid('body.destination.pageId names no page of this space', {
      field: 'body.destination.pageId',
    })
}
