// The pages of published sites, below /sites and at host names of their own. What is at an address is decided by who
// answers; here it becomes headers and bytes.
import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LongWork } from '../../engines/content/long-work.ts'
import type { PageAnswer, SiteAnswer, SiteRequest, TextType } from '../../engines/site/answers.ts'
import { acceptsGzip } from '../../kit/http/answers/compression.ts'
import { fileHeaders } from '../../kit/http/answers/file-headers.ts'
import { isKnownVersion } from '../../kit/http/answers/ranges.ts'
import { sendBlob } from '../../kit/http/answers/send-blob.ts'
import { type Door, spendByAddress } from '../../kit/http/requests/auth.ts'
import { cookiesOf, cookieTexts } from '../../kit/http/requests/cookies.ts'
import { answerElsewhere, type Delegate } from '../../kit/http/requests/delegate.ts'
import { sessionIn } from '../../kit/http/requests/session-cookie.ts'
import type { SendNoSite } from '../../kit/http/server.ts'
import type { Blobs } from '../../world/blobs/blobs.ts'
import type { Span } from '../../world/tracing/tracing.ts'
import { mayRunScripts, noteVisit } from './private-visits.ts'
import { sharedCacheHeaders } from './shared-cache.ts'
import { sendToAgent, serveSiteAgents } from './site-agents.ts'
import type { SiteAssets } from './site-assets.ts'
import { noteShown } from './site-events.ts'
import { type Policy, policyOf } from './site-policy.ts'

export type SitesKit = {
  publicUrl: string
  assets: SiteAssets
  blobs: Blobs
  door: Pick<Door, 'spend'>
  /** Seconds that a cache in front of the service may answer with a public page by itself. */
  sharedCacheSeconds?: number
  /** For pages whose texts would take long here. */
  delegate?: Delegate
  /** Undefined where no site is. */
  answer(request: SiteRequest): Promise<SiteAnswer | undefined>
}

/** What the request is a part of, where requests are traced. */
export function spanOf(request: FastifyRequest & { span?: Span | null }) {
  return request.span
}

const TYPES: Record<TextType, string> = {
  json: 'application/json; charset=utf-8',
  html: 'text/html; charset=utf-8',
  markdown: 'text/markdown; charset=utf-8',
  plain: 'text/plain; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  rss: 'application/rss+xml; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
}

export function serveSites(server: FastifyInstance, kit: SitesKit & { sendNoSite: SendNoSite }) {
  const origin = new URL(kit.publicUrl)
  server.route({
    method: ['GET', 'HEAD'],
    url: '/sites/*',
    handler: async (request, reply) => {
      // A reply that was waited for is sent, and is no value any more.
      await (kit.assets.send(pathOf(request), reply) ?? answer(request, reply, kit, origin))
      return reply.sent ? reply : reply.callNotFound()
    },
  })
  serveAgents(server, kit, origin)
  // A host name of its own is a site's from the first path on, whatever is there on other hosts. First of all hooks.
  server.addHook('onRequest', async (request, reply) => {
    const { hostname, method } = request
    if (isOfOwnHost(request, origin) || (method !== 'GET' && method !== 'HEAD')) return
    const own = new URL(`https://${hostname}/`)
    const path = pathOf(request)
    await (kit.assets.send(path, reply) ?? answer(request, reply, kit, own))
    // Where no site is, the first path would lead on to the reference of the API, which no reader looks for.
    if (path === '/' && !reply.sent) await kit.sendNoSite(request, reply, 404)
  })
}

function serveAgents(server: FastifyInstance, kit: SitesKit, origin: URL) {
  serveSiteAgents(server, {
    door: kit.door,
    isOfSites: (request, path) => (isOfOwnHost(request, origin) ? path.startsWith('/sites/') : true),
    answer: async (request, reply, agent) => {
      const { hostname, headers } = request
      const isOwn = isOfOwnHost(request, origin)
      const url = addressOf(request, isOwn ? origin : new URL(`https://${hostname}/`))
      // A page of somewhere else may ask as everybody, and not as the one who looks at it.
      const isFromPage = headers.origin !== undefined && headers.origin !== url?.origin
      const cookies = isFromPage ? {} : cookiesOf(headers.cookie)
      return orElsewhere(request, reply, kit, async () => {
        const answered = url && (await kit.answer({ url, cookies, agent, span: spanOf(request) }))
        return answered?.kind === 'text' ? sendToAgent(reply, answered) : reply.callNotFound()
      })
    },
  })
}

export async function orElsewhere(
  request: FastifyRequest,
  reply: FastifyReply,
  { delegate }: Pick<SitesKit, 'delegate'>,
  work: () => Promise<unknown>,
) {
  try {
    return await work()
  } catch (error) {
    if (error instanceof LongWork && delegate) return answerElsewhere(request, reply, delegate)
    throw error
  }
}

/** Whether a request came to where the server is, and not to a host name of a site. */
export function isOfOwnHost({ hostname }: FastifyRequest, origin: URL) {
  return hostname === origin.hostname || !isForeign(hostname)
}

/**
 * Where sites are read, published or not, or at a name that is not ours. Where we have no name of our own, any may be
 * ours.
 */
export function seeksSite(request: FastifyRequest, origin: URL) {
  if (/^\/(sites|preview|o|s|c)(\/|$)/.test(pathOf(request))) return true
  return isForeign(origin.hostname) && !isOfOwnHost(request, origin)
}

/** Something that can be a host name of a site: health checks and neighbours ask by address or by a short name. */
function isForeign(hostname: string) {
  return hostname.includes('.') && isIP(hostname) === 0
}

