import type { Insertable } from 'kysely'
import type { WriteContext } from '../../../kit/domain/context.ts'
import type { Tables } from '../../../kit/storage/db.ts'
import { insertReview } from './store.ts'

/** Reviews that come back from an archive. */
export async function restoreReviews(ctx: WriteContext, rows: Insertable<Tables['changeRequestReviews']>[]) {
  for (const row of rows) await insertReview(ctx.db, row)
}
