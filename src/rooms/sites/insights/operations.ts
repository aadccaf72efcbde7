import { ListOf, operation } from '../../../kit/http/operations/operation.ts'
import { site } from '../sites/access.ts'
import { countedSite } from './access.ts'
import { aggregateEvents, visitorSegments } from './insights.ts'
import { missingPagesOf } from './missing-pages.ts'
import { takeEvents } from './record-events.ts'
import { Aggregation, AggregationResult, VisitorSegment } from './schema.ts'
import { TrackedEvents } from './schema-events.ts'
import { MissingQuery, SiteMissingPage } from './schema-missing.ts'

export const operations = [
  operation({
    id: 'trackEventsInSiteById',
    route: 'POST /v1/orgs/{organizationId}/sites/{siteId}/insights/events',
    summary: 'Record events of visitors of a published site',
    description:
      'Events are counted by day. Nothing else is stored: no IP address, no name of a visitor, no user agent. Integrations on the site with the required scope receive views and feedback; these deliveries are stored for two weeks.',
    section: 'Published sites',
    access: 'Members and visitors with a token of the site; anyone if the site is public',
    on: countedSite,
    needs: 'view',
    body: TrackedEvents,
    bodyLimit: 256 * 1024,
    example: {
      events: [
        {
          type: 'page_view',
          session: {
            visitorId: '8a20',
            sessionId: '3f1c',
            userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
            language: 'en',
            referrer: 'https://example.org/',
          },
          location: {
            url: 'https://docs.example.org/sites/example-docs/installing',
            space: '01kx6m1f3kzq7p5v9s2d8w4h6n',
            page: '01kx6m2p7hv4n8c1k5z3q9y6ta',
          },
        },
      ],
    },
    run: ({ ctx, subject, body }) => takeEvents(ctx, subject, body.events),
  }),
  operation({
    id: 'aggregateSiteEvents',
    route: 'POST /v1/orgs/{organizationId}/sites/{siteId}/insights/events/aggregate',
    summary: 'Query the analytics of a site',
    description:
      'Days are in UTC. Visitors and visits are unique within a day only; over several days they are summed. Both are estimates: about 5 percent off at ten thousand a day, and at most 15,615 a day.',
    on: site,
    needs: 'view',
    body: Aggregation,
    example: {
      select: [{ column: 'page' }, { column: 'eventsCount' }, { column: 'visitorsCount' }],
      groupBy: [{ column: 'page' }],
      where: [{ column: 'eventType', values: ['page_view'] }],
      range: 'last30Days',
      limit: 10,
    },
    returns: AggregationResult,
    isVerbatim: true,
    writes: false,
    run: ({ ctx, subject: site, body }) => aggregateEvents(ctx, site.id, body),
  }),
  operation({
    id: 'listSiteMissingPages',
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/insights/missing-pages',
    summary: 'List addresses at which visitors found nothing',
    description:
      'The 100 that were asked for most, with the places of links to them. Bots, files and prefetches are not counted.',
    on: site,
    needs: 'view',
    query: MissingQuery,
    returns: ListOf(SiteMissingPage),
    run: async ({ ctx, subject: site, query }) => {
      const rows = await missingPagesOf(ctx, site.id, query.range ?? 'last30Days')
      const items = rows.map((row) => ({ object: 'site-missing-page' as const, ...row }))
      return { count: items.length, items }
    },
  }),
  operation({
    id: 'listSiteVisitorSegments',
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/insights/visitor-segments',
    summary: 'List groups of visitors of a site',
    description: 'Visitors of the last 30 days, signed in or not.',
    on: site,
    needs: 'view',
    returns: ListOf(VisitorSegment),
    run: async ({ ctx, subject: site }) => {
      const items = await visitorSegments(ctx, site.id)
      return { count: items.length, items }
    },
  }),
]
