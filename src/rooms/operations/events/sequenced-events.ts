// What happened in an organization since a moment, for whoever follows it in their own way.
import type { ReadContext } from '../../../kit/domain/context.ts'
import { findLastPlace, listSequencedEvents } from './store.ts'

const AT_ONCE = 100

export function lastPlaceIn(ctx: ReadContext, organizationId: string): Promise<number> {
  return findLastPlace(ctx.db, organizationId)
}

/** Whether a reader may know of them is for the caller to ask. */
export async function* eventsSince(ctx: ReadContext, organizationId: string, place: number) {
  for (let sequence = place; ; ) {
    const rows = await listSequencedEvents(ctx.db, { organizationId, sequence, limit: AT_ONCE })
    for (const row of rows) {
      sequence = row.sequence ?? sequence
      yield { type: row.type, payload: row.payload, place: sequence }
    }
    if (rows.length < AT_ONCE) return
  }
}
