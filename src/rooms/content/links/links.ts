// The links of one revision: those of the index that are true of it, and those that are worked out anew, because their
// page differs from what the index describes, or because what they lead to went or may have come since. So a change
// request costs what it changes, and the space itself next to nothing.
import { yieldToEventLoop } from '../../../engines/content/event-loop.ts'
import { changesBetween } from '../../../engines/content/links/changed-places.ts'
import type { RevisionView } from '../../../engines/content/nodes/revision.ts'
import type { ReadContext } from '../../../kit/domain/context.ts'
import { type PageQuery, toPage } from '../../../kit/storage/page.ts'
import { neighboursOf } from '../git/sync/neighbours.ts'
import { changedSinceIndex, linkRowsOf } from '../pages/link-index/linkers.ts'
import type { LinkRow } from '../pages/link-index/store.ts'
import { resolvedAnew } from './resolve.ts'
import {
  countLinks,
  type IndexSlice,
  type LinkGroup,
  type LinkStatus,
  type LinkTargets,
  listDoubtfulLinks,
  listLinkGroups,
  listLinkingPages,
  listLostPaths,
  MOST_PAGES,
} from './store.ts'

export type LinkScope = {
  ctx: ReadContext
  spaceId: string
  view: RevisionView
  /** What a change request changed, against the content it started from. */
  proposed?: Set<string>
}

export type LinkQuery = PageQuery & {
  status?: LinkStatus
  pageId?: string
  brokenContext?: 'change-request' | 'space'
}

/** Between two looks at the clock. */
const MANY = 200

export async function pagesProposed(before: RevisionView, after: RevisionView) {
  return (await changesBetween([before], after)).changed
}

/** One page of links by what they lead to, and counts over all of them. */
export async function linksOf(view: LinkScope, query: LinkQuery) {
  const { ctx, proposed } = view
  const all = onPages(await findLinks(view), query.pageId === undefined ? undefined : new Set([query.pageId]))
  const ofRequest = onPages(all, proposed)
  const listed = query.brokenContext === 'change-request' ? ofRequest : all
  const { rows, next } = await listGroups(ctx, listed, query)
  const { total, broken } = await count(ctx, all)
  return {
    shown: rows.map((group) => ({ group, status: statusOf(ctx, all.standing, group) })),
    next,
    stats: {
      total,
      broken: { total: broken, changeRequest: proposed && (await count(ctx, ofRequest)).broken },
    },
  }
}

/** Ids of the pages that link to one of these, or include it. */
export async function linkersTo(view: LinkScope, targets: LinkTargets) {
  const { standing, fresh } = await findLinks(view)
  const indexed = await listLinkingPages(view.ctx.db, standing, targets)
  const linking = fresh.filter(
    ({ kind, targetId }) => kind === targets.kind && targets.ids.includes(targetId),
  )
  return [...new Set([...indexed, ...linking.map(({ pageId }) => pageId)])].sort()
}

const NOWHERE: ReadonlySet<string> = new Set()

type Links = { standing: IndexSlice; fresh: LinkRow[] }

async function findLinks({ ctx, spaceId, view }: LinkScope): Promise<Links> {
  const { changed, removed, removedFiles, hasNewPlaces } = await changedSinceIndex(ctx, spaceId, view)
  const except = [...changed, ...removed]
  const inSpace = { spaceId, except, gone: [...removed, ...removedFiles], hasNewPlaces, elsewhere: NOWHERE }
  const onChanged = (await linkRowsOf(ctx, view, [...changed])).filter(({ kind }) => kind !== 'more')
  const fresh = [...onChanged, ...(await resolvedAnew(view, await listDoubtfulLinks(ctx.db, inSpace)))]
  return { standing: { ...inSpace, elsewhere: await foundElsewhere(ctx, inSpace, fresh) }, fresh }
}

