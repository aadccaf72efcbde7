// Bodies as documents: derived from the Markdown, kept by its hash, and named by ids.

import { fileOfPage, fileOfReusable } from '../../../../engines/content/links/paths.ts'
import type { Standpoint } from '../../../../engines/content/links/resolve.ts'
import type { DerivedKind } from '../../../../engines/content/nodes/nodes.ts'
import { findPagesWithPaths, findReusable } from '../../../../engines/content/nodes/revision.ts'
import type { Hash, PageRecord, ReusableRecord } from '../../../../engines/content/records.ts'
import type { JSONDocument } from '../../../../engines/markdown/document.ts'
import { parseMarkdown } from '../../../../engines/markdown/parse.ts'
import type { ReadContext } from '../../../../kit/domain/context.ts'
import { notFound } from '../../../../kit/domain/problems.ts'
import type { SeenContent } from '../access.ts'

export const EMPTY_DOCUMENT: JSONDocument = { object: 'document', data: { schemaVersion: 1 }, nodes: [] }

const DOCUMENT: DerivedKind<JSONDocument> = { name: 'document' }

/** The document of a text, with raw targets. Parsed once for a text, however often it is asked for. */
export function parseBody(
  ctx: Pick<ReadContext, 'nodeCache'>,
  text: string,
  body: Hash | null,
): JSONDocument {
  if (body === null) return parseMarkdown(text)
  const known = ctx.nodeCache.findDerived(DOCUMENT, body)
  if (known) return known
  const parsed = parseMarkdown(text)
  // Values of a document take about ten times the room of its text.
  ctx.nodeCache.keepDerived(DOCUMENT, body, parsed, text.length * 3 + 200)
  return parsed
}

/**
 * An id says which text it is and where it stands, since links in it are relative. Signed: whoever comes with one got
 * it from this space, so a text of another space can not be asked for by its hash.
 */
export function documentId(ctx: Pick<ReadContext, 'signer'>, spaceId: string, standing: string, body: Hash) {
  const name = `${body}.${standing}`
  return `${name}.${ctx.signer.sign('document', `${spaceId} ${name}`)}`
}

/** The text that an id names, and where it stands. */
export async function findDocument(
  ctx: ReadContext,
  { space, view }: SeenContent,
  id: string,
): Promise<NamedText> {
  const [body = '', standing = '', signature = ''] = id.split('.')
  if (!ctx.signer.isSigned('document', `${space.id} ${body}.${standing}`, signature))
    throw notFound('document')
  const page = (await findPagesWithPaths(view, [standing])).get(standing)
  if (page) return { body, from: { page: standing, file: fileOfPage(page.page, page.path) }, page: page.page }
  const reusable = await findReusable(view, standing)
  return { body, from: { file: reusable ? fileOfReusable(reusable) : '' }, reusable }
}

export type NamedText = { body: Hash; from: Standpoint; page?: PageRecord; reusable?: ReusableRecord }
