// What visitors did: counted, and told to the integrations of the site that may know of it.
import type { WriteContext } from '../../../kit/domain/context.ts'
import { networkOf } from '../../../world/network/addresses.ts'
import { type ToldVisit, tellVisits, visitListeners } from '../../integrations/scripts/visits.ts'
import type { PublishedSite } from '../published/access.ts'
import { countEvents, hashOfDay, type Repeated } from './count-events.ts'
import type { SiteEvent } from './schema-events.ts'

const LONGEST_ADDRESS = 2048
const LONGEST_COMMENT = 512

export async function takeEvents(ctx: WriteContext, published: PublishedSite, events: readonly Repeated[]) {
  const listeners = await visitListeners(ctx, published.site)
  if (listeners.length > 0) {
    const visits = events.flatMap((event) => visitOf(ctx, published, event) ?? [])
    await tellVisits(ctx, published.site, listeners, visits)
  }
  await countEvents(ctx, published, events)
}

/** What happened several times at once is told once. */
function visitOf(
  ctx: WriteContext,
  { site, structure }: PublishedSite,
  event: SiteEvent,
): ToldVisit | undefined {
  const what = whatOf(event)
  if (!what) return
  const { session, location } = event
  const day = ctx.clock.now().toISOString().slice(0, 10)
  const isHere = structure.siteSpaces.find(({ id }) => id === location.siteSpace)
  return {
    ...what,
    ...(isHere && { siteSpaceId: isHere.id, spaceId: isHere.space.id }),
    ...(location.page && { pageId: location.page }),
    visitor: {
      // Nobody can be followed from one day, or one site, to the next.
      anonymousId: hashOfDay(ctx, { siteId: site.id, day }, `visitor ${session.visitorId}`),
      // Those that we get are of our own pages.
      cookies: {},
      userAgent: session.userAgent,
      ip: typeof session.ip === 'string' ? networkOf(session.ip) : '',
      ...(session.language && { language: session.language }),
    },
    url: location.url.slice(0, LONGEST_ADDRESS),
    referrer: (session.referrer ?? '').slice(0, LONGEST_ADDRESS),
  }
}

function whatOf({ type, feedback }: SiteEvent): ToldVisit | undefined {
  if (type === 'page_view') return { type: 'site_view' }
  if (type !== 'page_post_feedback' && type !== 'page_post_feedback_comment') return
  if (!feedback) return
  const { rating, comment } = feedback
  const said = typeof comment === 'string' ? comment.slice(0, LONGEST_COMMENT) : ''
  return { type: 'page_feedback', feedback: { rating, ...(said && { comment: said }) } }
}
