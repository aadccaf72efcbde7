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

type More = FetchFailureDetails & { cause?: unknown }

export function failure(code: FetchFailureCode, { host }: URL, what: string, more: More = {}) {
  const { cause, ...details } = more
  return new FetchFailure(code, `${host} ${what}`, { host, ...details }, cause === undefined ? {} : { cause })
}

export function badAddress(from?: URL) {
  if (from) return failure('FETCH_ERROR', from, 'redirects to something that is not an address')
  return new FetchFailure('FETCH_ERROR', 'This is not an address; one looks like https://example.org/page')
}

export function badProtocol(from?: URL) {
  if (from) return failure('FETCH_REFUSED', from, 'redirects to an address that is neither http nor https')
  return new FetchFailure('FETCH_REFUSED', 'The address must begin with http:// or https://')
}

export function privateNetwork(url: URL) {
  const remedy = 'whoever runs the service can allow it with QUIRE_ALLOW_PRIVATE_NETWORK=on'
  // Not which address it was: that would draw a map of the network for a stranger.
  return failure('FETCH_REFUSED', url, `is not in the public internet, so it is not fetched from; ${remedy}`)
}

export function unknownName(url: URL, cause?: unknown) {
  return failure('FETCH_ERROR', url, 'is not a known name; check the spelling', { cause })
}

export function hungUp(url: URL, cause?: unknown) {
  return failure('FETCH_ERROR', url, 'hung up before its answer was complete', { cause })
}

export function tooSlow(url: URL, timeout: number) {
  return failure('FETCH_TIMEOUT', url, `did not answer in full within ${timeout / 1000} s`, { timeout })
}

export function tooLarge(url: URL, maxBytes: number) {
  const words = maxBytes < 1_000_000 ? `${maxBytes} bytes` : `${Math.floor(maxBytes / 100_000) / 10} MB`
  return failure('FETCH_TOO_LARGE', url, `has a larger answer than the ${words} that are accepted`, {
    maxBytes,
  })
}

export function tooManyRedirects(url: URL, maxRedirects: number) {
  const what = `redirects once more after ${maxRedirects} redirects; perhaps it goes round in a circle`
  return failure('FETCH_ERROR', url, what, { maxRedirects })
}

export function codeOf(error: unknown) {
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

export function inWords(error: unknown, url: URL) {
  for (const [pattern, code, words] of WORDS) {
    if (pattern.test(codeOf(error))) return failure(code, url, words, { cause: error })
  }
  return failure('FETCH_ERROR', url, 'could not be fetched from', { cause: error })
}
