// Where references lead on a site. What is not on it, or not for this visitor, leads nowhere.
import { encodedFragment, readTarget } from '../../../engines/content/links/paths.ts'
import { findEntries } from '../../../engines/content/nodes/map.ts'
import type { RevisionView } from '../../../engines/content/nodes/revision.ts'
import type { ContentRef, FileRecord } from '../../../engines/content/records.ts'
import type { TargetLink } from '../../../engines/html/written-document.ts'
import type { ReadContext } from '../../../kit/domain/context.ts'
import { addressOfFile } from '../../../rooms/content/files/site-files.ts'
import type { SeenSpace } from '../../../rooms/content/spaces/access.ts'
import { openNodes } from '../../../rooms/content/spaces/revisions/revisions.ts'
import { firstIn, type PlacedPage } from '../spaces-read.ts'
import { hrefOf, type OpenSpace, openSiteSpace, type VisitedSite } from '../visited-site.ts'

export type Targets = (ref: ContentRef) => TargetLink | undefined

/** At which address a page is read: as HTML, unless somebody reads something else. */
type PageAddress = (space: OpenSpace, placed: PlacedPage) => string

/** Looks up where all of these lead, seen from one space of the site; then each can be asked for. */
export async function targetsOf(
  ctx: ReadContext,
  visited: VisitedSite,
  home: OpenSpace | undefined,
  refs: readonly ContentRef[],
  addressOf: PageAddress = hrefOf,
): Promise<Targets> {
  const spaces = new Map<string, OpenSpace>()
  if (home) spaces.set(home.siteSpace.space.id, home)
  for (const ref of refs) {
    const id = 'space' in ref ? ref.space : undefined
    if (id === undefined || spaces.has(id)) continue
    const siteSpace = visited.structure.siteSpaces.find(({ space }) => space.id === id)
    if (siteSpace) spaces.set(id, await openSiteSpace(ctx, visited, siteSpace))
  }
  const files = home ? await filesOf(viewOf(ctx, home), refs) : new Map<string, FileRecord>()
  return (ref) => {
    switch (ref.kind) {
      case 'page':
        return pageTarget(spaces.get(ref.space ?? home?.siteSpace.space.id ?? ''), ref.page, addressOf)
      case 'anchor': {
        const space = spaces.get(ref.space ?? home?.siteSpace.space.id ?? '')
        if (ref.page === undefined && ref.space === undefined) return
        const target =
          ref.page === undefined ? spaceTarget(space, addressOf) : pageTarget(space, ref.page, addressOf)
        return target && { ...target, href: `${target.href}#${encodedFragment(ref.anchor)}` }
      }
      case 'space':
        return spaceTarget(spaces.get(ref.space), addressOf)
      case 'file': {
        const file = files.get(ref.file)
        return file && home && fileTarget(ctx, visited, home.siteSpace.space, file)
      }
      default:
        return
    }
  }
}

export function viewOf(ctx: ReadContext, { read }: OpenSpace): RevisionView {
  return { nodes: openNodes(ctx), root: read.root }
}

function filesOf({ nodes, root }: RevisionView, refs: readonly ContentRef[]) {
  const ids = refs.flatMap((ref) => (ref.kind === 'file' ? [ref.file] : []))
  return findEntries<FileRecord>(nodes, root.files, ids)
}

function pageTarget(
  space: OpenSpace | undefined,
  pageId: string,
  addressOf: PageAddress,
): TargetLink | undefined {
  const placed = space?.read.byId.get(pageId)
  const shown = placed?.page.type === 'group' ? firstIn(placed) : placed
  if (!space || !placed || !shown) return
  const { title, description, emoji, icon } = placed.page
  const href = linkOf(space, shown, addressOf)
  return href === undefined ? undefined : { href, title, description, emoji, icon }
}

/** A page that is a link leads to where it leads. */
export function linkOf(
  space: OpenSpace,
  placed: PlacedPage,
  addressOf: PageAddress = hrefOf,
): string | undefined {
  const { type, target } = placed.page
  if (type !== 'link') return addressOf(space, placed)
  if (target?.kind === 'url') return isAddress(target.url) ? target.url : undefined
  if (target?.kind !== 'page' && target?.kind !== 'anchor') return
  const to = target.page === undefined ? undefined : space.read.byId.get(target.page)
  if (!to || to.page.type === 'link') return
  return target.kind === 'anchor' ? `${addressOf(space, to)}#${target.anchor}` : addressOf(space, to)
}

/** And not the path of a file that is missing in its repository: beside every page, that would lead elsewhere. */
function isAddress(url: string) {
  return url.startsWith('/') || readTarget(url, '').kind === 'outside'
}

function spaceTarget(space: OpenSpace | undefined, addressOf: PageAddress): TargetLink | undefined {
  if (!space?.read.first) return
  const { title, emoji } = space.siteSpace.space
  return { href: addressOf(space, space.read.first), title, emoji: emoji ?? undefined }
}

function fileTarget(ctx: ReadContext, visited: VisitedSite, space: SeenSpace, file: FileRecord): TargetLink {
  const { name: title, size, contentType, dimensions } = file
  const at = { siteId: visited.site.id, home: visited.home, spaceId: space.id }
  return { href: addressOfFile(ctx, at, file), title, size, contentType, ...dimensions }
}
