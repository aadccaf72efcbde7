// Every page as Markdown, at its address with `.md` behind it.
import { fileOfPage } from '../../engines/content/links/paths.ts'
import { textOfBody } from '../../engines/content/nodes/revision.ts'
import type { Hash, PageRecord } from '../../engines/content/records.ts'
import { mayShowApis } from '../../engines/reading/describe-apis.ts'
import { pageText } from '../../engines/reading/pages/page-text.ts'
import type { SiteAnswer } from '../../engines/site/answers.ts'
import { specName } from '../../kit/domain/changes.ts'
import type { OutsideContext } from '../../kit/domain/context.ts'
import { Problem, unavailable } from '../../kit/domain/problems.ts'
import type { CacheKind } from '../../kit/storage/fresh-cache.ts'
import { readApiDocument } from '../../rooms/api-references/openapi/documents.ts'
import { findApi, textWithApis, watched } from '../../rooms/content/pages/reading/apis.ts'
import { describeApisNow } from '../../rooms/content/pages/reading/described-texts.ts'
import { filledText } from '../../rooms/content/pages/reading/reader-texts.ts'
import { readingsOf } from '../../rooms/sites/published/addresses.ts'
import { LaneBusy, TaskTimeout } from '../../world/threads/threads.ts'
import { TaskLost } from '../../world/threads/worker-handles.ts'
import { viewOf } from '../visit/documents/references.ts'
import { languagesAround } from '../visit/site-frame.ts'
import { type PlacedPage, pageAt } from '../visit/spaces-read.ts'
import {
  isPrivate,
  keptFor,
  type OpenSpace,
  openSiteSpace,
  openSpaceWith,
  type VisitedSite,
} from '../visit/visited-site.ts'
import { withIncluded } from './included.ts'
import { withSiteLinks } from './site-links.ts'

const DESCRIBING = { timeout: 20_000, patience: 10_000 }

/**
 * What readers without HTML get of a page: with the reusable contents and API descriptions that it shows, and with links
 * that lead somewhere from wherever it is read. Kept like the page itself: some programs read all of a site again and again.
 */
export function textOfPage(
  ctx: OutsideContext,
  asked: VisitedSite,
  { siteSpace }: OpenSpace,
  { id }: PageRecord,
): Promise<string> {
  const kind: CacheKind<string> = { name: `text ${asked.home} ${siteSpace.id} ${id}` }
  return keptFor(ctx, kind, asked, async (visited) => {
    const space = await openSpaceWith(ctx, visited, siteSpace.id)
    const placed = space?.read.byId.get(id)
    if (!space || !placed) return { value: '', bytes: 0 }
    const { text, specs, isWhole } = await writeText(ctx, visited, space, placed)
    const slugs = [...specs].map((slug) => specName(visited.site.organizationId, slug))
    return {
      value: text,
      bytes: text.length * 2,
      follows: [...space.read.follows, ...slugs],
      isKept: isWhole,
    }
  })
}

type WrittenText = { text: string; specs: ReadonlySet<string>; isWhole: boolean }

async function writeText(
  ctx: OutsideContext,
  visited: VisitedSite,
  space: OpenSpace,
  { page, path }: PlacedPage,
): Promise<WrittenText> {
  const view = viewOf(ctx, space)
  const from = { page: page.id, file: fileOfPage(page, path) }
  const read = async (body: Hash | null) =>
    filledText(ctx, { view, audience: visited.audience }, { text: await textOfBody(view, body), body, page })
  const whole = await withIncluded(read, { view, from }, await read(page.body))
  const linked = await withSiteLinks(ctx, { visited, space, from }, whole)
  const specs = new Set<string>()
  if (!mayShowApis(linked)) return { text: linked, specs, isWhole: true }
  const { read: readFile, isWhole } = watched((blob) => readApiDocument(ctx, blob))
  const files = { view, from, read: readFile }
  const known = findApi(ctx, space.siteSpace.space.id, files)
  const find: typeof known = (ref) => {
    if (ref.kind === 'openapi') specs.add(ref.spec)
    return known(ref)
  }
  const languages = await languagesAround(ctx, visited, space)
  const describing = { threads: ctx.threads, find, task: describeApisNow, ...DESCRIBING }
  const text = await textWithApis(describing, linked, { languages }).catch((error) => {
    if (error instanceof LaneBusy) throw unavailable('Too many long pages are written; try again', 5, error)
    if (error instanceof TaskTimeout || error instanceof TaskLost)
      throw new Problem('too_large', 'This page shows too much of API descriptions to be one text')
    throw error
  })
  return { text, specs, isWhole: isWhole() }
}

/** Also at the address of a section or a variant: that of the page which is seen there first. */
export async function answerMarkdown(
  ctx: OutsideContext,
  visited: VisitedSite,
  parts: string[],
): Promise<SiteAnswer | undefined> {
  const asked = parts.join('/')
  if (!asked.endsWith('.md')) return
  const page = asked.slice(0, -'.md'.length).split('/').filter(Boolean)
  const { structure, site } = visited
  for (const { siteSpace, rest } of readingsOf(structure, site, page)) {
    const space = await openSiteSpace(ctx, visited, siteSpace)
    const placed = pageAt(space.read, rest.join('/'))
    if (placed?.page.type !== 'document') continue
    const text = pageText(placed.page, await textOfPage(ctx, visited, space, placed.page))
    const { noIndex, noRobotsIndex } = placed.page
    const isIndexed = site.visibility === 'public' && !noIndex && !noRobotsIndex
    return { kind: 'text', status: 200, type: 'markdown', text, isPrivate: isPrivate(site), isIndexed }
  }
}
