// What integrations answer for: requests to their public addresses, the scripts they put into sites, and their pictures.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound, Problem } from '../../kit/domain/problems.ts'
import { requireStorableText } from '../../kit/http/operations/text.ts'
import { type Door, spendByAddress } from '../../kit/http/requests/auth.ts'
import { scriptCookieHeader, scriptCookieTexts } from './script-cookies.ts'

/** Where a request came in: the integration itself, an installation, or that on a space or site. */
export type PublicAddress = {
  integration: string
  installationId?: string
  spaceId?: string
  siteId?: string
}

export type PublicRequest = {
  method: string
  url: string
  headers: Record<string, string>
  body?: { bytes: Uint8Array; type?: string }
}

export type ScriptResponse = {
  status: number
  headers: Headers
  body: Uint8Array
  /** The public endpoint of a script that signs visitors in: browsers keep its cookies for that address alone. */
  keepsCookiesAt?: string
}

type Picture = { bytes: Uint8Array; type: string }

export type IntegrationsKit = {
  door: Pick<Door, 'spend'>
  /** What the script answers; undefined where there is nobody to answer. */
  answer(address: PublicAddress, request: PublicRequest): Promise<ScriptResponse | undefined>
  /** The script that an installation puts into the pages of a site. */
  siteScript(
    address: Required<Pick<PublicAddress, 'integration' | 'installationId' | 'siteId'>>,
  ): Promise<ScriptResponse | undefined>
  /** Where visitors of a site go to sign in, if the integration does that for it. */
  signIn(address: {
    integration: string
    siteId: string
    location?: string
  }): Promise<ScriptResponse | undefined>
  picture(integration: string, blob: string): Promise<Picture | undefined>
}

const MOST_BYTES = 5 * 1024 * 1024
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const
/** Like a place of its own: whatever a script sends, it can not act as our pages. */
const SANDBOX = 'sandbox allow-scripts allow-forms allow-popups allow-modals allow-downloads'
/** What frames a message is ours to say, and so is what browsers would remember of our own pages: cookies, policies, workers. */
const DROPPED = [
  ...['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'content-encoding', 'upgrade'],
  ...['set-cookie', 'clear-site-data', 'strict-transport-security', 'content-security-policy', 'alt-svc'],
  ...['service-worker-allowed', 'nel', 'report-to', 'reporting-endpoints'],
  'content-security-policy-report-only',
]
const NOT_PASSED_ON = new Set([
  'cookie',
  'host',
  'connection',
  'transfer-encoding',
  'content-length',
  'upgrade',
])

export function serveIntegrations(server: FastifyInstance, kit: IntegrationsKit) {
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MOST_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    const at = '/integrations/:integration'
    const running = openRunning()
    // By address, as nobody here is known by a token: before the body is read, and long before a process is started.
    const onRequest = async (request: FastifyRequest, reply: FastifyReply) =>
      spendByAddress(request, reply, kit.door)
    scope.get(`${at}/pictures/:blob`, (request, reply) => sendPicture(request, reply, kit))
    scope.get(`${at}/scripts/:installationId/:file`, { onRequest }, (request, reply) =>
      running.of(request.ip, () => sendScript(request, reply, kit)),
    )
    scope.get(`${at}/sign-in/:siteId`, { onRequest }, (request, reply) =>
      running.of(request.ip, () => sendToSignIn(request, reply, kit)),
    )
    const installation = `${at}/installations/:installationId`
    const places = [
      `${at}/integration`,
      installation,
      `${installation}/spaces/:spaceId`,
      `${installation}/sites/:siteId`,
    ]
    for (const place of places)
      for (const url of [place, `${place}/*`])
        scope.route({
          method: [...METHODS],
          url,
          onRequest,
          handler: (request, reply) => running.of(request.ip, () => answer(request, reply, kit)),
        })
  })
}

/** Calls of one address that scripts are at. */
const MOST_AT_ONCE = 10

