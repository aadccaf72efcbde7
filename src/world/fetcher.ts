import { lookup as systemLookup } from 'node:dns/promises'
import * as http from 'node:http'
import * as https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { unescape as percentDecode } from 'node:querystring'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib'
import { isLocalName, isPublicAddress } from './addresses.ts'

/** The only way out to the network. */
export type Fetcher = {
  /** Any status is an answer, also 404 and 500; whatever yields no answer is a FetchFailure. */
  fetch(url: string, options?: FetchOptions): Promise<Fetched>
}

export type FetchOptions = {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Those that frame the message (host, content-length, accept-encoding …) are the fetcher's own. */
  headers?: Record<string, string>
  body?: Buffer | string
  /** Of the body as received, and again as unpacked; 10 MB unless told otherwise. */
  maxBytes?: number
  /** Milliseconds for everything: names, redirects, the whole body; 15 s unless told otherwise. */
  timeout?: number
  /** 5 unless told otherwise; one more is a failure. */
  maxRedirects?: number
  accept?: string
}

export type Fetched = {
  status: number
  /** Where the answer came from in the end, without credentials and fragment. */
  url: string
  /** Names in lower case. */
  headers: Record<string, string>
  /** Unpacked. */
  body: Buffer
  /** In lower case and without parameters: text/html. */
  contentType?: string
}

export type FetchFailureCode = 'FETCH_TIMEOUT' | 'FETCH_ERROR' | 'FETCH_REFUSED' | 'FETCH_TOO_LARGE'
export type FetchFailureDetails = {
  host?: string
  timeout?: number
  maxBytes?: number
  maxRedirects?: number
}

/** No answer. The message is for people and names the host at most: the rest of an address may hold secrets. */
export class FetchFailure extends Error {
  override readonly name = 'FetchFailure'
  readonly code: FetchFailureCode
  readonly details: FetchFailureDetails

  constructor(
    code: FetchFailureCode,
    message: string,
    details: FetchFailureDetails = {},
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.code = code
    this.details = details
  }
}

/** All addresses of a host. */
export type Resolve = (host: string) => Promise<string[]>

export type SystemFetcherOptions = {
  allowPrivateNetwork: boolean
  resolve?: Resolve
  /** Certificate authorities (PEM) to trust instead of the usual ones. */
  authorities?: string
}

/**
 * The fetcher of the real network. A host is resolved once for each request, all its addresses are judged, and
 * the connection goes to those very addresses: a name that changes its mind in between gains nothing.
 */
export function systemFetcher(options: SystemFetcherOptions): Fetcher {
  const { allowPrivateNetwork, resolve = systemResolve, authorities } = options
  return fetcherOver(async (request, signal) => {
    if (!allowPrivateNetwork && isLocalName(hostOf(request.url))) throw privateNetwork(request.url)
    const addresses = await addressesOf(request.url, resolve)
    if (!allowPrivateNetwork && !addresses.every(isPublicAddress)) throw privateNetwork(request.url)
    // Looking up a name cannot be aborted, so the deadline may have passed by now.
    signal.throwIfAborted()
    const connection = { lookup: pinnedTo(addresses), ca: authorities, autoSelectFamilyAttemptTimeout: 2_000 }
    const response = await exchange(request, connection, signal)
    return {
      status: response.statusCode ?? 0,
      headers: flatHeaders(response.headers),
      body: response,
      discard: () => response.destroy(),
    }
  })
}

export type FakeRequest = { method: string; url: string; headers: Record<string, string>; body: string }
export type FakePage = string | Buffer | FetchFailure | FakeAnswer
export type FakeAnswer = { status?: number; headers?: Record<string, string>; body?: string | Buffer }
export type FakePages = Record<string, FakePage | ((request: FakeRequest) => FakePage | Promise<FakePage>)>

/**
 * An internet of the given pages, for tests. Another path of a known host is a 404, another host is not known,
 * private addresses are refused. A page that is a FetchFailure is thrown.
 */
export function fakeFetcher(pages: FakePages): Fetcher {
  const known = new Map(Object.entries(pages).map(([url, page]) => [new URL(url).href, page]))
  const hosts = new Set([...known.keys()].map((url) => new URL(url).host))
  return fetcherOver(async ({ url, method, headers, body = '' }) => {
    const host = hostOf(url)
    if (isLocalName(host) || (isIP(host) && !isPublicAddress(host))) throw privateNetwork(url)
    if (!hosts.has(url.host)) throw unknownName(url)
    const found = known.get(url.href) ?? { status: 404 }
    const request = { method, url: url.href, headers, body: body.toString() }
    const page = typeof found === 'function' ? await found(request) : found
    if (page instanceof FetchFailure) throw page
    return fakeAnswer(page, method)
  })
}

