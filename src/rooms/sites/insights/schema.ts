import { type Static, Type } from 'typebox'
import { OneOf, Open, Timestamp, Told } from '../../../kit/http/operations/shapes.ts'

/** All that the public description knows; which of them can be asked for, and together, `parse-query.ts` says. */
const COLUMNS = [
  'datetime',
  'url',
  'eventType',
  'eventsCount',
  'sessionsCount',
  'visitorsCount',
  'siteSection',
  'siteSpace',
  'siteShareKey',
  'displayContext',
  'page',
  'visitorGeoCountry',
  'visitorGeoPoint',
  'visitorDevice',
  'visitorBrowser',
  'visitorOS',
  'visitorBot',
  'visitorLanguage',
  'eventLinkTargetValue',
  'eventLinkTargetKind',
  'eventLinkTargetDomain',
  'eventLinkPosition',
  'eventAPIOperationPath',
  'eventAPIOperationMethod',
  'eventSearchQuery',
  'eventPageFeedbackRating',
  'eventPageFeedbackComment',
  'eventAskResponseRating',
  'pageFeedbackRating',
  'askResponseRating',
  'referrer',
  'referrerDomain',
  'utmSource',
  'utmMedium',
  'utmCampaign',
  'utmTerm',
  'utmContent',
  'visitorClaimProperty',
  'visitorClaim',
  'eventAdDomain',
  'eventAdPlacement',
  'eventTrademarkPlacement',
] as const
export type ColumnName = (typeof COLUMNS)[number]

const Name = OneOf(COLUMNS, { description: 'The name of the column', examples: ['page'] })

export type QueryColumn = Static<typeof QueryColumn>
const QueryColumn = Type.Object(
  {
    column: Name,
    interval: Type.Optional(
      OneOf(['hour', 'day', 'week', 'month'], {
        description: 'For `datetime`: the interval; default: day. Hours are not supported',
      }),
    ),
    precision: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 15,
        description: 'For `visitorGeoPoint`, which is not supported here',
      }),
    ),
    claim: Type.Optional(
      Type.String({ maxLength: 128, description: 'For `visitorClaim`, which is not supported here' }),
    ),
  },
  { title: 'SiteInsightsQueryEventsColumn' },
)

export type QueryFilter = Static<typeof QueryFilter>
const QueryFilter = Type.Object(
  {
    column: Name,
    values: Type.Array(Type.Unknown({ description: 'A value, as answers have it' }), {
      minItems: 1,
      maxItems: 100,
      description: 'At most 100 values',
    }),
    operator: Type.Optional(
      OneOf(['in', 'notIn', 'greaterThan', 'greaterThanOrEqual', 'lessThan', 'lessThanOrEqual'], {
        description: '`in` or `notIn`; default: `in`',
      }),
    ),
    claim: Type.Optional(
      Type.String({ maxLength: 128, description: 'For `visitorClaim`, which is not supported here' }),
    ),
  },
  { title: 'SiteInsightsQueryEventsFilter' },
)

const PRESETS = ['lastYear', 'last3Months', 'last30Days', 'last7Days', 'last24Hours'] as const
export type QueryRange = Static<typeof QueryRange>
const QueryRange = Type.Union(
  [
    OneOf(PRESETS, { description: 'Days up to today; `last24Hours` are yesterday and today' }),
    Type.Object({
      from: Told(Timestamp, 'In the first day'),
      to: Told(Timestamp, 'In the last day'),
    }),
  ],
  { description: 'The days in UTC: a number of days up to today, or from one day to another' },
)

export type Aggregation = Static<typeof Aggregation>
export const Aggregation = Type.Object(
  {
    select: Type.Optional(
      Type.Array(QueryColumn, {
        minItems: 1,
        maxItems: 10,
        description:
          'The columns to return: counts, and columns of `groupBy`; default: these and `eventsCount`',
      }),
    ),
    where: Type.Optional(
      Type.Array(QueryFilter, {
        maxItems: 10,
        description: 'Filters by `eventType` and by the one further column of the query',
      }),
    ),
    groupBy: Type.Optional(
      Type.Array(QueryColumn, {
        maxItems: 3,
        description: 'Groups by `datetime`, `eventType`, and one further column',
      }),
    ),
    order: Type.Optional(
      Type.Object(
        {
          by: Told(QueryColumn, 'A column that is selected'),
          direction: OneOf(['asc', 'desc'], { description: 'Smallest or largest first' }),
        },
        { description: 'The order; default: by `datetime`, or the largest counts first' },
      ),
    ),
    range: QueryRange,
    limit: Type.Integer({ minimum: 1, maximum: 1000, default: 1000, description: 'Rows at most' }),
  },
  { title: 'SiteInsightsQueryEventsAggregation' },
)

export const AggregationResult = Type.Object(
  {
    columns: Type.Array(
      Type.Object({
        column: Name,
        values: Type.Array(Type.Unknown(), {
          description: 'One value per row; `other` sums the remaining values',
          examples: [[128, 64]],
        }),
      }),
      { description: 'Each selected column, with as many values as there are rows' },
    ),
  },
  { title: 'SiteInsightsQueryEventsAggregationResult' },
)

export type VisitorSegment = Static<typeof VisitorSegment>
export const VisitorSegment = Type.Object(
  {
    title: Type.String({ examples: ['Signed in'] }),
    claims: Open({ description: 'Empty: claims of visitors are not stored', examples: [{}] }),
    events: Type.Integer({ examples: [1280] }),
    visitors: Type.Integer({ description: 'Visitors of each day, summed; an estimate', examples: [320] }),
    sessions: Type.Integer({ description: 'Visits of each day, summed; an estimate', examples: [410] }),
  },
  { title: 'SiteInsightsVisitorSegment' },
)
