// Where a visitor of a site finds the parts of API descriptions, and which of these they may know of at all.
import { yieldToEventLoop } from '../../../engines/content/event-loop.ts'
import { allEntries } from '../../../engines/content/nodes/map.ts'
import { flatTrees } from '../../../engines/content/nodes/page-tree.ts'
import type { Hash, ReusableRecord } from '../../../engines/content/records.ts'
import { apisIn, idsIn } from '../../../engines/html/placeholders/fill-in.ts'
import type { ApiPart, WrittenDocument } from '../../../engines/html/written-document.ts'
import { objectOf } from '../../../engines/openapi/values.ts'
import { mayShowApis } from '../../../engines/reading/describe-apis.ts'
import { wordsOf } from '../../../engines/site/languages/words.ts'
import type { ReadContext } from '../../../kit/domain/context.ts'
import type { CacheKind } from '../../../kit/storage/fresh-cache.ts'
import { openNodes } from '../../../rooms/content/spaces/revisions/revisions.ts'
import type { ReaderKit } from '../site-frame.ts'
import { type PlacedPage, wayTo } from '../spaces-read.ts'
import { keptFor, type OpenSpace, openSpaceWith, type VisitedSite } from '../visited-site.ts'
import { writtenPage } from './documents.ts'
import { viewOf } from './references.ts'

/** `isWhole`: there are pages for all of it, so that nothing of it is a secret. */
export type ShownApi = { isWhole: boolean; pages: ShownParts[] }

/** In the order of the page; `ids` are those that its text has by itself. */
type ShownParts = { pageId: string; ids: string[]; parts: ApiPart[] }

export type ShownApis = ReadonlyMap<string, ShownApi>

const READ_AT_ONCE = 100

/** By the names of the descriptions. Pages that are hidden tell nobody of theirs. */
export function shownApis(ctx: ReadContext, kit: ReaderKit, asked: VisitedSite, { siteSpace }: OpenSpace) {
  const kind: CacheKind<ShownApis> = { name: `apis ${asked.home} ${siteSpace.id}` }
  return keptFor(ctx, kind, asked, async (visited) => {
    const space = await openSpaceWith(ctx, visited, siteSpace.id)
    if (!space) return { value: new Map(), bytes: 0 }
    const value = await findShown(ctx, kit, visited, space)
    const parts = [...value.values()].flatMap(({ pages }) => pages.flatMap(({ parts }) => parts))
    return { value, bytes: 500 + parts.length * 200, follows: space.read.follows }
  })
}

/** Whether a page tells which descriptions it shows. */
export function tellsApis({ read }: OpenSpace, placed: PlacedPage) {
  return wayTo(read, placed).every(({ page }) => !page.hidden)
}

async function findShown(ctx: ReadContext, kit: ReaderKit, visited: VisitedSite, space: OpenSpace) {
  const shown = new Map<string, ShownApi>()
  for (const placed of await pagesThatMay(ctx, space)) {
    const { written, included } = await writtenPage(ctx, kit, { visited, space, words: wordsOf() }, placed)
    const computed = computedOf(placed)
    for (const [spec, parts] of partsBySpec([written, ...included.values()])) {
      const known = shown.get(spec) ?? { isWhole: false, pages: [] }
      known.isWhole ||= computed === spec
      known.pages.push({ pageId: placed.page.id, ids: idsIn(written), parts })
      shown.set(spec, known)
    }
    await yieldToEventLoop()
  }
  return shown
}

function partsBySpec(documents: WrittenDocument[]) {
  const found = new Map<string, ApiPart[]>()
  for (const { ref, part } of documents.flatMap(apisIn))
    if (ref.kind === 'openapi') found.set(ref.spec, [...(found.get(ref.spec) ?? []), part])
  return found
}

/** The description whose page this is. */
function computedOf({ page: { computed } }: PlacedPage) {
  if (computed?.type !== 'builtin:openapi') return
  return objectOf(objectOf(objectOf(computed.dependencies).spec).ref).spec
}

/** Of the others the text is not taken apart. */
async function pagesThatMay(ctx: ReadContext, space: OpenSpace): Promise<PlacedPage[]> {
  const { nodes, root } = viewOf(ctx, space)
  const reusables = await allEntries<ReusableRecord>(nodes, root.reusables)
  const isIncluded = (await bodiesThatMay(ctx, reusables, mayShowApis)).size > 0
  const pages = flatTrees(space.read.top).filter(
    (placed) => placed.page.type === 'document' && tellsApis(space, placed),
  )
  const bodies = await bodiesThatMay(
    ctx,
    pages.map(({ page }) => page),
    (text) => mayShowApis(text) || (isIncluded && /\{%\s*include/.test(text)),
  )
  return pages.filter(({ page }) => bodies.has(page.body))
}

async function bodiesThatMay(
  ctx: ReadContext,
  records: { body: Hash | null }[],
  may: (text: string) => boolean,
) {
  const found = new Set<Hash | null>()
  const bodies = [...new Set(records.map(({ body }) => body))].filter((body) => body !== null)
  for (let at = 0; at < bodies.length; at += READ_AT_ONCE) {
    // Opened anew for each step: the texts of all of them may not fit in memory.
    const nodes = openNodes(ctx)
    const some = bodies.slice(at, at + READ_AT_ONCE)
    await nodes.fetch(some)
    for (const body of some) if (may(nodes.text(body))) found.add(body)
    await yieldToEventLoop()
  }
  return found
}