function fakeAnswer(page: Exclude<FakePage, FetchFailure>, method: string): Answer {
  const answer: FakeAnswer = typeof page === 'string' || Buffer.isBuffer(page) ? { body: page } : page
  const { status = 200, headers = {}, body = '' } = answer
  const lowered = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  return {
    status,
    headers: Object.fromEntries(lowered),
    body: method === 'HEAD' ? [] : [Buffer.from(body)],
    discard: () => {},
  }
}

/** One request to one host; a redirect makes another. */
type Request = { method: string; url: URL; headers: Record<string, string>; body?: Buffer | string }
type Answer = {
  status: number
  headers: Record<string, string>
  body: AsyncIterable<Buffer> | Iterable<Buffer>
  discard(): void
}
type Send = (request: Request, signal: AbortSignal) => Promise<Answer>
type Limits = { maxBytes: number; maxRedirects: number }

function fetcherOver(send: Send): Fetcher {
  return {
    async fetch(address, options = {}) {
      const { maxBytes = 10_000_000, maxRedirects = 5, timeout = 15_000 } = options
      const request = firstRequest(address, options)
      const abort = new AbortController()
      let timer: NodeJS.Timeout | undefined
      const deadline = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(tooSlow(request.url, timeout)), timeout)
      })
      try {
        // A race, and not the signal alone: a name being looked up cannot be aborted.
        return await Promise.race([follow(request, { maxBytes, maxRedirects }, send, abort.signal), deadline])
      } finally {
        clearTimeout(timer)
        // However it ended, no socket outlives it.
        abort.abort()
      }
    },
  }
}

