import { groupBy } from '../../../engines/content/groups.ts'
import type { NodeSession } from '../../../engines/content/nodes/nodes.ts'
import { pathIn, readRevision, withAncestors } from '../../../engines/content/nodes/revision.ts'
import type { PageRecord } from '../../../engines/content/records.ts'
import type { Audience } from '../../../engines/reading/audience.ts'
import type { Term } from '../../../engines/search/query.ts'
import { isFound } from '../../../engines/search/rows.ts'
import { finderFor, snippetOf } from '../../../engines/search/snippet.ts'
import type { ReadContext } from '../../../kit/domain/context.ts'
import type { PageOfRows, PageQuery } from '../../../kit/storage/page.ts'
import { withReadersRoots } from '../pages/computed/computed-content.ts'
import type { SeenSpace } from '../spaces/access.ts'
import { openNodes, rootOf } from '../spaces/revisions/revisions.ts'
import { findHits, type Hit } from './hits.ts'
import { waitForIndex, waitForIndexes } from './index/freshness.ts'
import { type RankedPage, rankPages } from './rank-pages.ts'
import { readableBy } from './readable.ts'
import { spacesReadableBy, theseSpaces } from './searched-spaces.ts'
import { listRoots, listSearchedSpaces, type SearchedSpace } from './store.ts'

export type FoundSection = { anchor: string; title: string; snippet: string }
export type FoundPage = RankedPage & { sections: FoundSection[] }

type SearchQuery = PageQuery & { query: string }

/** Pages of a space in a list of spaces: who wants more asks for less. */
const MOST_PAGES = 10
/** Sections of a page: several where people look first, the best one further down. */
export const MOST_SECTIONS = 3
const LOOKED_AT_FIRST = 10

/** The spaces in which something is found, each with its best pages. */
export async function searchOrganization(
  ctx: ReadContext,
  organizationId: string,
  { query, ...paging }: SearchQuery,
) {
  const among = { organizationId, userId: ctx.actor.id }
  const isBehind = await waitForIndexes(ctx, among)
  const { hits, terms } = await findHits(ctx, await spacesReadableBy(ctx, among), query)
  const spaceIds = [...new Set(hits.map(({ spaceId }) => spaceId))]
  // Asked once more what they may read, whichever way the hits came.
  const listed = spaceIds.length === 0 ? [] : await listSearchedSpaces(ctx.db, { ...among, spaceIds })
  const { pages, isOutdated } = await placeHits(ctx, await withReadersRoots(ctx, listed), hits)
  const { rows, next } = pageOf([...groupBy(pages, ({ space }) => space).values()], paging)
  const best = rows.map((pages) => pages.slice(0, MOST_PAGES))
  const shown = groupBy(withSections(best.flat(), terms), ({ space }) => space)
  const found = [...shown].map(([space, pages]) => ({ space, pages }))
  return { rows: found, next, isOutdated: isBehind || isOutdated }
}

/** The pages of a space in which something is found. What lies in the trash is not searched. */
export async function searchSpace(ctx: ReadContext, space: SeenSpace, { query, ...paging }: SearchQuery) {
  const { id, organizationId, title, revisionId, deletedAt } = space
  if (deletedAt) return { rows: [], isOutdated: false }
  const root = await rootOf(ctx, id, revisionId)
  const searched = await withReadersRoots(ctx, [{ id, organizationId, title, root }])
  const { pages, terms, isOutdated } = await findPages(ctx, searched, query)
  const { rows, next } = pageOf(pages, paging)
  return { rows: withSections(rows, terms), next, isOutdated }
}

