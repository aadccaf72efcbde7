// The only way from a script to the network: workerd sends all its requests here, with whole addresses.
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { request as httpsRequest } from 'node:https'
import { pipeline, Transform } from 'node:stream'
import { FetchFailure } from '../network/fetch-failure.ts'
import type { Fetcher, FetchOptions } from '../network/fetcher.ts'
import { SCRIPT_HOST } from './config.ts'

/** Our own API: what scripts know it as, and where it is reached from here, which may be the loopback. */
export type ApiAddress = { origin: string; target: string }

export type Outgoing = {
  fetcher: Fetcher
  api(): ApiAddress | undefined
  /** Counts a request; false where it is one too many. */
  count(): boolean
}

const MOST_BYTES = 10_000_000
const MOST_BYTES_OF_API = 40_000_000
const MOST_AT_ONCE = 4
const TIMEOUT_MS = 25_000

const METHODS: FetchOptions['method'][] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Framing of one connection, which is not that of the next. */
const OWN_HEADERS = new Set(
  'connection content-length expect host keep-alive proxy-authorization proxy-connection te trailer transfer-encoding upgrade'.split(
    ' ',
  ),
)

/** Raw sockets arrive as CONNECT, for which nothing listens here: Node hangs up on them. */
export function outgoingServer(outgoing: Outgoing): Server {
  const turn = semaphore(MOST_AT_ONCE)
  // workerd sends no Host to a proxy, and Node would answer 400 for that.
  return createServer({ requireHostHeader: false }, async (request, response) => {
    request.on('error', () => {})
    response.on('error', () => {})
    if (!outgoing.count()) return refuse(response, 429, 'The script sent too many requests in this call.')
    const done = await turn()
    response.on('close', done)
    // It may be gone after the wait, and would never close again.
    if (response.destroyed || response.closed) return done()
    await answer(outgoing, request, response).catch((error) => refuse(response, ...inWords(error)))
  })
}

async function answer({ fetcher, api }: Outgoing, request: IncomingMessage, response: ServerResponse) {
  const address = request.url ?? ''
  if (!URL.canParse(address)) return refuse(response, 400, 'The URL is not valid.')
  const url = new URL(address)
  if (url.host === SCRIPT_HOST) return refuse(response, 403, 'Scripts cannot call scripts.')
  const own = api()
  if (own && url.origin === new URL(own.origin).origin && url.pathname.startsWith('/v1/'))
    return passOn(own, url, request, response)
  const method = METHODS.find((one) => one === request.method)
  if (!method) return refuse(response, 405, `The method ${request.method} is not allowed.`)
  const body = await bodyOf(request)
  const fetched = await fetcher.fetch(url.href, {
    method,
    headers: headersOf(request),
    ...(body.length > 0 && { body }),
    maxBytes: MOST_BYTES,
    timeout: TIMEOUT_MS,
    // The runtime follows redirects by itself, and every step comes by here.
    givesRedirects: true,
  })
  const headers = Object.entries(fetched.headers).filter(([name]) => !OWN_HEADERS.has(name))
  response.writeHead(fetched.status, Object.fromEntries(headers))
  response.end(fetched.body)
}

/** Where someone came from is ours to say. */
function headersOf(request: IncomingMessage): Record<string, string> {
  const pairs = Object.entries(request.headers).map(([name, value]) => [
    name,
    [value ?? ''].flat().join(', '),
  ])
  const isOwn = (name = '') =>
    OWN_HEADERS.has(name) || name === 'forwarded' || name.startsWith('x-forwarded-')
  return Object.fromEntries(pairs.filter(([name]) => !isOwn(name)))
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request) {
    size += part.length
    if (size > MOST_BYTES) throw new TooLarge()
    parts.push(part)
  }
  return Buffer.concat(parts)
}

class TooLarge extends Error {}

/** Only path and query are the script's: the target is where this server listens. */
function passOn(own: ApiAddress, url: URL, request: IncomingMessage, response: ServerResponse) {
  const target = new URL(own.target)
  const send = target.protocol === 'https:' ? httpsRequest : httpRequest
  const length = request.headers['content-length']
  const onward = send(
    {
      host: target.hostname.replace(/^\[|\]$/g, ''),
      port: target.port,
      method: request.method,
      path: url.pathname + url.search,
      headers: { ...headersOf(request), ...(length && { 'content-length': length }), host: url.host },
      agent: false,
      timeout: TIMEOUT_MS,
    },
    (answer) => {
      const headers = Object.entries(answer.headers).filter(([name]) => !OWN_HEADERS.has(name))
      response.writeHead(answer.statusCode ?? 502, Object.fromEntries(headers))
      pipeline(answer, atMost(MOST_BYTES_OF_API), response, () => {})
    },
  )
  onward.on('timeout', () => onward.destroy(new Error('The API did not answer in time.')))
  onward.on('error', () => refuse(response, 502, 'The API could not be reached.'))
  response.on('close', () => onward.destroy())
  pipeline(request, atMost(MOST_BYTES_OF_API), onward, () => {})
}

function atMost(bytes: number) {
  let left = bytes
  return new Transform({
    transform(part: Buffer, _encoding, done) {
      left -= part.length
      if (left < 0) done(new TooLarge())
      else done(null, part)
    },
  })
}

/** An answer that people can read, as there is no way to give a script the error of a failed fetch. */
function refuse(response: ServerResponse, status: number, words: string) {
  if (response.headersSent) return response.destroy()
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' })
  response.end(words)
}

function inWords(error: unknown): [number, string] {
  if (error instanceof TooLarge) return [413, `Requests are limited to ${MOST_BYTES / 1_000_000} MB.`]
  if (!(error instanceof FetchFailure)) return [502, 'The request could not be sent.']
  if (error.code === 'FETCH_REFUSED') return [403, error.message]
  return [error.code === 'FETCH_TIMEOUT' ? 504 : 502, error.message]
}

/** Waits for a turn, of which there are so many at once; what it resolves with gives the turn back. */
function semaphore(most: number) {
  let taken = 0
  const waiting: (() => void)[] = []
  return async function turn() {
    if (taken >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else taken += 1
    let isBack = false
    return () => {
      if (isBack) return
      isBack = true
      const next = waiting.shift()
      if (next) next()
      else taken -= 1
    }
  }
}
