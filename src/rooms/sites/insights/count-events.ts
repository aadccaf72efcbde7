import type { WriteContext } from '../../../kit/domain/context.ts'
import { invalid } from '../../../kit/domain/problems.ts'
import type { PublishedSite } from '../published/access.ts'
import { findShareLink } from '../site-access/share-links.ts'
import { dimensionsOf, type KnownValues } from './dimensions.ts'
import type { SiteEvent } from './schema-events.ts'
import { addCounts, type Count, listValues, lockCounts, OTHER, VISITOR_BITS } from './store.ts'

/** Values of one dimension that are told apart on one day; all others count together. */
export const MOST_VALUES = 500
const MOST_MINUTES_OFF = 5

/** The same event, as often as that. */
export type Repeated = SiteEvent & { times?: number }

/** Counts what a visitor did on a site that they may read. Nothing of it is kept but the counts. */
export async function countEvents(ctx: WriteContext, published: PublishedSite, events: readonly Repeated[]) {
  if (events.length === 0) return
  const known = await knownTo(ctx, published, events)
  const { id: siteId } = published.site
  const all = events.map(dated(ctx))
  await lockCounts(ctx.db, siteId)
  // Around midnight there are two.
  for (const day of new Set(all.map((one) => one.day))) {
    const ofDay = all.filter((one) => one.day === day)
    const counts = ofDay.flatMap(({ event }) => countsOf(ctx, { siteId, day }, event, known))
    await addCounts(ctx.db, siteId, day, await bounded(ctx, siteId, day, counts))
  }
}

function dated({ clock }: WriteContext) {
  const now = clock.now().getTime()
  return (event: Repeated, at: number) => {
    const time = event.timestamp === undefined ? now : Date.parse(event.timestamp)
    if (Math.abs(time - now) > MOST_MINUTES_OFF * 60_000)
      throw invalid(`body.events.${at}.timestamp must be within ${MOST_MINUTES_OFF} minutes of now`, {
        field: `body.events.${at}.timestamp`,
      })
    return { event, day: new Date(time).toISOString().slice(0, 10) }
  }
}

async function knownTo(ctx: WriteContext, { site, structure }: PublishedSite, events: readonly SiteEvent[]) {
  const keys = new Set(events.flatMap(({ location }) => location.siteShareKey || []))
  const links = new Map<string, string>()
  // One browser has one key; whoever sends many is not believed further.
  for (const key of [...keys].slice(0, 5)) {
    const link = await findShareLink(ctx, site.id, key)
    if (link) links.set(key, link.id)
  }
  const claims = ctx.actor.kind === 'visitor' ? ctx.actor.visitor.claims : {}
  const known: KnownValues = {
    sections: new Set(structure.sections.map(({ id }) => id)),
    siteSpaces: new Set(structure.siteSpaces.map(({ id }) => id)),
    spaces: new Set(structure.siteSpaces.map(({ space }) => space.id)),
    shareLinkOf: (key) => links.get(key),
    isSignedIn: site.visibility === 'visitor-auth' || Object.keys(claims).some((name) => name !== 'unsigned'),
  }
  return known
}

type Day = { siteId: string; day: string }

function countsOf(ctx: WriteContext, day: Day, event: Repeated, known: KnownValues): Count[] {
  const visitor = bitOf(ctx, day, `visitor ${event.session.visitorId}`)
  const session = bitOf(ctx, day, `session ${event.session.sessionId}`)
  const all: [string, string][] = [['', ''], ...dimensionsOf(event, known)]
  const { type: eventType, times = 1 } = event
  return all.map(([dimension, value]) => ({ eventType, dimension, value, visitor, session, times }))
}

/** Another one every day and on every site: nobody can be followed from one to the next. */
export function hashOfDay({ signer }: WriteContext, { siteId, day }: Day, who: string) {
  return signer.sign('visitor of a day', JSON.stringify([siteId, day, who]))
}

function bitOf(ctx: WriteContext, day: Day, who: string) {
  return Buffer.from(hashOfDay(ctx, day, who), 'base64url').readUInt32BE() % VISITOR_BITS
}

/** With values beyond the most that are told apart counted as the others. */
async function bounded(ctx: WriteContext, siteId: string, day: string, counts: Count[]) {
  const values = await listValues(ctx.db, siteId, day, counts)
  const named = ({ eventType, dimension }: Count) => `${eventType} ${dimension}`
  const seen = new Map<string, { total: number; values: Set<string> }>()
  for (const { eventType, dimension, total, found } of values)
    seen.set(`${eventType} ${dimension}`, { total, values: new Set(found) })
  return counts.map((count) => {
    const here = seen.get(named(count)) ?? { total: 0, values: new Set<string>() }
    seen.set(named(count), here)
    if (here.values.has(count.value)) return count
    if (here.total >= MOST_VALUES) return { ...count, value: OTHER }
    here.total += 1
    here.values.add(count.value)
    return count
  })
}