/** Whoever calls many scripts at once, each of which may take half a minute, waits for their answers first. */
function openRunning() {
  const running = new Map<string, number>()
  return {
    async of<T>(address: string, work: () => Promise<T>): Promise<T> {
      const before = running.get(address) ?? 0
      if (before >= MOST_AT_ONCE)
        throw new Problem(
          'rate_limited',
          `More than ${MOST_AT_ONCE} requests to integrations at once; try again when one is answered`,
          { retryAfter: 1 },
        )
      running.set(address, before + 1)
      try {
        return await work()
      } finally {
        const left = (running.get(address) ?? 1) - 1
        if (left > 0) running.set(address, left)
        else running.delete(address)
      }
    },
  }
}

async function answer(request: FastifyRequest, reply: FastifyReply, kit: IntegrationsKit) {
  requireStorableText(request.params, 'path')
  const { '*': _rest, ...address } = request.params as PublicAddress & { '*'?: string }
  const response = await kit.answer(address, readRequest(request))
  if (!response) throw notFound('integration')
  return sendResponse(reply, response)
}

function readRequest(request: FastifyRequest): PublicRequest {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined && !NOT_PASSED_ON.has(name)) headers[name] = String(value)
  const cookie = scriptCookieHeader(request.headers.cookie)
  if (cookie !== undefined) headers.cookie = cookie
  return {
    method: request.method.toLowerCase(),
    url: request.url,
    headers,
    ...(Buffer.isBuffer(request.body) && {
      body: { bytes: request.body, type: request.headers['content-type'] },
    }),
  }
}

function sendResponse(reply: FastifyReply, { status, headers, body, keepsCookiesAt }: ScriptResponse) {
  for (const [name, value] of headers) if (!DROPPED.includes(name)) reply.header(name, value)
  reply.headers({ 'content-security-policy': SANDBOX, 'x-content-type-options': 'nosniff' })
  if (keepsCookiesAt !== undefined) reply.header('set-cookie', scriptCookieTexts(headers, keepsCookiesAt))
  if (!headers.has('cache-control')) reply.header('cache-control', 'no-store')
  return reply.code(status).send(Buffer.from(body))
}

async function sendToSignIn(request: FastifyRequest, reply: FastifyReply, kit: IntegrationsKit) {
  requireStorableText(request.params, 'path')
  requireStorableText(request.query, 'query')
  const { integration = '', siteId = '' } = request.params as Record<string, string>
  const { location } = request.query as { location?: unknown }
  const way = typeof location === 'string' ? location.slice(0, LONGEST_LOCATION) : undefined
  const response = await kit.signIn({ integration, siteId, location: way })
  if (!response) throw notFound('way to sign in')
  return sendResponse(reply, response)
}

const LONGEST_LOCATION = 2048
const A_MINUTE = 'public, max-age=60'

async function sendScript(request: FastifyRequest, reply: FastifyReply, kit: IntegrationsKit) {
  requireStorableText(request.params, 'path')
  const { integration = '', installationId = '', file = '' } = request.params as Record<string, string>
  const [, siteId] = /^(.+)\.js$/.exec(file) ?? []
  const response = siteId && (await kit.siteScript({ integration, installationId, siteId }))
  if (!response) throw notFound('script')
  // Whatever the script calls it, browsers get nothing but a script.
  return reply
    .code(response.status < 400 ? 200 : 502)
    .headers({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': response.headers.get('cache-control') ?? A_MINUTE,
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    })
    .send(response.status < 400 ? Buffer.from(response.body) : '')
}

const KEPT_FOR_EVER = 'public, max-age=31536000, immutable'

async function sendPicture(request: FastifyRequest, reply: FastifyReply, kit: IntegrationsKit) {
  requireStorableText(request.params, 'path')
  const { integration = '', blob = '' } = request.params as Record<string, string>
  const picture = await kit.picture(integration, blob)
  if (!picture) throw notFound('picture')
  return reply
    .headers({
      'content-type': picture.type,
      'cache-control': KEPT_FOR_EVER,
      'x-content-type-options': 'nosniff',
      'content-security-policy': SANDBOX,
    })
    .send(Buffer.from(picture.bytes))
}
