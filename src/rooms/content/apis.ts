// Which API description a block of a text shows. No descriptions are kept yet, so none is found.
import type { ContentRef } from '../../content/records.ts'
import type { ReadContext } from '../../domain/context.ts'
import type { ApiSource } from '../../openapi/api-source.ts'

export type FindApi = (ctx: ReadContext, organizationId: string) => ApiSource<ContentRef>

export const findApi: FindApi = () => async () => undefined
