// What readers do on sites is told to who counts it, once they were answered.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type {
  FollowedLink,
  MissingPage,
  PageAnswer,
  ReaderRequest,
  Shown,
  ToldByPage,
} from '../../engines/site/answers.ts'
import { invalid } from '../../kit/domain/problems.ts'
import { requireStorableText } from '../../kit/http/operations/text.ts'
import { type Door, spendByAddress } from '../../kit/http/requests/auth.ts'

export type SiteEventsKit = {
  door: Pick<Door, 'spend'>
  seen(shown: Shown, reader: ReaderRequest): void
  missed(missing: MissingPage, reader: ReaderRequest): void
  told(proof: string, told: ToldByPage, reader: ReaderRequest): boolean
}

const LONGEST_QUERY = 512
const LONGEST_AGENT = 512
const LARGEST = 8 * 1024
/** The longest name of a host, and what is around it. */
const LONGEST_ORIGIN = 300
const isRating = oneOf(['bad', 'ok', 'good'])
const isLinkKind = oneOf(['url', 'page', 'file', 'anchor'])
const isPosition = oneOf(['announcement', 'header', 'footer', 'sidebar', 'content'])
const answered = new WeakMap<FastifyRequest, Pick<PageAnswer, 'shown' | 'missing'>>()

/** Said by who sends a page. */
export function noteShown(request: FastifyRequest, { shown, missing }: PageAnswer) {
  if (shown || missing) answered.set(request, { shown, missing })
}

export function serveSiteEvents(server: FastifyInstance, kit: SiteEventsKit) {
  server.addHook('onResponse', (request, reply, done) => {
    const { shown, missing } = answered.get(request) ?? {}
    const isRead = request.method === 'GET' && !request.headers['sec-purpose']?.includes('prefetch')
    if (isRead && (shown || missing)) {
      const url = `${request.protocol}://${request.host}${request.url}`
      const reader = readerOf(request, url, request.headers.referer)
      if (shown && (reply.statusCode === 200 || reply.statusCode === 304)) kit.seen(shown, reader)
      if (missing && isOpened(request)) kit.missed(missing, reader)
    }
    done()
  })
  // On every host, as sites are; the proof says which one is meant.
  server.post('/~events', { bodyLimit: LARGEST }, async (request, reply) => {
    spendByAddress(request, reply, kit.door)
    requireStorableText(request.body, 'body')
    const { proof, language, ...sent } = Object(request.body) as Record<string, unknown>
    const told = readTold(sent)
    const reader = readerOf(request, request.headers.referer ?? '', undefined)
    if (typeof language === 'string') reader.language = language.slice(0, 64)
    if (typeof proof !== 'string' || !told || !kit.told(proof, told, reader))
      throw invalid('This is nothing that a page of a site tells')
    return reply.code(204).send()
  })
}

/** By a person who followed a link, rather than by a script or an image of a page. */
function isOpened({ headers }: FastifyRequest) {
  return (headers['sec-fetch-dest'] ?? 'document') === 'document'
}

/** Only what is known of an event: whatever else was sent with it is left behind. */
function readTold({ type, rating, query, link }: Record<string, unknown>): ToldByPage | undefined {
  switch (type) {
    case 'page_post_feedback':
      return isRating(rating) ? { type, rating } : undefined
    case 'search_type_query':
    case 'search_open_result':
      return typeof query === 'string' && query.length <= LONGEST_QUERY ? { type, query } : undefined
    case 'link_click': {
      const followed = readLink(Object(link))
      return followed && { type, link: followed }
    }
    default:
      return
  }
}

function readLink({ target, position }: Record<string, unknown>): FollowedLink | undefined {
  const { kind, url } = Object(target) as Record<string, unknown>
  if (!isPosition(position) || !isLinkKind(kind)) return
  if (kind !== 'url') return { target: { kind }, position }
  return typeof url === 'string' && url.length <= LONGEST_ORIGIN
    ? { target: { kind, url }, position }
    : undefined
}

function oneOf<const Value>(values: readonly Value[]) {
  return (value: unknown): value is Value => values.some((one) => one === value)
}

function readerOf({ ip, headers }: FastifyRequest, url: string, referrer: string | undefined): ReaderRequest {
  return {
    address: ip,
    userAgent: (headers['user-agent'] ?? '').slice(0, LONGEST_AGENT),
    language: headers['accept-language'],
    referrer,
    url,
  }
}
