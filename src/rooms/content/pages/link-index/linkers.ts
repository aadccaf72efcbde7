// Who links to what. The index describes the content that readers saw when it was last brought up to date; for any
// other revision, the pages that differ from that content are read anew.
import { yieldToEventLoop } from '../../../../engines/content/event-loop.ts'
import { changesBetween } from '../../../../engines/content/links/changed-places.ts'
import type { FindLinkers } from '../../../../engines/content/links/relink.ts'
import {
  type ResolvedLink,
  resolveAllTargets,
  standpointsOf,
} from '../../../../engines/content/links/resolve.ts'
import type { NodeSession } from '../../../../engines/content/nodes/nodes.ts'
import { findPages, type RevisionView } from '../../../../engines/content/nodes/revision.ts'
import type { Hash } from '../../../../engines/content/records.ts'
import { MOST_LINKS } from '../../../../engines/markdown/links/link-list.ts'
import type { ReadContext } from '../../../../kit/domain/context.ts'
import { type IndexState, indexedRevisions } from '../../spaces/indexes/index-state.ts'
import { findIndex, findIndexShared, type LinkRow, listNamedOn, listPagesLinkingTo } from './store.ts'
import {
  type FindLinks,
  findLinksHere,
  knownLinks,
  rememberLinks,
  type TextLinks,
  textLinksOf,
} from './text-links.ts'

export function linkersIn(ctx: ReadContext, spaceId: string, view: RevisionView): FindLinkers {
  return async (pageIds) => {
    const { changed } = await changedSince(view, await findIndexShared(ctx.db, spaceId))
    const known = await listPagesLinkingTo(ctx.db, spaceId, ['page'], pageIds)
    const fresh = await linkRowsOf(ctx, view, [...changed])
    const wanted = new Set(pageIds)
    const linking = fresh.filter(
      ({ kind, targetId }) => kind === 'more' || (kind === 'page' && wanted.has(targetId)),
    )
    return [...known.filter((id) => !changed.has(id)), ...linking.map(({ pageId }) => pageId)]
  }
}

/** Pages whose links are not, or no longer, as the index has them, and pages that are new or gone since. */
export async function changedSinceIndex(ctx: ReadContext, spaceId: string, view: RevisionView) {
  return changedSince(view, await findIndex(ctx.db, spaceId))
}

async function changedSince(view: RevisionView, index: IndexState) {
  return changesBetween(await indexedRevisions(view.nodes, index), view)
}

/** Pages a step: between two steps others get their turn. */
const STEP = 50
const ROWS = 1_000

/** The links of pages as a revision has them. Somebody may wait for them, with a lock: they do not queue for a thread. */
export async function linkRowsOf(
  ctx: ReadContext,
  view: RevisionView,
  pageIds: string[],
  find: FindLinks = findLinksHere,
): Promise<LinkRow[]> {
  const rows: LinkRow[] = []
  for (let at = 0; at < pageIds.length; at += STEP) {
    for (const row of await linkRowsIn(ctx, view, pageIds.slice(at, at + STEP), find)) rows.push(row)
    await yieldToEventLoop()
  }
  return rows
}

/** Whatever is asked for, a page with too many links may link to it. */
const MORE = {
  at: MOST_LINKS,
  use: '',
  target: '',
  kind: 'more',
  targetId: '',
  fragment: null,
  isConditional: false,
} as const

async function linkRowsIn(ctx: ReadContext, view: RevisionView, pageIds: string[], find: FindLinks) {
  const standpoints = await standpointsOf(view, pageIds)
  const pages = [...(await findPages(view, pageIds)).values()]
  const texts = await linksOfBodies(
    ctx,
    view.nodes,
    pages.map(({ body }) => body),
    find,
  )
  const places = pages.flatMap(({ id, body }) => {
    const [from, found] = [standpoints.get(id), texts.get(body ?? '')]
    return from && found ? [{ id, from, ...found, targets: found.links.map(({ target }) => target) }] : []
  })
  const meanings = await resolveAllTargets(view, places)
  const rows: LinkRow[] = []
  for (const [place, { id, links, isConditional }] of places.entries()) {
    if (links.length > MOST_LINKS) rows.push({ ...MORE, pageId: id })
    for (const [at, { target, use }] of links.slice(0, MOST_LINKS).entries()) {
      const meant = meanings[place]?.get(target) ?? { kind: 'outside', url: target }
      const fragment = meant.kind === 'page' ? (meant.fragment ?? null) : null
      const { kind } = meant
      rows.push({ pageId: id, at, use, target, kind, targetId: idOf(meant), fragment, isConditional })
      if (at % ROWS === 0) await yieldToEventLoop()
    }
  }
  return rows
}

function idOf(meant: ResolvedLink) {
  switch (meant.kind) {
    case 'page':
      return meant.page
    case 'file':
      return meant.file
    case 'reusable':
      return meant.reusable
    case 'outside':
      return meant.url
    case 'nothing':
      return meant.path
    default:
      return meant satisfies never
  }
}

/** By the hashes of the texts. What was found in a text once is known. */
async function linksOfBodies(ctx: ReadContext, nodes: NodeSession, bodies: (Hash | null)[], find: FindLinks) {
  const found = new Map<Hash, TextLinks>()
  const unread: Hash[] = []
  for (const body of new Set(bodies)) {
    if (body === null) continue
    const known = knownLinks(ctx, body)
    if (known) found.set(body, await textLinksOf(known))
    else unread.push(body)
  }
  await nodes.fetch(unread)
  const texts = unread.map((body) => nodes.text(body))
  const lists = await find(texts)
  for (const [at, body] of unread.entries()) {
    const fresh = rememberLinks(ctx, texts[at] ?? '', lists[at] ?? '', body)
    found.set(body, await textLinksOf(fresh))
  }
  return found
}

/** What these pages name: files and reusable contents, as of what is indexed. */
export function namedOn(ctx: ReadContext, spaceId: string, pageIds: string[]) {
  return listNamedOn(ctx.db, spaceId, pageIds)
}
