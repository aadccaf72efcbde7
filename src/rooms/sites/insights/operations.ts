import { ListOf, operation } from '../../../kit/http/operations/operation.ts'
import { site } from '../sites/access.ts'
import { countedSite } from './access.ts'
import { aggregateEvents, visitorSegments } from './insights.ts'
import { takeEvents } from './record-events.ts'
import { Aggregation, AggregationResult, VisitorSegment } from './schema.ts'
import { TrackedEvents } from './schema-events.ts'

export const operations = [
  operation({
    id: 'trackEventsInSiteById',
    route: 'POST /v1/orgs/{organizationId}/sites/{siteId}/insights/events',
    summary: 'Count what visitors did on a published site',
    description:
      'They are counted by day, and nothing else of them is kept: no address, no name of a visitor, no text of a browser. Integrations on the site that have the scope for it are told of views and feedback; what they were told is kept for two weeks.',
    section: 'Published sites',
    access: 'Members and visitors with a token of the site; anyone, where everybody may read the site',
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
    summary: 'Ask how often visitors did something on a site',
    description:
      'Days are in UTC. Visitors and visits are told apart within a day only: those of several days are summed. All of them are estimates: about 5 percent off at ten thousand a day, and never more than 15,615 of one day.',
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
    id: 'listSiteVisitorSegments',
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/insights/visitor-segments',
    summary: 'List groups of visitors of a site',
    description: 'Of the last 30 days: those who were signed in, and those who were not.',
    on: site,
    needs: 'view',
    returns: ListOf(VisitorSegment),
    run: async ({ ctx, subject: site }) => {
      const items = await visitorSegments(ctx, site.id)
      return { count: items.length, items }
    },
  }),
]
