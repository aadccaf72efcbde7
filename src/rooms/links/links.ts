// The links of one revision: those of the index, but for the pages that differ from what the index describes; those are
// read anew. So a change request costs what it changes, and the space itself next to nothing.
import { resolveTargets } from '../../content/resolve.ts'
import type { Reading } from '../../content/revision.ts'
import type { Ctx } from '../../domain/context.ts'
import type { Position } from '../../storage/page.ts'
import { changedSinceIndex, changesBetween, linkRowsOf } from '../content/linkers.ts'
import type { LinkRow } from '../content/store-links.ts'
import { countLinks, type LinkGroup, listLinkGroups, listLinkingPages, type Status } from './store.ts'

export type LinkView = {
  ctx: Ctx
  spaceId: string
  reading: Reading
  /** What a change request changed, against the content it started from. */
  proposed?: Set<string>
}

export type LinkQuery = {
  limit: number
  after?: Position
  status?: Status
  pageId?: string
  brokenContext?: 'change-request' | 'space'
}

/** Other pages than these are as the index has them. */
async function overlay({ ctx, spaceId, reading }: LinkView) {
  const { changed, removed, removedFiles, hasNewPlaces } = await changedSinceIndex(ctx, spaceId, reading)
  const rows = await linkRowsOf(ctx, reading, [...changed])
  return {
    rows,
    except: [...changed, ...removed],
    gone: new Set([...removed, ...removedFiles]),
    hasNewPlaces,
  }
}

export async function pagesProposed(before: Reading, after: Reading) {
  return (await changesBetween(before, after)).changed
}

/** One page of links by what they lead to, and counts over all of them. */
export async function linksOf(view: LinkView, query: LinkQuery) {
  const { ctx, spaceId, proposed } = view
  const { rows, except, gone, hasNewPlaces } = await overlay(view)
  const appUrl = ctx.links.of('/')
  const scope = { spaceId, except, pageId: query.pageId, appUrl }
  const own = rows.filter(({ pageId }) => query.pageId === undefined || pageId === query.pageId)
  const onlyProposed = query.brokenContext === 'change-request' ? proposed : undefined
  const fresh = groupsOf(own.filter((row) => !onlyProposed || onlyProposed.has(row.pageId)))
  const settle = (group: LinkGroup) => settled(view, group, gone, hasNewPlaces)

  const found: { group: LinkGroup; status: Status }[] = []
  let after = query.after
  // Groups that the filter leaves out are skipped, a page of the index at a time.
  for (let isMore = true; isMore && found.length <= query.limit; ) {
    const size = query.limit + 1
    const indexed = onlyProposed ? [] : await listLinkGroups(ctx.db, scope, { limit: size, after })
    const batch = merged(indexed, fresh, after).slice(0, size)
    isMore = batch.length === size
    for (const group of await Promise.all(batch.map(settle))) {
      const status = statusOf(group, appUrl)
      if (!query.status || query.status === status) found.push({ group, status })
    }
    after = batch.at(-1) && positionOf(batch.at(-1))
  }
  const shown = found.slice(0, query.limit)
  const next = found.length > query.limit ? positionOf(shown.at(-1)?.group) : undefined
  return { shown, next, stats: await statsOf(view, scope, own, gone) }
}

function positionOf(group: LinkGroup | undefined): Position | undefined {
  return group && [group.kind, group.targetId]
}

function groupsOf(rows: LinkRow[]): LinkGroup[] {
  const groups = new Map<string, LinkGroup & { on: Set<string> }>()
  for (const { kind, targetId, pageId, use } of rows) {
    const key = `${kind} ${targetId}`
    const group = groups.get(key) ?? { kind, targetId, pages: [], isIncluded: false, on: new Set() }
    group.on.add(pageId)
    group.isIncluded ||= use === 'include' || use === 'openapi'
    groups.set(key, group)
  }
  return [...groups.values()]
    .map(({ on, ...group }) => ({ ...group, pages: [...on].slice(0, 100) }))
    .sort(byKey)
}

function byKey(one: Pick<LinkGroup, 'kind' | 'targetId'>, other: Pick<LinkGroup, 'kind' | 'targetId'>) {
  if (one.kind !== other.kind) return one.kind < other.kind ? -1 : 1
  return one.targetId < other.targetId ? -1 : one.targetId === other.targetId ? 0 : 1
}

/** Two sorted lists as one, behind a position. */
function merged(indexed: LinkGroup[], fresh: LinkGroup[], after: Position | undefined) {
  const [kind, targetId] = after ?? []
  const isBehind = (group: LinkGroup) =>
    after === undefined ||
    byKey(group, { kind: String(kind) as LinkGroup['kind'], targetId: String(targetId) }) > 0
  const groups = new Map(indexed.map((group) => [`${group.kind} ${group.targetId}`, group]))
  for (const group of fresh.filter(isBehind)) {
    const key = `${group.kind} ${group.targetId}`
    const known = groups.get(key)
    groups.set(key, known ? { ...known, pages: [...known.pages, ...group.pages].slice(0, 100) } : group)
  }
  return [...groups.values()].sort(byKey)
}

/** A link of the index whose target is gone in this revision, or new in it. */
async function settled(
  view: LinkView,
  group: LinkGroup,
  gone: Set<string>,
  hasNewPlaces: boolean,
): Promise<LinkGroup> {
  if ((group.kind === 'page' || group.kind === 'file') && gone.has(group.targetId))
    return { ...group, kind: 'nothing' }
  if (group.kind !== 'nothing' || !hasNewPlaces) return group
  const resolved = (await resolveTargets(view.reading, { file: '' }, [`/${group.targetId}`])).get(
    `/${group.targetId}`,
  )
  return resolved?.kind === 'page' ? { ...group, kind: 'page', targetId: resolved.page } : group
}

function statusOf({ kind, targetId }: LinkGroup, appUrl: string): Status {
  if (kind === 'nothing') return 'broken'
  return kind === 'outside' && targetId.startsWith(appUrl) ? 'in-app' : 'ok'
}

type Scope = Parameters<typeof countLinks>[1]

async function statsOf({ ctx, proposed }: LinkView, scope: Scope, own: LinkRow[], gone: Set<string>) {
  const indexed = await countLinks(ctx.db, scope, [...gone])
  const isBroken = ({ kind, targetId }: LinkRow) =>
    kind === 'nothing' || (kind === 'page' && gone.has(targetId))
  const broken = own.filter(isBroken)
  return {
    total: indexed.total + own.length,
    broken: {
      total: indexed.broken + broken.length,
      changeRequest: proposed && broken.filter(({ pageId }) => proposed.has(pageId)).length,
    },
  }
}

/** Ids of the pages that link to a page or file. */
export async function linkersTo(view: LinkView, target: { kind: 'page' | 'file'; id: string }) {
  const { rows, except } = await overlay(view)
  const indexed = await listLinkingPages(view.ctx.db, { spaceId: view.spaceId, except }, target)
  const fresh = rows.filter(({ kind, targetId }) => kind === target.kind && targetId === target.id)
  return [...new Set([...indexed, ...fresh.map(({ pageId }) => pageId)])].sort()
}
