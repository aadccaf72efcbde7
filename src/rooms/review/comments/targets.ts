// What a comment points at: found and remembered when it is posted, looked up again whenever it is shown.
import { findPagesWithPaths, type RevisionView, textOfBody } from '../../../engines/content/nodes/revision.ts'
import type { Hash, PageRecord } from '../../../engines/content/records.ts'
import type { Block, JSONDocument } from '../../../engines/markdown/document.ts'
import { childrenOf, fragmentsOf } from '../../../engines/markdown/nodes.ts'
import { publicDocument } from '../../../engines/markdown/public-document.ts'
import { previewOf } from '../../../engines/markdown/sections.ts'
import type { ReadContext } from '../../../kit/domain/context.ts'
import { invalid } from '../../../kit/domain/problems.ts'
import type { CommentedPage } from '../../../kit/storage/tables/comments.ts'
import { openContent } from '../../content/pages/access.ts'
import { parseBody } from '../../content/pages/reading/documents.ts'
import type { CommentScope } from './access.ts'
import type { NewComment } from './schema.ts'
import type { CommentRow } from './store.ts'

/** The content that is talked about. */
function revisionAt({ space, changeRequest }: CommentScope) {
  return changeRequest?.revisionId ?? space.revisionId
}

type Aim = Omit<NewComment, 'body'>

/** The columns that say what a new comment points at. */
export async function aimAt(ctx: ReadContext, place: CommentScope, { page: pageId, node, tableCell }: Aim) {
  const revisionId = revisionAt(place)
  if (node !== undefined && pageId === undefined)
    throw invalid('body.node needs body.page: the page that has it', { field: 'body.page' })
  if (tableCell && node === undefined)
    throw invalid('body.tableCell needs body.node: the table that has it', { field: 'body.node' })
  if (pageId === undefined) return { revisionId }
  const { view } = await openContent(ctx, place.space, revisionId)
  const found = (await findPagesWithPaths(view, [pageId])).get(pageId)
  if (!found) throw invalid(`body.page: page ${pageId} not found in the content`, { field: 'body.page' })
  const { page, path } = found
  return {
    revisionId,
    pageId,
    page: JSON.stringify(commentedPageOf(page, path)),
    pageBody: page.body,
    ...(node !== undefined && aimAtNode(await documentOf(ctx, view, page), node)),
    ...(tableCell && { tableCell: JSON.stringify(tableCell) }),
  }
}

function aimAtNode(document: JSONDocument, nodeId: string) {
  const nodePreview = previewOf(document, nodeId)
  if (nodePreview !== undefined) return { nodeId, nodePreview }
  throw invalid(`body.node: the page has no block with the key ${nodeId}`, { field: 'body.node' })
}

async function documentOf(ctx: ReadContext, view: RevisionView, { body }: PageRecord) {
  return publicDocument(parseBody(ctx, await textOfBody(view, body), body))
}

function commentedPageOf(page: PageRecord, path: string): CommentedPage {
  const { title, emoji, icon, createdAt, updatedAt } = page
  return { title, path, emoji, icon, createdAt, updatedAt }
}

/** A page that was commented on, as it is called now, or was when it was last known. */
export type SeenPage = CommentedPage & { id: string; outdated: boolean }

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
  const blocks = await changedBlocks()

  return new Map(aimed.map((row) => [row.id, seen(row)]))

  /** Only pages with another text than then must be looked into, and only for comments on a block. */
  async function changedBlocks() {
    const changed = new Set<Hash>()
    for (const { pageId, pageBody, nodeId } of aimed) {
      const body = found.get(pageId)?.page.body
      if (nodeId !== null && body && body !== pageBody) changed.add(body)
    }
    await view.nodes.fetch(changed)
    return new Map(
      [...changed].map((body) => {
        const document = publicDocument(parseBody(ctx, view.nodes.text(body), body))
        return [body, keysIn(document)] as const
      }),
    )
  }

  function seen({ pageId, page: kept, pageBody, nodeId }: (typeof aimed)[number]): SeenPage {
    const now = found.get(pageId)
    if (!now) return { ...kept, id: pageId, outdated: true }
    const { body } = now.page
    const isGone = nodeId === null || body === null || !blocks.get(body)?.has(nodeId)
    return { ...commentedPageOf(now.page, now.path), id: pageId, outdated: body !== pageBody && isGone }
  }
}

function keysIn(document: JSONDocument) {
  const keys = new Set<string>()
  const visit = (block: Block) => {
    if (block.key) keys.add(block.key)
    for (const child of childrenOf(block)) visit(child)
    for (const { nodes } of fragmentsOf(block)) for (const child of nodes) visit(child)
  }
  for (const block of document.nodes) visit(block)
  return keys
}
