// Who links to what. The index describes the content that readers saw when it was last brought up to date; for any
// other revision, the pages that differ from that content are read anew.
import { type Changed, diffMaps } from '../../content/map.ts'
import type { FileRecord, PageRecord } from '../../content/records.ts'
import { resolveTargets, standpointsOf } from '../../content/resolve.ts'
import { findPages, type Reading, readRevision, siblingsAt } from '../../content/revision.ts'
import type { Ctx } from '../../domain/context.ts'
import { linksIn } from '../../markdown/links.ts'
import type { FindLinkers } from './relink.ts'
import { findIndexedRoot, type LinkRow, listPagesLinkingTo } from './store-links.ts'

export function linkersIn(ctx: Ctx, spaceId: string, reading: Reading): FindLinkers {
  return async (pageIds) => {
    const { changed } = await changedSinceIndex(ctx, spaceId, reading)
    const known = await listPagesLinkingTo(ctx.db, spaceId, ['page'], pageIds)
    const fresh = await linkRowsOf(ctx, reading, [...changed])
    const wanted = new Set(pageIds)
    const linking = fresh.filter(({ kind, targetId }) => kind === 'page' && wanted.has(targetId))
    return [...known.filter((id) => !changed.has(id)), ...linking.map(({ pageId }) => pageId)]
  }
}

/** Pages whose links are not, or no longer, as the index has them, and pages that are new or gone since. */
export async function changedSinceIndex(ctx: Ctx, spaceId: string, reading: Reading) {
  const indexed = await readRevision(reading.pool, await findIndexedRoot(ctx.db, spaceId))
  return changesBetween(indexed, reading)
}

export async function changesBetween(before: Reading, after: Reading) {
  const pages = await diffMaps<PageRecord>(after.pool, before.root.pages, after.root.pages)
  const changed = new Set<string>()
  const removed = new Set<string>()
  for (const { id, before, after } of pages) {
    if (!after) removed.add(id)
    else if (!before || before.body !== after.body) changed.add(id)
  }
  // Links are relative: below a page that moved, all of them start from another place.
  const moved = await pagesBelow(after, placedAnew(pages))
  for (const id of moved) changed.add(id)
  const files = await diffMaps<FileRecord>(after.pool, before.root.files, after.root.files)
  const removedFiles = files.filter((file) => !file.after).map(({ id }) => id)
  const hasNewPlaces = moved.size > 0 || files.some((file) => !file.before)
  return { changed, removed, removedFiles, hasNewPlaces }
}

/** Pages whose file may be another one: those that were placed or named anew, and all below them. */
export async function movedPages(before: Reading, after: Reading) {
  const pages = await diffMaps<PageRecord>(after.pool, before.root.pages, after.root.pages)
  return pagesBelow(after, placedAnew(pages))
}

function placedAnew(pages: Changed<PageRecord>[]) {
  return pages.flatMap(({ before, after }) => (after && hasOtherFile(before, after) ? [after] : []))
}

function hasOtherFile(before: PageRecord | undefined, after: PageRecord) {
  return (
    !before ||
    before.slug !== after.slug ||
    before.parent !== after.parent ||
    (before.children === null) !== (after.children === null) ||
    before.git?.path !== after.git?.path
  )
}

async function pagesBelow(reading: Reading, pages: PageRecord[]) {
  const ids = new Set(pages.map(({ id }) => id))
  let level = pages
  while (level.length > 0) {
    await reading.pool.fetch(level.map(({ children }) => children))
    const below: string[] = []
    for (const { children } of level)
      for (const { id } of await siblingsAt(reading.pool, children)) if (!ids.has(id)) below.push(id)
    for (const id of below) ids.add(id)
    level = [...(await findPages(reading, below)).values()]
  }
  return ids
}

/** The links of pages as a revision has them. */
export async function linkRowsOf(ctx: Ctx, reading: Reading, pageIds: string[]): Promise<LinkRow[]> {
  const pages = await findPages(reading, pageIds)
  const standpoints = await standpointsOf(reading, pageIds)
  await reading.pool.fetch([...pages.values()].map(({ body }) => body))
  const rows: LinkRow[] = []
  for (const [id, page] of pages) {
    const from = standpoints.get(id)
    if (!from || page.body === null) continue
    const links = linksOfBody(ctx, reading.pool.text(page.body), page.body)
    const resolved = await resolveTargets(
      reading,
      from,
      links.map(({ target }) => target),
    )
    for (const [at, { target, use }] of links.entries()) {
      const meant = resolved.get(target) ?? { kind: 'outside', url: target }
      const fragment = meant.kind === 'page' ? (meant.fragment ?? null) : null
      rows.push({ pageId: id, at, use, target, kind: meant.kind, targetId: idOf(meant), fragment })
    }
  }
  return rows
}

type Meant = Awaited<ReturnType<typeof resolveTargets>> extends Map<string, infer One> ? One : never

function idOf(meant: Meant) {
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

type TextLinks = { target: string; use: string }[]

/** Derived once for a text. */
function linksOfBody(ctx: Pick<Ctx, 'nodes'>, text: string, hash: string): TextLinks {
  const key = `links ${hash}`
  const known = ctx.nodes.get(key)
  if (known) return known as TextLinks
  const links = linksIn(text).map(({ target, use }) => ({ target, use }))
  ctx.nodes.set(key, links, links.length * 60 + 50)
  return links
}
