// Which API description a block of a text shows.
import type { ContentRef } from '../../content/records.ts'
import type { ReadContext } from '../../domain/context.ts'
import type { ApiSource } from '../../openapi/api-source.ts'
import { findApiDocument } from '../openapi/documents.ts'

export type FindApi = (ctx: ReadContext, organizationId: string) => ApiSource<ContentRef>

export const findApi: FindApi = (ctx, organizationId) => async (ref) => {
  if (ref.kind !== 'openapi') return
  const found = await findApiDocument(ctx, organizationId, ref.spec)
  return found && { version: found.versionId, document: found.document }
}
