// The reads of a revision. They are mounted three times: on a space, on one of its revisions, on a change request.

import { hasAddress } from '../../../../engines/content/diff/left-places.ts'
import { fileOfPage, fileOfReusable } from '../../../../engines/content/links/paths.ts'
import { allEntries } from '../../../../engines/content/nodes/map.ts'
import type { DerivedKind } from '../../../../engines/content/nodes/nodes.ts'
import { type PageTree, treeAt, wholeTree } from '../../../../engines/content/nodes/page-tree.ts'
import {
  findFile,
  findPage,
  findPageByPath,
  findPagesWithPaths,
  findReusable,
} from '../../../../engines/content/nodes/revision.ts'
import type { FileRecord, PageRecord, ReusableRecord } from '../../../../engines/content/records.ts'
import { publicDocument } from '../../../../engines/markdown/public-document.ts'
import {
  isVisiblePage,
  type SeenRevision,
  visibleTree,
} from '../../../../engines/reading/pages/visible-pages.ts'
import type { ReadContext } from '../../../../kit/domain/context.ts'
import { JsonText } from '../../../../kit/domain/json-text.ts'
import { notFound } from '../../../../kit/domain/problems.ts'
import { type PageQuery as Slice, toPage } from '../../../../kit/storage/page.ts'
import type { SeenContent } from '../access.ts'
import { readComputed } from '../computed/computed-content.ts'
import { problemsIn } from '../computed/sources.ts'
import { findPageAtOldPath } from '../former-paths/find-moved-page.ts'
import { presentFile, presentPage, presentReusable, presentRevision } from '../present.ts'
import type { ContentQuery, Page, ReusableContentQuery, Revision } from '../schema.ts'
import { findDocument } from './documents.ts'
import { namedOnPages } from './named-parts.ts'
import { pagesText } from './pages-text.ts'
import { type Reading, type ReadText, readDocument, readMarkdown } from './reader-texts.ts'

type PageOptions = ContentQuery & { format?: 'document' | 'markdown'; evaluated: string }

/** With its computed pages; where they are not wanted, writers see why some of them are not there. */
async function computed(ctx: ReadContext, content: SeenContent, isWanted = true): Promise<SeenContent> {
  if (!isWanted && content.audience.kind !== 'writer') return content
  if (!isWanted) {
    const found = await problemsIn(ctx, content.space.id, content.view)
    return { ...content, problems: new Map(found.map(({ page, problem }) => [page.id, problem])) }
  }
  return { ...content, view: await readComputed(ctx, content.space.id, content.view) }
}

export async function answerRevision(
  ctx: ReadContext,
  written: SeenContent,
  query: ContentQuery,
  mergedFrom?: object,
) {
  const content = await computed(ctx, written, query.computed)
  const { view } = content
  const pages = await visiblePages(ctx, content)
  const named = await namedOnPages(ctx, content, pages)
  const files = (await filesInOrder(content)).filter(({ id }) => named.has(id))
  const everyReusable = await allEntries<ReusableRecord>(view.nodes, view.root.reusables)
  const reusables = everyReusable.filter(({ id }) => named.has(id))
  const revision = presentRevision(ctx, content, { files, reusables, mergedFrom }, query)
  return new JsonText<Revision>(
    `${JSON.stringify(revision).slice(0, -1)},"pages":${await pagesText(ctx, content, pages, query)}}`,
  )
}

const PAGES: DerivedKind<JsonText<{ pages: Page[] }>> = { name: 'pages' }

/** Kept for writers, of whom many open the same tree; what visitors see depends on what is known of each. */
export async function answerPages(ctx: ReadContext, written: SeenContent, query: ContentQuery) {
  const content = await computed(ctx, written, query.computed)
  const { space, view, audience } = content
  const isShared = audience.kind === 'writer' && content.problems === undefined
  const key = `${view.root.pages} ${view.root.top} ${space.organizationId} ${space.id} ${query.metadata}`
  const kept = isShared ? ctx.nodeCache.findDerived(PAGES, key) : undefined
  if (kept) return kept
  const pages = await visiblePages(ctx, content)
  const text = `{"pages":${await pagesText(ctx, content, pages, query)}}`
  const answer = new JsonText<{ pages: Page[] }>(text)
  if (isShared) ctx.nodeCache.keepDerived(PAGES, key, answer, text.length)
  return answer
}

async function visiblePages({ links }: ReadContext, content: SeenContent) {
  return visibleTree(links, content, await wholeTree(content.view))
}

export async function answerPage(ctx: ReadContext, written: SeenContent, pageId: string, query: PageOptions) {
  const content = await computed(ctx, written, query.computed)
  return showPage(ctx, content, await requirePage(ctx, content, pageId), query)
}

export async function answerPageAt(ctx: ReadContext, written: SeenContent, path: string, query: PageOptions) {
  const content = await computed(ctx, written, query.computed)
  const page = await findPageNow(ctx, content, path)
  const { space, view, audience } = content
  const meant = page ?? (await findPageAtOldPath(ctx, { spaceId: space.id, view, audience }, path))
  if (!meant) throw notFound('page')
  return showPage(ctx, content, meant, query)
}

/** The page at a path, for those who may see it. */
export async function findPageNow(
  { links }: ReadContext,
  seen: SeenRevision,
  path: string,
): Promise<PageRecord | undefined> {
  const page = await findPageByPath(seen.view, path)
  return page && hasAddress(page) && (await isVisiblePage(links, seen, page.id)) ? page : undefined
}

