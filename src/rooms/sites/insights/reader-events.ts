// What readers of our own pages do, as events. They wait a moment and are counted together, so that nobody waits for it;
// who asks for the same page a thousand times costs no more than who asks once.

import type { MissingPage, ReaderRequest, Shown, ToldByPage } from '../../../engines/site/answers.ts'
import type { ReadContext, WriteContext } from '../../../kit/domain/context.ts'
import { findWholeSite } from '../published/published-sites.ts'
import type { Repeated } from './count-events.ts'
import { countMissed, type Missed, missedBy } from './missing-pages.ts'
import { takeEvents } from './record-events.ts'
import type { SiteEvent } from './schema-events.ts'
import { readProof } from './shown-pages.ts'

export type ReaderEvents = {
  /** A page was shown, or what was found for a query. */
  seen(shown: Shown, reader: ReaderRequest): void
  /** Nothing was found. */
  missed(missing: MissingPage, reader: ReaderRequest): void
  /** False where the proof is none of ours. */
  told(proof: string, told: ToldByPage, reader: ReaderRequest): boolean
  /** Counts what waits. */
  flush(): Promise<void>
}

type What = Pick<SiteEvent, 'type' | 'query' | 'feedback' | 'link'>

const PAUSE_MS = 1_000
/** What comes beyond that while nothing can be counted is forgotten. */
const MOST_WAITING = 10_000
const MOST_AT_ONCE = 100
const VISIT_MS = 30 * 60_000

export function openReaderEvents(
  ctx: ReadContext,
  inTransaction: (work: (ctx: WriteContext) => Promise<void>) => Promise<void>,
  onFailure: (error: unknown) => void,
): ReaderEvents {
  let waiting = new Map<string, Map<string, Repeated>>()
  let missed = new Map<string, Map<string, Missed>>()
  let count = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function add(shown: Shown, reader: ReaderRequest, what: What) {
    const events = waiting.get(shown.site) ?? new Map<string, Repeated>()
    const key = JSON.stringify([shown, reader, what])
    const known = events.get(key)
    if (!known && count >= MOST_WAITING) return
    if (!known) count += 1
    waiting.set(shown.site, events)
    events.set(key, known ? { ...known, times: (known.times ?? 1) + 1 } : eventOf(ctx, shown, reader, what))
    timer ??= setTimeout(() => flush().catch(onFailure), PAUSE_MS)
  }

  function addMissed(missing: MissingPage, reader: ReaderRequest) {
    const told = missedBy(missing, reader)
    if (!told) return
    const known = missed.get(missing.site) ?? new Map<string, Missed>()
    const key = JSON.stringify(told)
    const times = known.get(key)?.times ?? 0
    if (times === 0 && count >= MOST_WAITING) return
    if (times === 0) count += 1
    missed.set(missing.site, known.set(key, { ...told, times: times + 1 }))
    timer ??= setTimeout(() => flush().catch(onFailure), PAUSE_MS)
  }

  async function flush() {
    clearTimeout(timer)
    timer = undefined
    const batches = waiting
    const notFound = missed
    waiting = new Map()
    missed = new Map()
    count = 0
    for (const [siteId, paths] of notFound)
      if (await findWholeSite(ctx, siteId))
        await inTransaction((tx) => countMissed(tx, siteId, [...paths.values()]))
    for (const [siteId, repeated] of batches) {
      const events = [...repeated.values()]
      const site = await findWholeSite(ctx, siteId)
      if (!site) continue
      for (let from = 0; from < events.length; from += MOST_AT_ONCE) {
        const some = events.slice(from, from + MOST_AT_ONCE)
        await inTransaction((tx) => takeEvents(tx, { ...site, claims: {}, mayView: true }, some))
      }
    }
  }

  return {
    flush,
    missed: addMissed,
    seen: (shown, reader) =>
      shown.query === undefined
        ? add(shown, reader, { type: 'page_view' })
        : add(shown, reader, { type: 'search_type_query', query: shown.query }),
    told(proof, told, reader) {
      const shown = readProof(ctx, proof)
      if (!shown) return false
      if (told.type === 'page_post_feedback')
        add(shown, reader, { type: told.type, feedback: { rating: told.rating } })
      else add(shown, reader, told)
      return true
    },
  }
}

function eventOf(
  { clock }: ReadContext,
  { section, siteSpace, space, page, isSignedIn }: Shown,
  { address, userAgent, language, referrer, url }: ReaderRequest,
  what: What,
): SiteEvent {
  const now = clock.now()
  const visitorId = `${address} ${userAgent}`
  return {
    ...what,
    session: {
      visitorId,
      // Nobody is followed, so a visit is whoever comes again within the half hour.
      sessionId: `${visitorId} ${Math.floor(now.getTime() / VISIT_MS)}`,
      userAgent,
      language: language ?? null,
      referrer: referrer ?? null,
      ip: address,
      ...(isSignedIn && { visitorAuthClaims: { isKnown: true } }),
    },
    location: { url, siteSection: section, siteSpace, space, page },
  }
}