async function follow(first: Request, limits: Limits, send: Send, signal: AbortSignal): Promise<Fetched> {
  let request = first
  try {
    for (let redirects = 0; ; redirects++) {
      const answer = await send(request, signal)
      const location = REDIRECTS.has(answer.status) ? answer.headers.location : undefined
      if (location === undefined) return await read(request, answer, limits.maxBytes)
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
  { method = 'GET', headers = {}, body, accept }: FetchOptions,
): Request {
  const { url, authorization } = withoutCredentials(parse(address))
  const given = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  return {
    method,
    url,
    body,
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
  return { method: 'GET', url, headers }
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

async function addressesOf(url: URL, resolve: Resolve) {
  const host = hostOf(url)
  const addresses = isIP(host) ? [host] : await resolve(host)
  if (addresses.length === 0) throw unknownName(url)
  return addresses
}

function hostOf(url: URL) {
  return url.hostname.replace(/^\[|\]$/g, '')
}

const systemResolve: Resolve = async (host) => {
  const answers = await systemLookup(host, { all: true })
  return answers.map(({ address }) => address)
}

function pinnedTo(addresses: string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_host, options, done) => {
    if (options.all) return done(null, answers)
    done(null, answers[0]?.address ?? '', answers[0]?.family)
  }
}

type Connection = {
  lookup: LookupFunction
  ca: string | undefined
  /** Of several addresses, Node gives each 250 ms unless told otherwise: a far host does not always make it. */
  autoSelectFamilyAttemptTimeout: number
}

function exchange({ method, url, headers, body }: Request, connection: Connection, signal: AbortSignal) {
  return new Promise<http.IncomingMessage>((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http
    const outgoing = request(url, {
      ...connection,
      method,
      // Node counts the body of a POST by itself, but not that of a DELETE.
      headers: body === undefined ? headers : { ...headers, 'content-length': Buffer.byteLength(body) },
      // No shared agent: it could hold a connection checked under other rules, or know a proxy.
      agent: false,
      // Said aloud, so that NODE_TLS_REJECT_UNAUTHORIZED does not turn it off.
      rejectUnauthorized: true,
      maxHeaderSize: 16_384,
      signal,
    })
    outgoing.on('response', resolve)
    outgoing.on('error', reject)
    // An answer that changes the protocol ends without response and without error.
    outgoing.on('close', () => reject(hungUp(url)))
    outgoing.end(body)
  })
}

function flatHeaders(headers: http.IncomingHttpHeaders) {
  const flat: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) flat[name] = [value ?? ''].flat().join(', ')
  // Node reads headers as Latin-1; addresses with raw letters in them are UTF-8.
  if (flat.location !== undefined) flat.location = Buffer.from(flat.location, 'latin1').toString()
  return flat
}

async function read({ method, url }: Request, answer: Answer, maxBytes: number): Promise<Fetched> {
  const { 'content-encoding': coding = '', ...headers } = answer.headers
  if (method !== 'HEAD' && Number(headers['content-length']) > maxBytes) throw tooLarge(url, maxBytes)
  const packed = await collect(url, answer.body, maxBytes)
  const body = await unpack(url, packed, coding.trim().toLowerCase(), maxBytes)
  // Both were true of the packed body only.
  if (body !== packed) delete headers['content-length']
  const contentType = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  return { status: answer.status, url: url.href, headers, body, ...(contentType && { contentType }) }
}

async function collect(url: URL, body: Answer['body'], maxBytes: number) {
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
  if (!unpackBody)
    throw failure('FETCH_ERROR', url, 'sent its answer packed in a way that is not understood here')
  try {
    return await unpackBody(body, { maxOutputLength: Math.max(1, maxBytes) })
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(url, maxBytes)
    throw failure('FETCH_ERROR', url, 'sent a damaged answer: it cannot be unpacked', { cause: error })
  }
}

type More = FetchFailureDetails & { cause?: unknown }

function failure(code: FetchFailureCode, { host }: URL, what: string, more: More = {}) {
  const { cause, ...details } = more
  return new FetchFailure(code, `${host} ${what}`, { host, ...details }, cause === undefined ? {} : { cause })
}

function badAddress(from?: URL) {
  if (from) return failure('FETCH_ERROR', from, 'redirects to something that is not an address')
  return new FetchFailure('FETCH_ERROR', 'This is not an address; one looks like https://example.org/page')
}

function badProtocol(from?: URL) {
  if (from) return failure('FETCH_REFUSED', from, 'redirects to an address that is neither http nor https')
  return new FetchFailure('FETCH_REFUSED', 'The address must begin with http:// or https://')
}

function privateNetwork(url: URL) {
  const remedy = 'whoever runs the service can allow it with QUIRE_ALLOW_PRIVATE_NETWORK=on'
  // Not which address it was: that would draw a map of the network for a stranger.
  return failure('FETCH_REFUSED', url, `is not in the public internet, so it is not fetched from; ${remedy}`)
}

function unknownName(url: URL, cause?: unknown) {
  return failure('FETCH_ERROR', url, 'is not a known name; check the spelling', { cause })
}

function hungUp(url: URL, cause?: unknown) {
  return failure('FETCH_ERROR', url, 'hung up before its answer was complete', { cause })
}

function tooSlow(url: URL, timeout: number) {
  return failure('FETCH_TIMEOUT', url, `did not answer in full within ${timeout / 1000} s`, { timeout })
}

function tooLarge(url: URL, maxBytes: number) {
  const words = maxBytes < 1_000_000 ? `${maxBytes} bytes` : `${Math.floor(maxBytes / 100_000) / 10} MB`
  return failure('FETCH_TOO_LARGE', url, `has a larger answer than the ${words} that are accepted`, {
    maxBytes,
  })
}

function tooManyRedirects(url: URL, maxRedirects: number) {
  const what = `redirects once more after ${maxRedirects} redirects; perhaps it goes round in a circle`
  return failure('FETCH_ERROR', url, what, { maxRedirects })
}

function codeOf(error: unknown) {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

// The first that fits.
const WORDS: [RegExp, FetchFailureCode, string][] = [
  [/^(ENOTFOUND|ENODATA)$/, 'FETCH_ERROR', 'is not a known name; check the spelling'],
  [/^EAI_/, 'FETCH_ERROR', 'could not be looked up; the name service has trouble, try again later'],
  [/^ECONNREFUSED$/, 'FETCH_ERROR', 'takes no connections; check the port, and that its server runs'],
  [/^(ECONNRESET|EPIPE|ERR_STREAM_PREMATURE)/, 'FETCH_ERROR', 'hung up before its answer was complete'],
  [/^ETIMEDOUT$/, 'FETCH_TIMEOUT', 'did not take the connection in time'],
  [/^(EHOST|ENET|EADDR)/, 'FETCH_ERROR', 'cannot be reached from here'],
  [/^CERT_HAS_EXPIRED$/, 'FETCH_ERROR', 'has a certificate that has expired'],
  [/^ERR_TLS_CERT_ALTNAME/, 'FETCH_ERROR', 'has a certificate for another name'],
  [/CERT|UNABLE_TO_|SIGNATURE/, 'FETCH_ERROR', 'has a certificate that nobody known here has signed'],
  [/^(EPROTO|ERR_SSL|ERR_TLS)/, 'FETCH_ERROR', 'does not speak https there; perhaps the port is wrong'],
  [/^HPE_HEADER_OVERFLOW$/, 'FETCH_TOO_LARGE', 'has larger headers than the 16 KB that are accepted'],
  [/^HPE_/, 'FETCH_ERROR', 'does not answer in HTTP; perhaps it wants https, or the port is wrong'],
  [
    /^ERR_(INVALID_(CHAR|HTTP_TOKEN)|HTTP_INVALID_HEADER)/,
    'FETCH_ERROR',
    'was not asked: a header is not valid',
  ],
]

function inWords(error: unknown, url: URL) {
  for (const [pattern, code, words] of WORDS) {
    if (pattern.test(codeOf(error))) return failure(code, url, words, { cause: error })
  }
  return failure('FETCH_ERROR', url, 'could not be fetched from', { cause: error })
}
