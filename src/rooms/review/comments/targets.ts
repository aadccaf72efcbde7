// What a comment points at: found and remembered when it is posted, looked up again whenever it is shown.
import {
  findPage,
  findPagesWithPaths,
  type RevisionView,
  textOfBody,
} from '../../../engines/content/nodes/revision.ts'
import type { PageRecord } from '../../../engines/content/records.ts'
import type { JSONDocument } from '../../../engines/markdown/document.ts'
import { sourceBlocks } from '../../../engines/markdown/edit/source-blocks.ts'
import { publicDocument } from '../../../engines/markdown/public-document.ts'
import { previewOf } from '../../../engines/markdown/sections.ts'
import type { ReadContext } from '../../../kit/domain/context.ts'
import { invalid } from '../../../kit/domain/problems.ts'
import type { CommentedPage } from '../../../kit/storage/tables/comments.ts'
import { openContent } from '../../content/pages/access.ts'
import { parseBody } from '../../content/pages/reading/documents.ts'
import type { CommentScope } from './access.ts'
import { followedBlocks, type SeenBlock } from './followed-blocks.ts'
import type { NewComment } from './schema.ts'
import type { CommentRow } from './store.ts'

/** The content that is talked about. */
export function revisionAt({ space, changeRequest }: CommentScope) {
  return changeRequest?.revisionId ?? space.revisionId
}

type Aim = Omit<NewComment, 'body'>

/** The columns that say what a new comment points at. */
export async function aimAt(ctx: ReadContext, place: CommentScope, aim: Aim) {
  const revisionId = revisionAt(place)
  requireWhole(aim, place)
  const { page: pageId, node, tableCell, quote, suggestion } = aim
  if (pageId === undefined) return { revisionId }
  const { view } = await openContent(ctx, place.space, revisionId)
  const found = (await findPagesWithPaths(view, [pageId])).get(pageId)
  if (!found) return aimAtRemoved(ctx, place, aim, pageId)
  const { page, path } = found
  const about = { revisionId, pageId, page: JSON.stringify(commentedPageOf(page, path)), pageBody: page.body }
  if (node === undefined) return about
  const preview = previewIn(await documentOf(ctx, view, page), node)
  if (preview === undefined) return { ...about, ...(await aimAtRemovedBlock(ctx, place, aim, pageId)) }
  return {
    ...about,
    nodeId: node,
    nodePreview: preview,
    quote,
    ...(tableCell && { tableCell: JSON.stringify(tableCell) }),
    ...(suggestion && {
      suggestion: suggestion.markdown,
      suggestionBefore: sourceOf(await textOfBody(view, page.body), node),
    }),
  }
}

function requireWhole({ page, node, tableCell, quote, suggestion }: Aim, { changeRequest }: CommentScope) {
  if (node !== undefined && page === undefined)
    throw invalid('body.node needs body.page: the page that has it', { field: 'body.page' })
  const parts = { tableCell: 'the table', quote: 'the block', suggestion: 'the block' }
  for (const [name, what] of Object.entries(parts))
    if ({ tableCell, quote, suggestion }[name] !== undefined && node === undefined)
      throw invalid(`body.${name} needs body.node: ${what} that has it`, { field: 'body.node' })
  if (suggestion && !changeRequest)
    throw invalid('body.suggestion: texts are suggested in change requests', { field: 'body.suggestion' })
}

/** What somebody may want to suggest another text for. */
function sourceOf(text: string, nodeId: string): string {
  const found = sourceBlocks(text).find(({ key }) => key === nodeId)
  if (found) return text.slice(found.from, found.to)
  throw invalid('body.suggestion: body.node is not a top-level block of the page', { field: 'body.node' })
}

/** A page that the change request takes away, as it was. */
async function aimAtRemoved(ctx: ReadContext, place: CommentScope, { node }: Aim, pageId: string) {
  const was = await openBefore(ctx, place)
  const found = was && (await findPagesWithPaths(was.view, [pageId])).get(pageId)
  if (!found || node !== undefined)
    throw invalid(`body.page: page ${pageId} not found in the content`, { field: 'body.page' })
  const { page, path } = found
  const kept = JSON.stringify(commentedPageOf(page, path))
  return { revisionId: revisionAt(place), pageId, page: kept, pageBody: page.body }
}

/** A block that the change request takes away, as it was. */
async function aimAtRemovedBlock(
  ctx: ReadContext,
  place: CommentScope,
  { node = '', quote, suggestion }: Aim,
  pageId: string,
) {
  const was = await openBefore(ctx, place)
  const page = was && (await findPage(was.view, pageId))
  const nodePreview = page && previewIn(await documentOf(ctx, was.view, page), node)
  if (nodePreview === undefined || suggestion)
    throw invalid(`body.node: the page has no block with the key ${node}`, { field: 'body.node' })
  return { pageBody: page?.body, nodeId: node, nodePreview, quote }
}

async function openBefore(ctx: ReadContext, { space, changeRequest }: CommentScope) {
  return changeRequest && openContent(ctx, space, changeRequest.revisionAncestor)
}

/** Some blocks of ours stand for several of the public model; people comment on both. */
function previewIn(document: JSONDocument, nodeId: string) {
  return previewOf(document, nodeId) ?? previewOf(publicDocument(document), nodeId)
}

async function documentOf(ctx: ReadContext, view: RevisionView, { body }: PageRecord) {
  return parseBody(ctx, await textOfBody(view, body), body)
}

function commentedPageOf(page: PageRecord, path: string): CommentedPage {
  const { title, emoji, icon, createdAt, updatedAt } = page
  return { title, path, emoji, icon, createdAt, updatedAt }
}

/** A page that was commented on, as it is called now, or was when it was last known; and the block of it. */
export type SeenPage = CommentedPage & { id: string; outdated: boolean; block?: SeenBlock }

/** The pages of all these comments, in a few questions however many there are. By the id of the comment. */
export async function pagesOf(
  ctx: ReadContext,
  place: CommentScope,
  rows: CommentRow[],
): Promise<Map<string, SeenPage>> {
  const aimed = rows.flatMap(({ pageId, page, ...row }) => (pageId && page ? [{ ...row, pageId, page }] : []))
  if (aimed.length === 0) return new Map()
  const { view } = await openContent(ctx, place.space, revisionAt(place))
  const ids = new Set(aimed.map(({ pageId }) => pageId))
  const found = await findPagesWithPaths(view, [...ids])
  const blocks = await followedBlocks(
    ctx,
    view,
    aimed.flatMap(({ id, pageId, pageBody, nodeId }) => {
      const now = found.get(pageId)?.page.body
      return nodeId !== null && now ? [{ id, nodeId, was: pageBody, now }] : []
    }),
  )
  return new Map(aimed.map((row) => [row.id, seen(row)]))

  function seen({ id, pageId, page: kept, pageBody, nodeId }: (typeof aimed)[number]): SeenPage {
    const now = found.get(pageId)
    if (!now) return { ...kept, id: pageId, outdated: true }
    const block = blocks.get(id)
    const outdated = nodeId === null ? now.page.body !== pageBody : block === undefined
    return { ...commentedPageOf(now.page, now.path), id: pageId, outdated, block }
  }
}