/** The same spaces for one audience: visitors find only what they may read. */
export async function searchSpaces(
  ctx: ReadContext,
  spaces: Pick<SeenSpace, 'id' | 'organizationId' | 'title' | 'revisionId'>[],
  audience: Audience,
  { query, ...paging }: SearchQuery,
) {
  const roots = await listRoots(
    ctx.db,
    spaces.map(({ revisionId }) => revisionId),
  )
  const searched = await withReadersRoots(
    ctx,
    spaces.map(({ id, organizationId, title, revisionId }) => ({
      id,
      organizationId,
      title,
      root: roots.get(revisionId) ?? null,
    })),
  )
  const { pages, terms, isOutdated } = await findPages(ctx, searched, query)
  const readable = await readableBy(ctx, { audience, terms, mostPages: MOST_PAGES }, pages)
  const { rows, next } = pageOf([...groupBy(readable, ({ space }) => space).values()], paging)
  const best = rows.map((pages) => pages.slice(0, MOST_PAGES))
  const shown = groupBy(withSections(best.flat(), terms), ({ space }) => space)
  return { rows: [...shown].map(([space, pages]) => ({ space, pages })), next, isOutdated }
}

/**
 * What is found is ordered by rank, which has no place in an index to go on from: the whole of it is found again for each
 * page of it, and a page begins behind so many.
 */
function pageOf<Row>(rows: Row[], { limit, after }: PageQuery): PageOfRows<Row> {
  const from = Number(after?.[0] ?? 0)
  const to = from + limit
  return { rows: rows.slice(from, to), ...(to < rows.length && { next: [to] }) }
}

type Found = { pages: RankedPage[]; terms: Term[]; isOutdated: boolean }

async function findPages(ctx: ReadContext, spaces: SearchedSpace[], text: string): Promise<Found> {
  const spaceIds = spaces.map(({ id }) => id)
  const isOutdated = await waitForIndex(ctx, spaceIds)
  const { hits, terms } = await findHits(ctx, theseSpaces(spaceIds), text)
  const { pages } = await placeHits(ctx, spaces, hits)
  return { pages, terms, isOutdated }
}

async function placeHits(ctx: ReadContext, spaces: SearchedSpace[], hits: Hit[]) {
  const nodes = openNodes(ctx)
  const bySpace = groupBy(hits, ({ spaceId }) => spaceId)
  const pages: RankedPage[] = []
  let isOutdated = false
  for (const space of spaces) {
    const inSpace = bySpace.get(space.id)
    if (!inSpace) continue
    isOutdated ||= inSpace.some(({ root, pending }) => root !== space.root || pending.length > 0)
    pages.push(...(await placesOf(nodes, space, inSpace)))
  }
  return { pages: rankPages(pages), isOutdated }
}

/** Where the pages lie now. One that is gone since it was indexed, or was hidden with what is above it, is left out. */
async function placesOf(nodes: NodeSession, space: SearchedSpace, hits: Hit[]): Promise<RankedPage[]> {
  const byPage = groupBy(hits, ({ pageId }) => pageId)
  const known = await withAncestors(await readRevision(nodes, space.root), byPage.keys())
  return [...byPage].flatMap(([id, hits]) => {
    const page = known.get(id)
    if (!page || !isFound(page) || isHidden(known, page)) return []
    return [{ space, page, path: pathIn(known, page), hits }]
  })
}

function isHidden(pages: Map<string, PageRecord>, page: PageRecord): boolean {
  const above = page.parent === null ? undefined : pages.get(page.parent)
  return page.hidden === true || (above !== undefined && isHidden(pages, above))
}

/** Each with what is shown of it. */
function withSections(pages: RankedPage[], terms: Term[]): FoundPage[] {
  const find = finderFor(terms)
  return pages.map((found, at) => {
    const best = found.hits.slice(0, at < LOOKED_AT_FIRST ? MOST_SECTIONS : 1)
    return { ...found, sections: oncePerAnchor(best).map(present) }
  })

  function present({ anchor, title, body }: Hit): FoundSection {
    return { anchor, title, snippet: snippetOf(body, find) }
  }
}

/** A long section has several rows. The top of a page that has no text before its first heading is none to show. */
function oncePerAnchor(sections: Hit[]) {
  const shown = sections.filter(({ title, body }) => title !== '' || body !== '')
  return [...new Map(shown.toReversed().map((section) => [section.anchor, section])).values()].toReversed()
}
