import { type Static, Type } from 'typebox'
import { OneOf, StringOrNull, Timestamp, Told } from '../../../kit/http/operations/shapes.ts'

const EVENT_TYPES = [
  'page_view',
  'search_open',
  'search_type_query',
  'search_open_result',
  'page_post_feedback',
  'page_post_feedback_comment',
  'ask_question',
  'ask_view',
  'ask_rate_response',
  'link_click',
  'api_client_open',
  'api_client_request',
  'ad_click',
  'ad_display',
  'trademark_click',
] as const
const POSITIONS = ['announcement', 'header', 'footer', 'sidebar', 'content'] as const
const PLACEMENTS = ['sidebar', 'ad', 'footer', 'pdf'] as const
const RATINGS = ['bad', 'ok', 'good'] as const

const Text = (description: string, maxLength = 512) => Type.String({ maxLength, description })
const IdOrNull = (description: string) => Type.Optional(StringOrNull({ maxLength: 128, description }))
const Ignored = (description: string) =>
  Type.Optional(
    Type.Unknown({
      description: `${description}; accepted from older clients and ignored`,
    }),
  )

const Session = Type.Object(
  {
    visitorId: Text('Identifies the visitor for a day; hashed, not stored', 256),
    sessionId: Text('Identifies the visit for a day; hashed, not stored', 256),
    userAgent: Text('The user agent; only the kind of browser is stored', 2048),
    language: StringOrNull({ maxLength: 64, description: 'The language of the browser' }),
    referrer: StringOrNull({
      maxLength: 4096,
      description: 'The referrer; only its host is stored',
    }),
    cookies: Ignored('Cookies'),
    ip: Type.Optional(
      Type.Unknown({
        description:
          'IP address of the visitor; not counted. Integrations that receive views get its network',
      }),
    ),
    visitorAuthToken: Ignored('Token of the visitor'),
    visitorAuthClaims: Type.Optional(
      Type.Unknown({
        description: 'Claims of the visitor; only whether there are any is stored',
      }),
    ),
  },
  { description: 'Who did it' },
)

const Location = Type.Object(
  {
    url: Text('The URL; only its utm parameters are stored', 4096),
    displayContext: Type.Optional(
      OneOf(['site', 'embed'], { description: 'Whether in a page or in a widget' }),
    ),
    siteSection: IdOrNull('Id of the section'),
    siteSpace: IdOrNull('Id of the site space'),
    siteShareKey: IdOrNull('The share link: its key, or its id'),
    space: IdOrNull('Id of the space'),
    revision: IdOrNull('Id of the revision'),
    page: IdOrNull('Id of the page'),
  },
  { description: 'Where it happened' },
)

export type SiteEvent = Static<typeof SiteEvent>
export const SiteEvent = Type.Object(
  {
    type: OneOf(EVENT_TYPES, { description: 'What was done' }),
    session: Session,
    location: Location,
    timestamp: Type.Optional(Told(Timestamp, 'The time, within five minutes of now; default: now')),
    query: Type.Optional(Text('Of searches and questions: the words')),
    result: Type.Optional(
      Type.Object(
        { spaceId: Text('Id of the space', 128), pageId: Text('Id of the page', 128) },
        { description: 'Of a result that was opened: which one' },
      ),
    ),
    feedback: Type.Optional(
      Type.Object(
        {
          rating: OneOf(RATINGS, { description: 'How good the page was' }),
          comment: Type.Optional(
            Type.Unknown({
              description: 'The feedback text; not counted. Integrations that receive feedback get it',
            }),
          ),
        },
        { description: 'Of feedback: how the page was found' },
      ),
    ),
    rating: Type.Optional(
      Type.Unsafe<1 | -1>({ type: 'integer', enum: [1, -1], description: 'Of an answer: good or bad' }),
    ),
    responseId: Ignored('Id of the answer'),
    link: Type.Optional(
      Type.Object(
        {
          target: Type.Object(
            {
              kind: Text('The kind of link, such as `url` or `page`', 32),
              url: Type.Optional(Text('For `url`: the URL; only its host is stored', 4096)),
            },
            { additionalProperties: true, description: 'The target of the link' },
          ),
          position: OneOf(POSITIONS, { description: 'Where it stands' }),
        },
        { description: 'Of a link that was followed' },
      ),
    ),
    operation: Type.Optional(
      Type.Object(
        { path: Text('Its path', 256), method: Text('Its method', 16) },
        { description: 'Of the API client: the operation' },
      ),
    ),
    placement: Type.Optional(OneOf(PLACEMENTS, { description: 'For the trademark: its position' })),
    ad: Ignored('An ad'),
  },
  { title: 'SiteInsightsEvent' },
)

export const TrackedEvents = Type.Object({
  events: Type.Array(SiteEvent, { maxItems: 100, description: 'At most 100 events' }),
})
