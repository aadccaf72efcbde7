import buildSerializer, { type Schema } from 'fast-json-stringify'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { mostValues } from '../../engines/content/long-work.ts'
import type { Ids } from '../../world/ids.ts'
import type { Threads } from '../../world/threads/threads.ts'
import type { Span, Tracing } from '../../world/tracing/tracing.ts'
import { invalid } from '../domain/problems.ts'
import { compressAnswer } from './answers/compression.ts'
import { addEntityTag } from './answers/entity-tag.ts'
import { answerError, errorBody } from './answers/errors.ts'
import { lazily, whileListening } from './answers/lazily.ts'
import type { Metrics } from './metrics.ts'
import type { Operation } from './operations/operation.ts'
import { BODY_LIMIT } from './operations/refusals.ts'
import { endBrokenRequest } from './requests/broken-request.ts'
import { enterByConsole, isByConsole } from './requests/console-door.ts'
import { isLongBody, readLongBody } from './requests/long-body.ts'
import { answerPreflights, OPEN_TO_ALL } from './requests/other-origins.ts'
import { endSlowBodies } from './requests/slow-bodies.ts'
import { hasManyValues, UnreadBody } from './requests/unread-body.ts'

/** With every answer. */
const OWN_PAGES_ONLY = { 'x-content-type-options': 'nosniff', 'cache-control': 'private, no-cache' }
const EVERYWHERE = { ...OPEN_TO_ALL, ...OWN_PAGES_ONLY }

/** A page for browsers where no site is. Undefined where it is no browser that asks, or no site that it asks for. */
export type SendNoSite = (
  request: FastifyRequest,
  reply: FastifyReply,
  status: 400 | 404,
) => Promise<FastifyReply> | undefined

export type ServerOptions = {
  ids: Ids
  log: FastifyBaseLogger
  metrics: Metrics
  threads: Threads
  tracing?: Tracing
  /** Which proxies to believe about the caller's address: all, none, or their addresses. */
  trustProxy: boolean | string
  /** Asked before programs are told that there is nothing. */
  sendNoSite: SendNoSite
  /** Answers where another method of the same path is an operation. */
  refuseMethod: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined
}

/** The bare server: everything HTTP asks for that is the same for every operation. */
export async function openServer(options: ServerOptions): Promise<FastifyInstance> {
  const { ids, log, metrics, tracing, trustProxy, sendNoSite, refuseMethod } = options
  const server = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger of its own for each request would cost more than the one line it writes.
    childLoggerFactory: (logger) => logger,
    bodyLimit: BODY_LIMIT,
    // Long enough for a large upload over a slow line; slower ones are ended sooner.
    requestTimeout: 600_000,
    forceCloseConnections: 'idle',
    trustProxy,
    rewriteUrl: enterByConsole,
    genReqId: (request) => givenRequestId(request.headers['x-request-id']) ?? ids.next(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 512 },
    frameworkErrors: (error, request, reply) => {
      // No hook runs for these.
      reply.headers(EVERYWHERE)
      const page = error.code === 'FST_ERR_BAD_URL' && sendNoSite(request, reply, 400)
      if (!page) answerError(error, request, reply)
    },
    clientErrorHandler: (error: Error & { code?: string }, socket) => endBrokenRequest(error.code, socket),
  })
  const writers: (() => unknown)[] = []
  server.setSerializerCompiler(({ schema }) => {
    const write = lazily(() => buildSerializer(schema as Schema))
    writers.push(write)
    return (answer) => write()(answer)
  })
  whileListening(server, writers)
  server.decorateRequest('caller', null)
  server.decorateRequest('operation', null)
  server.decorateRequest('span', null)
  server.setErrorHandler(answerError)
  server.setNotFoundHandler(
    (request, reply) =>
      refuseMethod(request, reply) ??
      sendNoSite(request, reply, 404) ??
      reply
        .code(404)
        .send(errorBody(404, `There is nothing at ${request.method} ${pathOf(request)}`, request.id)),
  )
  acceptJson(server, options.threads)
  answerPreflights(server)
  // Before compression: the same answer has the same tag, packed or not.
  server.addHook('onSend', addEntityTag)
  server.addHook('onSend', compressAnswer)

  // Hooks that wait for nothing call back: a promise for each of them would be a tenth of a small read.
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(isByConsole(request) ? OWN_PAGES_ONLY : EVERYWHERE)
    reply.header('x-request-id', request.id)
    done()
  })
  if (tracing) (await import('./requests/trace-requests.ts')).traceRequests(server, tracing)
  closeBusyConnections(server)
  endSlowBodies(server)
  server.addHook('onResponse', (request, reply, done) => {
    const operation = operationOf(request)?.id ?? 'none'
    const milliseconds = reply.elapsedTime
    metrics.observe(operation, reply.statusCode, milliseconds / 1000)
    // The path goes without its query: that may hold keys.
    log.info({
      requestId: request.id,
      operation,
      method: request.method,
      path: loggedPath(request),
      status: reply.statusCode,
      ms: Math.round(milliseconds * 10) / 10,
      traceId: spanOf(request)?.traceId,
    })
    done()
  })
  return server
}

type RoutedRequest = FastifyRequest & { operation?: Operation | null; span?: Span | null }

function spanOf(request: RoutedRequest) {
  return request.span ?? undefined
}

/** Asked once a request: the framework puts its options together anew for each question. */
export function operationOf(request: RoutedRequest): Operation | undefined {
  if (request.operation === null)
    request.operation = (request.routeOptions.config as { operation?: Operation }).operation
  return request.operation ?? undefined
}

function givenRequestId(header: string | string[] | undefined) {
  return typeof header === 'string' && /^[\w.:/+=-]{1,128}$/.test(header) ? header : undefined
}

/** What opens a door by itself, as invites and share links do: all our secrets look like this. */
const SECRET = /(?<=\/)[0-9A-Za-z]{32}(?=\/|$)/g

function loggedPath(request: FastifyRequest) {
  return pathOf(request).replaceAll(SECRET, '***')
}

function pathOf(request: FastifyRequest) {
  const end = request.url.indexOf('?')
  return request.url.slice(0, end < 0 ? 500 : Math.min(end, 500))
}

function acceptJson(server: FastifyInstance, threads: Threads) {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  const parse = server.getDefaultJsonParser('error', 'error')
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    /^application\/([\w.-]+\+)?json\b/,
    { parseAs: 'buffer' },
    (request, body, done) => {
      // Some clients announce JSON with every request, also with those that have nothing to say.
      if (body.length === 0) return done(null, undefined)
      if (isLongBody(body as Buffer)) {
        readLongBody(body as Buffer, threads).then((value) => done(null, value), done)
        return
      }
      try {
        const text = utf8.decode(body as Buffer)
        if (hasManyValues(body as Buffer, mostValues())) return done(null, new UnreadBody(text))
        parse(request, text, (error, value) => {
          if (error) done(invalid(`The body is not valid JSON: ${error.message}`, { field: 'body' }))
          else done(null, value)
        })
      } catch {
        done(invalid('The body is not valid UTF-8', { field: 'body' }))
      }
    },
  )
}

/** On closing, idle connections are closed at once; this closes the busy ones after their answer. */
function closeBusyConnections(server: FastifyInstance) {
  let isClosing = false
  server.addHook('preClose', (done) => {
    isClosing = true
    done()
  })
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close')
    done(null, payload)
  })
}
