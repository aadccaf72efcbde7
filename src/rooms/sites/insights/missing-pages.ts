// Addresses at which visitors found nothing, and where the links to them are. Programs that try their luck are not counted.
import type { MissingPage, ReaderRequest } from '../../../engines/site/answers.ts'
import type { ReadContext, WriteContext } from '../../../kit/domain/context.ts'
import { daysOf } from './parse-query.ts'
import type { MissingRange } from './schema-missing.ts'
import { addMissing, countMissing, listMissing } from './store-missing.ts'
import { agentOf } from './user-agents.ts'

export type Missed = { path: string; referrer: string; times: number }

/** Different addresses of a site that are kept of one day. */
const MOST_A_DAY = 1_000
const LONGEST = 500
/** Files are asked for by programs; people follow links to pages. */
const FILE = /\.(?!(?:html?|md|pdf)$)\w{1,8}$/i

/** Undefined for what says nothing of a broken link. */
export function missedBy(
  { path }: MissingPage,
  { userAgent, referrer, url }: ReaderRequest,
): Omit<Missed, 'times'> | undefined {
  if (path.length > LONGEST || FILE.test(path) || path.includes('\0')) return
  const agent = agentOf(userAgent)
  if (agent.bot !== '' || agent.browser === 'unknown') return
  return { path, referrer: referrerOf(referrer, url).slice(0, LONGEST) }
}

/** Of a page elsewhere the host is told and nothing else. */
function referrerOf(referrer: string | undefined, url: string): string {
  if (referrer === undefined || !URL.canParse(referrer)) return ''
  const from = new URL(referrer)
  if (from.protocol !== 'https:' && from.protocol !== 'http:') return ''
  return URL.canParse(url) && new URL(url).host === from.host ? from.pathname : from.host
}

export async function countMissed(ctx: WriteContext, siteId: string, missed: readonly Missed[]) {
  const day = ctx.clock.now().toISOString().slice(0, 10)
  const left = MOST_A_DAY - (await countMissing(ctx.db, siteId, day))
  if (left > 0) await addMissing(ctx.db, siteId, day, missed.slice(0, left))
}

export function missingPagesOf(ctx: ReadContext, siteId: string, range: MissingRange) {
  return listMissing(ctx.db, siteId, daysOf(range, ctx.clock.now()))
}
