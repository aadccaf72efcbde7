// What readers do on sites is told to who counts it, once they were answered.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalid } from '../domain/problems.ts'
import type { PageAnswer, Reader, Shown, ToldByPage } from '../site/answers.ts'
import { type Door, spendByAddress } from './auth.ts'
import { requireStorableText } from './text.ts'

export type SiteEventsKit = {
  door: Pick<Door, 'spend'>
  seen(shown: Shown, reader: Reader): void
  told(proof: string, told: ToldByPage, reader: Reader): boolean
}

const LONGEST_QUERY = 512
const LONGEST_AGENT = 512
const LARGEST = 8 * 1024
const RATINGS = new Set<unknown>(['bad', 'ok', 'good'])
const answered = new WeakMap<FastifyRequest, Shown>()

/** Said by who sends a page. */
export function noteShown(request: FastifyRequest, { shown }: PageAnswer) {
  if (shown) answered.set(request, shown)
}

export function serveSiteEvents(server: FastifyInstance, kit: SiteEventsKit) {
  server.addHook('onResponse', (request, reply, done) => {
    const shown = answered.get(request)
    const isRead = request.method === 'GET' && !request.headers['sec-purpose']?.includes('prefetch')
    if (shown && isRead && (reply.statusCode === 200 || reply.statusCode === 304))
      kit.seen(shown, readerOf(request, `http://${request.hostname}${request.url}`, request.headers.referer))
    done()
  })
  // On every host, as sites are; the proof says which one is meant.
  server.post('/~events', { bodyLimit: LARGEST }, async (request, reply) => {
    spendByAddress(request, reply, kit.door)
    requireStorableText(request.body, 'body')
    const { proof, language, ...told } = Object(request.body) as Record<string, unknown>
    const reader = readerOf(request, request.headers.referer ?? '', undefined)
    if (typeof language === 'string') reader.language = language.slice(0, 64)
    if (typeof proof !== 'string' || !isTold(told) || !kit.told(proof, told, reader))
      throw invalid('This is nothing that a page of a site tells')
    return reply.code(204).send()
  })
}

function isTold(told: Record<string, unknown>): told is ToldByPage {
  if (told.type === 'page_post_feedback') return RATINGS.has(told.rating)
  return (
    told.type === 'search_type_query' && typeof told.query === 'string' && told.query.length <= LONGEST_QUERY
  )
}

function readerOf({ ip, headers }: FastifyRequest, url: string, referrer: string | undefined): Reader {
  return {
    address: ip,
    userAgent: (headers['user-agent'] ?? '').slice(0, LONGEST_AGENT),
    language: headers['accept-language'],
    referrer,
    url,
  }
}