function pathOf({ url }: FastifyRequest) {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

/** Asks who knows what is at an address, and sends that. */
export async function answer(request: FastifyRequest, reply: FastifyReply, kit: SitesKit, origin: URL) {
  const url = addressOf(request, origin)
  if (!url) return
  // Pages come from memory; a search is work each time, whoever asks, and so may a picture be.
  if (/\/~(search(\.json)?$|card\/)/.test(url.pathname)) spendByAddress(request, reply, kit.door)
  return orElsewhere(request, reply, kit, async () => {
    const answered = await kit.answer({
      url,
      cookies: cookiesOf(request.headers.cookie),
      session: sessionIn(request.headers.cookie, new URL(kit.publicUrl)),
      span: spanOf(request),
    })
    if (!answered) return
    if (origin.origin === new URL(kit.publicUrl).origin) noteVisit(request, reply, origin, answered)
    return send(request, reply, kit, origin, answered)
  })
}

export async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  kit: SitesKit,
  origin: URL,
  answered: SiteAnswer,
) {
  switch (answered.kind) {
    case 'page':
      return sendPage(request, reply, answered, kit)
    case 'text':
      return reply
        .code(answered.status)
        .type(TYPES[answered.type])
        .headers(keeping(answered.isPrivate))
        .headers(answered.isIndexed === false ? NOT_INDEXED : {})
        .send(answered.text)
    case 'redirect':
      if (answered.cookie)
        reply.header('set-cookie', cookieTexts(answered.cookie, origin.protocol === 'https:'))
      return reply
        .code(answered.isPermanent ? 301 : 302)
        .headers(keeping(true))
        .header('location', answered.to)
        .send()
    case 'picture':
      return reply
        .type('image/png')
        .headers(keeping(answered.isPrivate))
        .headers(answered.isFinal ? { 'cache-control': kept(answered.isPrivate) } : {})
        .send(Buffer.from(answered.png))
    case 'file':
      return sendBlob(request, reply, kit.blobs, {
        blob: answered.blob,
        headers: {
          ...fileHeaders(answered.name, answered.contentType),
          'cache-control': kept(answered.isPrivate),
        },
      })
    default:
      return answered satisfies never
  }
}

/** The address as readers know it, whatever proxies stand between; undefined for what is none. */
export function addressOf({ url }: FastifyRequest, origin: URL) {
  try {
    const asked = new URL(origin.origin + url)
    return asked.origin === origin.origin ? asked : undefined
  } catch {
    return
  }
}

/** What one visitor gets is nobody else's; what all get is asked for again, since it may change at any time. */
function keeping(isPrivate: boolean) {
  return {
    'cache-control': isPrivate ? 'private, no-store' : 'public, no-cache',
    vary: 'cookie, accept-encoding',
  }
}

const NOT_INDEXED = { 'x-robots-tag': 'noindex' }

/** What never changes. */
function kept(isPrivate: boolean) {
  return `${isPrivate ? 'private' : 'public'}, max-age=31536000, immutable`
}

/** Made once of a page that is kept. */
type Prepared = {
  bytes: Buffer
  packed?: Buffer
  tag: string
  headers: Record<string, string>
  policy: Policy
}
const prepared = new WeakMap<PageAnswer, Prepared>()
const pack = promisify<Buffer, Buffer>(gzip)

export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: PageAnswer,
  { publicUrl, sharedCacheSeconds }: Pick<SitesKit, 'publicUrl' | 'sharedCacheSeconds'>,
): Promise<FastifyReply> {
  const ready = prepared.get(page) ?? prepare(page, publicUrl)
  reply.code(page.status).headers(ready.headers)
  if (sharedCacheSeconds !== undefined)
    tellSharedCaches(request, reply, page, { publicUrl, sharedCacheSeconds })
  reply.header('content-security-policy', policyFor(request, ready.policy, publicUrl))
  noteShown(request, page)
  if (page.status === 200 && isKnownVersion(request.headers['if-none-match'], ready.tag))
    return reply.code(304).send()
  if (!acceptsGzip(request)) return reply.send(ready.bytes)
  ready.packed ??= await pack(ready.bytes)
  return reply.header('content-encoding', 'gzip').send(ready.packed)
}

function tellSharedCaches(
  request: FastifyRequest,
  reply: FastifyReply,
  page: PageAnswer,
  { publicUrl, sharedCacheSeconds }: { publicUrl: string; sharedCacheSeconds: number },
) {
  // On our own host, what somebody visited before decides which scripts run: each answer is for one browser.
  if (isOfOwnHost(request, new URL(publicUrl))) return
  const headers = sharedCacheHeaders(request, page, sharedCacheSeconds)
  if (!headers) return
  // Behind them: nginx before 1.23 goes by what comes first.
  const forBrowsers = reply.getHeader('cache-control')
  reply.removeHeader('cache-control').headers(headers).header('cache-control', forBrowsers)
}

function policyFor(request: FastifyRequest, policy: Policy, publicUrl: string) {
  if (!isOfOwnHost(request, new URL(publicUrl))) return policy.whole
  return mayRunScripts(request) ? policy.apart : policy.withoutScripts
}

function prepare(page: PageAnswer, publicUrl: string): Prepared {
  const bytes = Buffer.from(page.html)
  const tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
  const headers = {
    'content-type': TYPES.html,
    'referrer-policy': 'strict-origin-when-cross-origin',
    // Weak: the same page may leave packed or not.
    etag: `W/${tag}`,
    ...keeping(page.isPrivate),
    ...(!page.isIndexed && NOT_INDEXED),
    ...(page.status === 503 && { 'retry-after': '5' }),
  }
  const made = { bytes, tag, headers, policy: policyOf(page, publicUrl) }
  prepared.set(page, made)
  return made
}
