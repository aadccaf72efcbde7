// The reads of a revision. They are mounted three times: on a space, on one of its revisions, on a change request.
import { allEntries } from '../../content/nodes/map.ts'
import {
  findFile,
  findPage,
  findPageByPath,
  findPagesWithPaths,
  findReusable,
  type PageTree,
  textOfBody,
  treeAt,
  wholeTree,
} from '../../content/nodes/revision.ts'
import type { FileRecord, PageRecord, ReusableRecord } from '../../content/records.ts'
import type { ReadContext } from '../../domain/context.ts'
import { JsonText } from '../../domain/json-text.ts'
import { notFound } from '../../domain/problems.ts'
import { type PageQuery as Slice, toPage } from '../../storage/page.ts'
import type { SeenContent } from './access.ts'
import { documentOfPage, documentOfReusable, findDocument } from './documents.ts'
import { evaluateDocument } from './evaluate.ts'
import { pagesText } from './pages-text.ts'
import { presentFile, presentPage, presentReusable, presentRevision } from './present.ts'
import type { ContentQuery, Page, Revision } from './schema.ts'

type PageOptions = ContentQuery & { format?: 'document' | 'markdown'; evaluated: string }

export async function answerRevision(
  ctx: ReadContext,
  content: SeenContent,
  query: ContentQuery,
  mergedFrom?: object,
) {
  const { view } = content
  const files = await filesInOrder(content)
  const reusables = await allEntries<ReusableRecord>(view.nodes, view.root.reusables)
  const revision = presentRevision(ctx, content, { files, reusables, mergedFrom }, query)
  return new JsonText<Revision>(
    `${JSON.stringify(revision).slice(0, -1)},"pages":${await allPagesText(ctx, content, query)}}`,
  )
}

export async function answerPages(ctx: ReadContext, content: SeenContent, query: ContentQuery) {
  return new JsonText<{ pages: Page[] }>(`{"pages":${await allPagesText(ctx, content, query)}}`)
}

async function allPagesText(ctx: ReadContext, content: SeenContent, query: ContentQuery) {
  return pagesText(ctx, content, await wholeTree(content.view), query)
}

export async function answerPage(ctx: ReadContext, content: SeenContent, pageId: string, query: PageOptions) {
  return showPage(ctx, content, await requirePage(content, pageId), query)
}

export async function answerPageAt(ctx: ReadContext, content: SeenContent, path: string, query: PageOptions) {
  const page = await findPageByPath(content.view, path)
  if (!page || (page.type !== 'document' && page.type !== 'group')) throw notFound('page')
  return showPage(ctx, content, page, query)
}

async function showPage(ctx: ReadContext, content: SeenContent, page: PageRecord, query: PageOptions) {
  const tree = await treeOf(content, page)
  return presentPage(ctx, content, tree, query, await bodyOf(ctx, content, tree, query))
}

async function bodyOf(ctx: ReadContext, content: SeenContent, { page, path }: PageTree, query: PageOptions) {
  if (page.type !== 'document' || query.format === undefined) return {}
  if (query.format === 'markdown') return { markdown: await textOfBody(content.view, page.body) }
  const document = await documentOfPage(ctx, content, page, path)
  return { document: evaluateDocument(document, query.evaluated, content.view.root.variables, page) }
}

export async function requirePage({ view }: SeenContent, pageId: string) {
  const page = await findPage(view, pageId)
  if (!page) throw notFound('page')
  return page
}

async function treeOf({ view }: SeenContent, page: PageRecord): Promise<PageTree> {
  const path = (await findPagesWithPaths(view, [page.id])).get(page.id)?.path ?? page.slug
  return { page, path, below: await treeAt(view, page.children, path) }
}

export async function answerPageDocument(
  ctx: ReadContext,
  content: SeenContent,
  pageId: string,
  { evaluated }: { evaluated: string },
) {
  const found = (await findPagesWithPaths(content.view, [pageId])).get(pageId)
  if (!found) throw notFound('page')
  const { page, path } = found
  const document = await documentOfPage(ctx, content, page, path)
  return evaluateDocument(document, evaluated, content.view.root.variables, page)
}

export function answerDocument(ctx: ReadContext, content: SeenContent, documentId: string) {
  return findDocument(ctx, content, documentId)
}

export async function answerFiles(ctx: ReadContext, content: SeenContent, query: Slice & ContentQuery) {
  const [after = ''] = query.after ?? []
  const files = (await filesInOrder(content)).filter(({ id }) => id > String(after))
  const page = toPage(files.slice(0, query.limit + 1), query.limit, ({ id }) => [id])
  return { rows: page.rows.map((file) => presentFile(ctx, content, file, query)), next: page.next }
}

async function filesInOrder({ view: { nodes, root } }: SeenContent) {
  const files = await allEntries<FileRecord>(nodes, root.files)
  return files.sort((a, b) => (a.id < b.id ? -1 : 1))
}

export async function answerFile(
  ctx: ReadContext,
  content: SeenContent,
  fileId: string,
  query: ContentQuery,
) {
  const file = await findFile(content.view, fileId)
  if (!file) throw notFound('file')
  return presentFile(ctx, content, file, query)
}

export async function answerReusable(
  ctx: ReadContext,
  content: SeenContent,
  id: string,
  query: ContentQuery,
) {
  return presentReusable(ctx, content, await requireReusable(content, id), query)
}

export async function answerReusableDocument(
  ctx: ReadContext,
  content: SeenContent,
  id: string,
  { evaluated }: { evaluated: string },
) {
  const document = await documentOfReusable(ctx, content, await requireReusable(content, id))
  return evaluateDocument(document, evaluated, content.view.root.variables)
}

async function requireReusable({ view }: SeenContent, id: string) {
  const reusable = await findReusable(view, id)
  if (!reusable) throw notFound('reusable content')
  return reusable
}
