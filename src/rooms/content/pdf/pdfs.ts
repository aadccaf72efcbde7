import { findPage, putRoot } from '../../../engines/content/nodes/revision.ts'
import type { WriteContext } from '../../../kit/domain/context.ts'
import { invalid, notFound } from '../../../kit/domain/problems.ts'
import type { SeenContent } from '../pages/access.ts'
import { readComputed } from '../pages/computed/computed-content.ts'
import { pdfUrl } from './addresses.ts'
import { problemOf } from './failures.ts'
import { printPdf } from './jobs.ts'
import type { PdfOrder } from './orders.ts'
import type { PdfAddress, PdfQuery } from './schema.ts'
import { type PdfRow, upsertPdf } from './store.ts'

/** How it is printed; a new number makes all PDFs anew. */
const EDITION = 4
const LONGEST_NAME = 80
const BEFORE_ANOTHER_TRY = 5 * 60_000

/** Has a PDF made, unless it is there already; returns where it will be, and whether it is. */
export async function askForPdf(
  ctx: WriteContext,
  content: SeenContent,
  { page: pageId, only = false }: PdfQuery,
  changeRequest?: { id: string; number: number; subject: string | null },
): Promise<PdfAddress> {
  if (only && !pageId) throw invalid('query.only needs query.page', { field: 'query.page' })
  const { space, revision } = content
  const { organizationId } = space
  const view = await readComputed(ctx, space.id, content.view)
  const page = pageId === undefined ? undefined : await findPage(view, pageId)
  if (pageId !== undefined && !page) throw notFound('page')
  const proposal = changeRequest && `Change request #${changeRequest.number} ${changeRequest.subject ?? ''}`
  const book = {
    title: space.title || 'Untitled',
    subtitle: [page?.title, proposal?.trim()].filter((part) => part).join(' · ') || undefined,
    language: space.language ?? undefined,
    date: revision.createdAt.toISOString().slice(0, 10),
    address: ctx.links.space(organizationId, space.id).app,
    home: changeRequest
      ? ctx.links.changeRequest(organizationId, space.id, changeRequest).app
      : ctx.links.space(organizationId, space.id).app,
    page: pageId,
    only,
  }
  // By its root: another revision with the same content on the same day is the same book.
  const root = revision.root && putRoot(view.nodes, view.root)
  const key = ctx.signer.sign('pdf-key', JSON.stringify([EDITION, root, book]))
  const order: PdfOrder = { ...book, key, spaceId: space.id, revisionId: revision.id }
  const now = ctx.clock.now()
  const { blob, failure } = await upsertPdf(ctx.db, order, now, new Date(now.getTime() - BEFORE_ANOTHER_TRY))
  if (blob === null && failure === null) await ctx.enqueue(printPdf, order, { key: `${space.id} ${key}` })
  const url = pdfUrl(ctx, { spaceId: space.id, key, name: fileName(page?.title ?? book.title) })
  return { url, status: statusOf({ blob, failure }) }
}

function statusOf({ blob, failure }: Pick<PdfRow, 'blob' | 'failure'>): PdfAddress['status'] {
  if (failure !== null) return problemOf(failure) ? 'too_large' : 'failed'
  return blob === null ? 'pending' : 'ready'
}

/** A name that every system takes. */
function fileName(title: string) {
  const plain = title.replaceAll(/[\p{C}/\\:*?"<>|%#]+/gu, ' ').replaceAll(/\s+/g, ' ')
  return [...plain.trim()].slice(0, LONGEST_NAME).join('').trim().replace(/^\.+/, '') || 'Document'
}
