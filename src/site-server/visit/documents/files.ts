// Files of a site, at the addresses that its pages name. Where visitors see different things, each gets those that are
// named in what they may see of its pages and of what stands around them; an address alone, from earlier or from somebody
// else, opens nothing there.
import { findFile } from '../../../engines/content/nodes/revision.ts'
import { meets, scopeFor } from '../../../engines/reading/audience.ts'
import type { SiteAnswer } from '../../../engines/site/answers.ts'
import type { ReadContext } from '../../../kit/domain/context.ts'
import type { CacheKind } from '../../../kit/storage/fresh-cache.ts'
import { isAddressOfFile } from '../../../rooms/content/files/site-files.ts'
import { type Named, namedOnPages } from '../../../rooms/content/pages/reading/named-parts.ts'
import { looksOf } from '../site-frame.ts'
import { isPrivate, keptFor, openSiteSpace, openSpaceWith, type VisitedSite } from '../visited-site.ts'
import { viewOf } from './references.ts'

/** `parts`: what comes behind `~files/`. */
export async function openFile(
  ctx: ReadContext,
  visited: VisitedSite,
  parts: readonly string[],
): Promise<SiteAnswer | undefined> {
  const { site, structure } = visited
  const [spaceId = '', fileId = '', proof = ''] = parts
  const [blob = '', signature = ''] = proof.split('.')
  if (!isAddressOfFile(ctx, { siteId: site.id, spaceId, fileId, blob }, signature)) return
  const siteSpace = structure.siteSpaces.find((one) => one.space.id === spaceId)
  if (!siteSpace) return
  const space = await openSiteSpace(ctx, visited, siteSpace)
  const file = await findFile(viewOf(ctx, space), fileId)
  if (!file || file.blob !== blob) return
  if (site.hasAdaptiveContent && !(await isShown(ctx, visited, siteSpace.id, fileId))) return
  return { kind: 'file', blob, name: file.name, contentType: file.contentType, isPrivate: isPrivate(site) }
}

async function isShown(ctx: ReadContext, visited: VisitedSite, siteSpaceId: string, fileId: string) {
  const named = await namedFor(ctx, visited, siteSpaceId)
  return named.has(fileId) || isInLook(ctx, visited, fileId)
}

const NOTHING: Named = new Set<string>()
const BYTES_AN_ID = 100

/** What the pages of a space name for this visitor, in what they may see of them. */
function namedFor(ctx: ReadContext, asked: VisitedSite, siteSpaceId: string): Promise<Named> {
  const kind: CacheKind<Named> = { name: `named on pages ${siteSpaceId}` }
  return keptFor(ctx, kind, asked, async (visited) => {
    const opened = await openSpaceWith(ctx, visited, siteSpaceId)
    if (!opened) return { value: NOTHING, bytes: 0 }
    const { siteSpace, read } = opened
    const content = { space: siteSpace.space, view: viewOf(ctx, opened), audience: visited.audience }
    const value = await namedOnPages(ctx, content, read.top)
    return { value, bytes: value.size * BYTES_AN_ID, follows: read.follows }
  })
}

/** As what links in header and footer lead to, or as a logo that is told by its address. */
async function isInLook(ctx: ReadContext, { site, structure, audience }: VisitedSite, fileId: string) {
  const looks = await looksOf(ctx, site)
  const scope = scopeFor(audience, {})
  return [looks.site, ...structure.siteSpaces.flatMap(({ id }) => looks.siteSpaces[id] ?? [])].some(
    (look) => {
      const links = look.header.links.filter(({ condition }) => meets(condition, scope))
      return JSON.stringify({ ...look, header: { ...look.header, links } }).includes(fileId)
    },
  )
}