async function showPage(ctx: ReadContext, content: SeenContent, page: PageRecord, query: PageOptions) {
  const tree = await treeOf(ctx, content, page)
  return presentPage(ctx, content, tree, query, await bodyOf(ctx, content, tree, query))
}

async function bodyOf(ctx: ReadContext, content: SeenContent, { page, path }: PageTree, query: PageOptions) {
  if (page.type !== 'document' || query.format === undefined) return {}
  const [reading, text] = [readingOf(content), textOfPage(page, path)]
  if (query.format === 'markdown') return { markdown: await readMarkdown(ctx, reading, text) }
  return { document: await documentFor(ctx, reading, text, query.evaluated) }
}

function readingOf({ space, view, audience }: SeenContent): Reading {
  return { spaceId: space.id, view, audience }
}

function textOfPage(page: PageRecord, path: string): ReadText {
  return { body: page.body, from: { page: page.id, file: fileOfPage(page, path) }, page }
}

async function documentFor(ctx: ReadContext, reading: Reading, text: ReadText, evaluated: string) {
  return publicDocument(await readDocument(ctx, reading, text, { fillsIn: evaluated !== 'false' }))
}

/** A page that is there for this audience: its own condition is met, and those of all pages above it. */
export async function requirePage({ links }: ReadContext, content: SeenContent, pageId: string) {
  const page = await findPage(content.view, pageId)
  if (!page || !(await isVisiblePage(links, content, pageId))) throw notFound('page')
  return page
}

async function treeOf(ctx: ReadContext, content: SeenContent, page: PageRecord): Promise<PageTree> {
  const { view } = content
  const path = (await findPagesWithPaths(view, [page.id])).get(page.id)?.path ?? page.slug
  const whole = { page, path, below: await treeAt(view, page.children, path) }
  const [tree] = await visibleTree(ctx.links, content, [whole])
  if (!tree) throw notFound('page')
  return tree
}

export async function answerPageDocument(
  ctx: ReadContext,
  written: SeenContent,
  pageId: string,
  { evaluated: how }: { evaluated: string },
) {
  const content = await computed(ctx, written)
  const { id } = await requirePage(ctx, content, pageId)
  const found = (await findPagesWithPaths(content.view, [id])).get(id)
  if (!found) throw notFound('page')
  const { page, path } = found
  return documentFor(ctx, readingOf(content), textOfPage(page, path), how)
}

export async function answerDocument(ctx: ReadContext, written: SeenContent, documentId: string) {
  const content = await computed(ctx, written)
  const { reusable, ...text } = await findDocument(ctx, content, documentId)
  // Who was given an id may pass it on, to somebody for whom the text is not.
  if (content.audience.kind === 'visitor') {
    if (text.page) await requirePage(ctx, content, text.page.id)
    else await requireReusable(ctx, content, reusable?.id ?? '')
  }
  return documentFor(ctx, readingOf(content), text, 'false')
}

export async function answerFiles(ctx: ReadContext, written: SeenContent, query: Slice & ContentQuery) {
  const content = await computed(ctx, written, query.computed)
  const [after = ''] = query.after ?? []
  const named = await namedOnPages(ctx, content, await visiblePages(ctx, content))
  const files = (await filesInOrder(content)).filter(({ id }) => id > String(after) && named.has(id))
  const page = toPage(files.slice(0, query.limit + 1), query.limit, ({ id }) => [id])
  return { rows: page.rows.map((file) => presentFile(ctx, content, file, query)), next: page.next }
}

async function filesInOrder({ view: { nodes, root } }: SeenContent) {
  const files = await allEntries<FileRecord>(nodes, root.files)
  return files.sort((a, b) => (a.id < b.id ? -1 : 1))
}

export async function answerFile(
  ctx: ReadContext,
  written: SeenContent,
  fileId: string,
  query: ContentQuery,
) {
  const content = await computed(ctx, written, query.computed)
  const file = await findFile(content.view, fileId)
  const named = await namedOnPages(ctx, content, await visiblePages(ctx, content))
  if (!file || !named.has(fileId)) throw notFound('file')
  return presentFile(ctx, content, file, query)
}

export async function answerReusable(
  ctx: ReadContext,
  content: SeenContent,
  id: string,
  query: ReusableContentQuery,
) {
  const reusable = await requireReusable(ctx, content, id)
  const shown = presentReusable(ctx, content, reusable, query)
  if (query.format === undefined) return shown
  return { ...shown, markdown: await readMarkdown(ctx, readingOf(content), textOfReusable(reusable)) }
}

export async function answerReusableDocument(
  ctx: ReadContext,
  content: SeenContent,
  id: string,
  { evaluated: how }: { evaluated: string },
) {
  const reusable = await requireReusable(ctx, content, id)
  return documentFor(ctx, readingOf(content), textOfReusable(reusable), how)
}

function textOfReusable(reusable: ReusableRecord): ReadText {
  return { body: reusable.body, from: { file: fileOfReusable(reusable) } }
}

export async function requireReusable(ctx: ReadContext, content: SeenContent, id: string) {
  const reusable = await findReusable(content.view, id)
  const named = await namedOnPages(ctx, content, await visiblePages(ctx, content))
  if (!reusable || !named.has(id)) throw notFound('reusable content')
  return reusable
}
