// What every fetch obeys, however it is sent: redirects, limits, which headers go where, unpacking.
import { unescape as percentDecode } from 'node:querystring'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib'
import {
  badAddress,
  badProtocol,
  codeOf,
  FetchFailure,
  failure,
  inWords,
  tooLarge,
  tooManyRedirects,
  tooSlow,
} from './fetch-failure.ts'
import type { Fetcher, FetchOptions, FetchResult } from './fetcher.ts'

/** One request to one host; a redirect makes another. */
export type Request = {
  method: string
  url: URL
  headers: Record<string, string>
  body?: Buffer | string
  network?: FetchOptions['network']
}
export type FetchAnswer = {
  status: number
  headers: Record<string, string>
  body: AsyncIterable<Buffer> | Iterable<Buffer>
  discard(): void
}
export type Send = (request: Request, signal: AbortSignal) => Promise<FetchAnswer>
type Limits = { maxBytes: number; maxRedirects: number; givesRedirects: boolean }

export function fetcherOver(send: Send): Fetcher {
  return {
    async fetch(address, options = {}) {
      const { maxBytes = 10_000_000, maxRedirects = 5, givesRedirects = false, timeout = 15_000 } = options
      const limits = { maxBytes, maxRedirects, givesRedirects }
      const request = firstRequest(address, options)
      const abort = new AbortController()
      let timer: NodeJS.Timeout | undefined
      const deadline = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(tooSlow(request.url, timeout)), timeout)
      })
      try {
        // A race, and not the signal alone: a name being looked up cannot be aborted.
        return await Promise.race([follow(request, limits, send, abort.signal), deadline])
      } catch (error) {
        abort.abort()
        throw error
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

async function follow(first: Request, limits: Limits, send: Send, signal: AbortSignal): Promise<FetchResult> {
  let request = first
  try {
    for (let redirects = 0; ; redirects++) {
      const answer = await send(request, signal)
      const isFollowed = !limits.givesRedirects && REDIRECTS.has(answer.status)
      const location = isFollowed ? answer.headers.location : undefined
      // However it ends, no socket outlives it.
      if (location === undefined)
        return await read(request, answer, limits.maxBytes).finally(() => answer.discard())
      answer.discard()
      if (redirects >= limits.maxRedirects) throw tooManyRedirects(request.url, limits.maxRedirects)
      request = redirected(request, answer.status, location)
    }
  } catch (error) {
    throw error instanceof FetchFailure ? error : inWords(error, request.url)
  }
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** Decided by the connection, or by what can be unpacked here. */
const OWN_HEADERS = new Set(
  `accept-encoding connection content-length expect host keep-alive proxy-authorization proxy-connection te
  trailer transfer-encoding upgrade`.split(/\s+/),
)

/** A list of what may go on, since keys travel under any name: x-api-key, private-token, cookie. */
const HEADERS_FOR_ANYONE = new Set(
  'accept accept-encoding accept-language content-type if-modified-since if-none-match user-agent'.split(' '),
)

function firstRequest(
  address: string,
  { method = 'GET', headers = {}, body, accept, network }: FetchOptions,
): Request {
  const { url, authorization } = withoutCredentials(parse(address))
  const given = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  return {
    method,
    url,
    body,
    network,
    headers: {
      accept: accept ?? '*/*',
      'user-agent': 'Quire',
      ...(authorization && { authorization }),
      ...Object.fromEntries(given.filter(([name]) => !OWN_HEADERS.has(name))),
      'accept-encoding': 'gzip, deflate, br',
    },
  }
}

function redirected(from: Request, status: number, location: string): Request {
  // Credentials in a location were not given to us by our caller: they go nowhere.
  const { url } = withoutCredentials(parse(location, from.url))
  const isSameOrigin = url.origin === from.url.origin
  const kept = Object.entries(from.headers).filter(([name]) => isSameOrigin || HEADERS_FOR_ANYONE.has(name))
  const becomesGet = status === 303 ? from.method !== 'HEAD' : status < 303 && from.method === 'POST'
  if (!becomesGet) return { ...from, url, headers: Object.fromEntries(kept) }
  const headers = Object.fromEntries(kept.filter(([name]) => !name.startsWith('content-')))
  return { method: 'GET', url, headers, network: from.network }
}

function parse(address: string, base?: URL) {
  // The error of URL holds the whole address: it must not become a cause.
  if (!URL.canParse(address, base?.href)) throw badAddress(base)
  const url = new URL(address, base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw badProtocol(base)
  // "example.org." is example.org, for certificates and for what counts as the same origin.
  url.hostname = url.hostname.replace(/\.+$/, '')
  if (url.hostname.endsWith('.')) throw badAddress(base)
  url.hash = ''
  return url
}

function withoutCredentials(url: URL) {
  const credentials = `${percentDecode(url.username)}:${percentDecode(url.password)}`
  url.username = ''
  url.password = ''
  if (credentials === ':') return { url }
  return { url, authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }
}

async function read({ method, url }: Request, answer: FetchAnswer, maxBytes: number): Promise<FetchResult> {
  const { 'content-encoding': coding = '', ...headers } = answer.headers
  if (method !== 'HEAD' && Number(headers['content-length']) > maxBytes) throw tooLarge(url, maxBytes)
  const packed = await collect(url, answer.body, maxBytes)
  const body = await unpack(url, packed, coding.trim().toLowerCase(), maxBytes)
  // Both were true of the packed body only.
  if (body !== packed) delete headers['content-length']
  const contentType = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  return { status: answer.status, url: url.href, headers, body, ...(contentType && { contentType }) }
}

async function collect(url: URL, body: FetchAnswer['body'], maxBytes: number) {
  // One growing buffer and no list of parts: sent one byte a chunk, 10 MB would be a list of a gigabyte.
  let room = Buffer.alloc(Math.min(maxBytes, 65_536))
  let size = 0
  for await (const part of body) {
    const needed = size + part.length
    if (needed > maxBytes) throw tooLarge(url, maxBytes)
    if (needed > room.length)
      room = Buffer.concat([room], Math.min(maxBytes, Math.max(needed, room.length * 2)))
    part.copy(room, size)
    size = needed
  }
  return room.subarray(0, size)
}

type Unpack = (body: Buffer, limit: { maxOutputLength: number }) => Promise<Buffer>

const unpackGzip: Unpack = promisify(gunzip)
const unpackZlib: Unpack = promisify(inflate)
const unpackRaw: Unpack = promisify(inflateRaw)
const unpackBrotli: Unpack = promisify(brotliDecompress)

const CODINGS = new Map<string, Unpack>([
  ['gzip', unpackGzip],
  ['x-gzip', unpackGzip],
  ['br', unpackBrotli],
  // The standard says zlib, half the servers send the bare stream; a zlib header has an 8 in its first byte.
  ['deflate', (body, limit) => (((body[0] ?? 0) & 15) === 8 ? unpackZlib : unpackRaw)(body, limit)],
])

async function unpack(url: URL, body: Buffer, coding: string, maxBytes: number) {
  if (body.length === 0 || coding === '' || coding === 'identity') return body
  const unpackBody = CODINGS.get(coding)
  if (!unpackBody) throw failure('FETCH_ERROR', url, 'sent an answer with an unsupported compression')
  try {
    return await unpackBody(body, { maxOutputLength: Math.max(1, maxBytes) })
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(url, maxBytes)
    throw failure('FETCH_ERROR', url, 'sent a damaged answer that cannot be decompressed', { cause: error })
  }
}
