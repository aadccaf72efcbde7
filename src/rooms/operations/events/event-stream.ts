import type { OutsideContext } from '../../../kit/domain/context.ts'
import { EventStream, streamed } from '../../../kit/domain/event-stream.ts'
import { invalid } from '../../../kit/domain/problems.ts'
import { isStillSignedIn } from '../../people/accounts/sessions/still-signed-in.ts'
import { organization, organizationAbilities } from '../../people/organizations/access.ts'
import { newsOf } from './event-news.ts'
import { presentEvent } from './present.ts'
import { findLastPlace, findPlaceOf, listSequencedEvents } from './store.ts'
import { visibilityFor } from './visibility.ts'

const AT_ONCE = 100

type Wanted = { lastEventId?: string; follow: boolean }

export async function openStream(ctx: OutsideContext, organizationId: string, wanted: Wanted) {
  const from = await placeToBegin(ctx, organizationId, wanted)
  return new EventStream((signal) => follow(ctx, { organizationId, from, isEndless: wanted.follow, signal }))
}

async function placeToBegin(ctx: OutsideContext, organizationId: string, { lastEventId }: Wanted) {
  if (lastEventId === undefined) return findLastPlace(ctx.db, organizationId)
  const place = await findPlaceOf(ctx.db, organizationId, lastEventId)
  if (place === undefined)
    throw invalid('query.lastEventId is not a stored event: reconnect without it, and reload your data', {
      field: 'query.lastEventId',
    })
  return place
}

type Following = { organizationId: string; from: number; isEndless: boolean; signal: AbortSignal }

async function* follow(ctx: OutsideContext, { organizationId, from, isEndless, signal }: Following) {
  const news = newsOf(ctx, organizationId, signal)
  let sequence = from
  try {
    yield ': welcome\n\n'
    while (!signal.aborted) {
      news.isThere = false
      const rows = await listSequencedEvents(ctx.db, { organizationId, sequence, limit: AT_ONCE })
      // Asked for each batch: who may see what changes while a stream is open.
      const maySee = await visibilityNow(ctx, organizationId)
      if (!maySee) return
      for (const row of rows) {
        if (await maySee(row)) yield streamed({ id: row.id, event: row.type, data: presentEvent(row) })
        sequence = row.sequence ?? sequence
      }
      if (rows.length > 0) continue
      if (!isEndless) return
      if (!(await news.wait())) yield ': still here\n\n'
    }
  } finally {
    news.end()
  }
}

/** Undefined where the reader has no business here any more. */
async function visibilityNow(ctx: OutsideContext, organizationId: string) {
  if (!(await isStillSignedIn(ctx, ctx.actor))) return
  const found = await organization.find(ctx, { organizationId })
  return found && organizationAbilities(found.standing).view ? visibilityFor(ctx, found) : undefined
}