/** A branch may hold several spaces: what one of them lacks may be in another. */
async function foundElsewhere(ctx: ReadContext, standing: IndexSlice, fresh: LinkRow[]) {
  const findInNeighbours = await neighboursOf(ctx, standing.spaceId)
  if (!findInNeighbours) return NOWHERE
  const lost = fresh.flatMap(({ kind, targetId }) => (kind === 'nothing' ? targetId : []))
  return findInNeighbours(new Set([...(await listLostPaths(ctx.db, standing)), ...lost]))
}

function onPages({ standing, fresh }: Links, pages: Set<string> | undefined): Links {
  if (!pages) return { standing, fresh }
  const among = standing.among ? standing.among.filter((id) => pages.has(id)) : [...pages]
  return { standing: { ...standing, among }, fresh: fresh.filter(({ pageId }) => pages.has(pageId)) }
}

async function count(ctx: ReadContext, { standing, fresh }: Links) {
  const indexed = await countLinks(ctx.db, standing)
  const broken = fresh.filter((link) => isBroken(standing, link))
  return { total: indexed.total + fresh.length, broken: indexed.broken + broken.length }
}

async function listGroups(ctx: ReadContext, { standing, fresh }: Links, { limit, after, status }: LinkQuery) {
  const filter = { limit: limit + 1, after, status, appUrl: ctx.links.of('/') }
  const groups = await byTarget(await listLinkGroups(ctx.db, standing, filter), fresh)
  const behind = after?.join(' ')
  await yieldToEventLoop()
  const listed = [...groups]
    .filter(([key]) => behind === undefined || inOrder(key, behind) > 0)
    .filter(([, group]) => status === undefined || statusOf(ctx, standing, group) === status)
    .sort(([one], [other]) => inOrder(one, other))
    .slice(0, limit + 1)
  return toPage(
    listed.map(([, group]) => shortened(group)),
    limit,
    positionOf,
  )
}

type GrowingGroup = Omit<LinkGroup, 'pages'> & { pages: Set<string> }

/** What the index has of each target, with what is fresh; by the positions in the list. */
async function byTarget(indexed: LinkGroup[], fresh: LinkRow[]) {
  const groups = new Map<string, GrowingGroup>()
  for (const group of indexed)
    groups.set(positionOf(group).join(' '), { ...group, pages: new Set(group.pages) })
  for (const [count, { kind, targetId, pageId, use }] of fresh.entries()) {
    const key = `${kind} ${targetId}`
    const group = groups.get(key) ?? { kind, targetId, pages: new Set(), isIncluded: false }
    group.pages.add(pageId)
    group.isIncluded ||= use === 'include' || use === 'openapi'
    groups.set(key, group)
    if (count % MANY === MANY - 1) await yieldToEventLoop()
  }
  return groups
}

function shortened({ pages, ...group }: GrowingGroup): LinkGroup {
  return { ...group, pages: [...pages].sort().slice(0, MOST_PAGES) }
}

function positionOf({ kind, targetId }: Meant) {
  return [kind, targetId]
}

/** The order of the database, by bytes: JavaScript's own is another one for signs beyond U+FFFF. */
function inOrder(one: string, other: string) {
  if (BEYOND.test(one) && BEYOND.test(other)) return Buffer.compare(Buffer.from(one), Buffer.from(other))
  return one < other ? -1 : Number(one > other)
}

/** Halves of signs beyond U+FFFF, and what comes behind them by number. */
const BEYOND = /[\ud800-\uffff]/

type Meant = Pick<LinkGroup, 'kind' | 'targetId'>

function isBroken({ elsewhere }: IndexSlice, { kind, targetId }: Meant) {
  return kind === 'nothing' && !elsewhere.has(targetId)
}

function statusOf(ctx: ReadContext, standing: IndexSlice, group: Meant): LinkStatus {
  if (isBroken(standing, group)) return 'broken'
  const { kind, targetId } = group
  return kind === 'outside' && targetId.startsWith(ctx.links.of('/')) ? 'in-app' : 'ok'
}
