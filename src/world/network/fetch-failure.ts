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
  if (from) return failure('FETCH_ERROR', from, 'redirects to an invalid URL')
  return new FetchFailure('FETCH_ERROR', 'This is not a URL; a URL looks like https://example.org/page')
}

export function badProtocol(from?: URL) {
  if (from) return failure('FETCH_REFUSED', from, 'redirects to a URL that is neither http nor https')
  return new FetchFailure('FETCH_REFUSED', 'The URL must begin with http:// or https://')
}

export function privateNetwork(url: URL) {
  const remedy = 'the administrator can allow it with QUIRE_ALLOW_PRIVATE_NETWORK=on'
  // Not which address it was: that would draw a map of the network for a stranger.
  return failure('FETCH_REFUSED', url, `is a private address, which is not allowed; ${remedy}`)
}

export function unknownName(url: URL, cause?: unknown) {
  return failure('FETCH_ERROR', url, 'is an unknown host; check the spelling', { cause })
}

export function hungUp(url: URL, cause?: unknown) {
  return failure('FETCH_ERROR', url, 'closed the connection before its answer was complete', { cause })
}

export function tooSlow(url: URL, timeout: number) {
  return failure('FETCH_TIMEOUT', url, `did not answer in full within ${timeout / 1000} s`, { timeout })
}

export function tooLarge(url: URL, maxBytes: number) {
  const words = maxBytes < 1_000_000 ? `${maxBytes} bytes` : `${Math.floor(maxBytes / 100_000) / 10} MB`
  return failure('FETCH_TOO_LARGE', url, `sent an answer larger than the limit of ${words}`, {
    maxBytes,
  })
}

export function tooManyRedirects(url: URL, maxRedirects: number) {
  const what = `redirects more than ${maxRedirects} times; it may be a redirect loop`
  return failure('FETCH_ERROR', url, what, { maxRedirects })
}

export function codeOf(error: unknown) {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

// The first that fits.
const WORDS: [RegExp, FetchFailureCode, string][] = [
  [/^(ENOTFOUND|ENODATA)$/, 'FETCH_ERROR', 'is an unknown host; check the spelling'],
  [/^EAI_/, 'FETCH_ERROR', 'could not be resolved; DNS failed, try again later'],
  [/^ECONNREFUSED$/, 'FETCH_ERROR', 'refuses connections; check the port, and that the server runs'],
  [
    /^(ECONNRESET|EPIPE|ERR_STREAM_PREMATURE)/,
    'FETCH_ERROR',
    'closed the connection before its answer was complete',
  ],
  [/^ETIMEDOUT$/, 'FETCH_TIMEOUT', 'did not accept the connection in time'],
  [/^(EHOST|ENET|EADDR)/, 'FETCH_ERROR', 'cannot be reached'],
  [/^CERT_HAS_EXPIRED$/, 'FETCH_ERROR', 'has an expired certificate'],
  [/^ERR_TLS_CERT_ALTNAME/, 'FETCH_ERROR', 'has a certificate for another host name'],
  [/CERT|UNABLE_TO_|SIGNATURE/, 'FETCH_ERROR', 'has a certificate from an unknown authority'],
  [/^(EPROTO|ERR_SSL|ERR_TLS)/, 'FETCH_ERROR', 'does not speak https there; perhaps the port is wrong'],
  [/^HPE_HEADER_OVERFLOW$/, 'FETCH_TOO_LARGE', 'sent headers larger than the limit of 16 KB'],
  [/^HPE_/, 'FETCH_ERROR', 'does not answer in HTTP; perhaps it wants https, or the port is wrong'],
  [
    /^ERR_(INVALID_(CHAR|HTTP_TOKEN)|HTTP_INVALID_HEADER)/,
    'FETCH_ERROR',
    'was not requested: a header is not valid',
  ],
]

export function inWords(error: unknown, url: URL) {
  for (const [pattern, code, words] of WORDS) {
    if (pattern.test(codeOf(error))) return failure(code, url, words, { cause: error })
  }
  return failure('FETCH_ERROR', url, 'could not be fetched', { cause: error })
}
