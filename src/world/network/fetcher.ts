import { lookup as systemLookup } from 'node:dns/promises'
import * as http from 'node:http'
import * as https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { hostOf, isLocalName, isPublicAddress } from './addresses.ts'
import { hungUp, privateNetwork, unknownName } from './fetch-failure.ts'
import { fetcherOver, type Request } from './fetch-rules.ts'

/** The only way out to the network. */
export type Fetcher = {
  /** Any status is an answer, also 404 and 500; whatever yields no answer is a FetchFailure. */
  fetch(url: string, options?: FetchOptions): Promise<FetchResult>
}

export type FetchOptions = {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Those that frame the message (host, content-length, accept-encoding …) are the fetcher's own. */
  headers?: Record<string, string>
  body?: Buffer | string
  /** Of the body as received, and again as unpacked; default: 10 MB. */
  maxBytes?: number
  /** Milliseconds for everything: names, redirects, the whole body; default: 15 s. */
  timeout?: number
  /** Default: 5; one more is a failure. */
  maxRedirects?: number
  /** Returns a redirect as the answer, for callers that follow redirects themselves. */
  givesRedirects?: boolean
  accept?: string
  /** Where it may lie, whatever holds for others: `public` alone, or at private addresses too. */
  network?: 'public' | 'any'
}

export type FetchResult = {
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
    const isGuarded = request.network === undefined ? !allowPrivateNetwork : request.network === 'public'
    if (isGuarded && isLocalName(hostOf(request.url))) throw privateNetwork(request.url)
    const addresses = await addressesOf(request.url, resolve)
    if (isGuarded && !addresses.every(isPublicAddress)) throw privateNetwork(request.url)
    // Looking up a name cannot be aborted, so the deadline may have passed by now.
    signal.throwIfAborted()
    const connection = { lookup: pinnedTo(addresses), ca: authorities, autoSelectFamilyAttemptTimeout: 2_000 }
    const { response, outgoing } = await exchange(request, connection, signal)
    return {
      status: response.statusCode ?? 0,
      headers: flatHeaders(response.headers),
      body: response,
      // The request: a server that answers without reading all of it would keep its socket open forever.
      discard: () => outgoing.destroy(),
    }
  })
}

async function addressesOf(url: URL, resolve: Resolve) {
  const host = hostOf(url)
  const addresses = isIP(host) ? [host] : await resolve(host)
  if (addresses.length === 0) throw unknownName(url)
  return addresses
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
  /** By default Node tries each of several addresses for 250 ms, which is too short for a distant host. */
  autoSelectFamilyAttemptTimeout: number
}

type Exchanged = { response: http.IncomingMessage; outgoing: http.ClientRequest }

function exchange({ method, url, headers, body }: Request, connection: Connection, signal: AbortSignal) {
  return new Promise<Exchanged>((resolve, reject) => {
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
    let isAnswered = false
    outgoing.on('response', (response) => {
      isAnswered = true
      resolve({ response, outgoing })
    })
    outgoing.on('error', reject)
    // An answer that changes the protocol ends without response and without error.
    outgoing.on('close', () => isAnswered || reject(hungUp(url)))
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
