// Asks OpenID Connect providers, by the code flow with PKCE. What they know of themselves and their keys is asked anew for
// every sign-in: keys are replaced without notice, and a sign-in is rare enough.
import * as oidc from 'openid-client'
import type { Fetcher } from '../network/fetcher.ts'
import type { OidcProvider } from './provider.ts'

/** What ties an answer to the question: kept here, and never sent where it could be read. */
type OidcRequest = { redirectUri: string; state: string; nonce: string; verifier: string }

/** What a provider says of somebody, after everything about it was checked. */
export type OidcClaims = {
  subject: string
  email?: string
  isEmailVerified: boolean
  name?: string
  amr: readonly string[]
  acr?: string
}

const MAX_BYTES = 500_000
const TIMEOUT = 10_000
/** Clocks go wrong. */
const TOLERANCE_SECONDS = 60
/** Whoever is asked to sign in anew has just done so. */
const FRESH_SECONDS = 300

export class OidcFailure extends Error {
  override readonly name = 'OidcFailure'
}

/** Where the browser goes. `isFresh`: to sign in there even where somebody is signed in. */
export async function authorizationUrl(
  fetcher: Fetcher,
  provider: OidcProvider,
  request: OidcRequest,
  { now, isFresh }: { now: Date; isFresh: boolean },
): Promise<string> {
  const config = await configurationOf(fetcher, provider, now)
  const parameters = {
    redirect_uri: request.redirectUri,
    scope: provider.scope,
    state: request.state,
    nonce: request.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(request.verifier),
    code_challenge_method: 'S256',
    ...(provider.secondFactor.acr.length > 0 && { acr_values: provider.secondFactor.acr.join(' ') }),
    ...(isFresh && { prompt: 'login', max_age: String(FRESH_SECONDS) }),
  }
  const url = urlTo(config, parameters)
  // A page of ours goes there by itself.
  if (url.protocol !== 'https:' && url.protocol !== new URL(provider.issuer).protocol)
    throw new OidcFailure(`The authorization endpoint has the protocol ${url.protocol}`)
  return url.href
}

function urlTo(config: oidc.Configuration, parameters: Record<string, string>): URL {
  try {
    return oidc.buildAuthorizationUrl(config, parameters)
  } catch (error) {
    throw failureOf(error)
  }
}

/** Exchanges the code of an answer. Throws an OidcFailure for whatever is wrong with it. */
export async function readAnswer(
  fetcher: Fetcher,
  provider: OidcProvider,
  { answer, request, now, isFresh }: { answer: URL; request: OidcRequest; now: Date; isFresh: boolean },
): Promise<OidcClaims> {
  const config = await configurationOf(fetcher, provider, now)
  const { redirectUri, state, nonce, verifier } = request
  const url = new URL(redirectUri)
  url.search = answer.search
  try {
    const tokens = await oidc.authorizationCodeGrant(config, url, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
      ...(isFresh && { maxAge: FRESH_SECONDS }),
    })
    const claims = tokens.claims()
    if (!claims) throw new OidcFailure('There is no ID token')
    // Many providers tell the address only there. Its subject must be the same.
    const more = claims.email === undefined && config.serverMetadata().userinfo_endpoint
    const info = more ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub) : claims
    return {
      subject: claims.sub,
      email: textIn(info.email),
      isEmailVerified: info.email_verified === true,
      name: textIn(info.name),
      amr: Array.isArray(claims.amr) ? claims.amr.filter((one) => typeof one === 'string') : [],
      acr: textIn(claims.acr),
    }
  } catch (error) {
    throw failureOf(error)
  }
}

async function configurationOf(fetcher: Fetcher, provider: OidcProvider, now: Date) {
  const { issuer, clientId, clientSecret, allowsPrivateNetwork } = provider
  const isPlain = new URL(issuer).protocol === 'http:'
  try {
    const metadata = {
      client_secret: clientSecret,
      [oidc.clockSkew]: Math.round((now.getTime() - Date.now()) / 1000),
      [oidc.clockTolerance]: TOLERANCE_SECONDS,
    }
    const config = await oidc.discovery(new URL(issuer), clientId, metadata, authenticationOf(clientSecret), {
      [oidc.customFetch]: fetchThrough(fetcher, allowsPrivateNetwork),
      timeout: TIMEOUT / 1000,
      execute: isPlain ? [oidc.allowInsecureRequests] : [],
    })
    // Signatures are checked also where the token came by TLS from the provider itself.
    oidc.enableNonRepudiationChecks(config)
    return config
  } catch (error) {
    throw failureOf(error)
  }
}

/** By the header, which is what providers take unless they say otherwise. */
function authenticationOf(secret: string | undefined): oidc.ClientAuth {
  if (secret === undefined) return oidc.None()
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const authenticate = methods.includes('client_secret_basic')
      ? oidc.ClientSecretBasic
      : oidc.ClientSecretPost
    return authenticate(secret)(server, ...rest)
  }
}

/** Everything goes through the one way out, whatever the provider names: no redirects, bounded in size and time. */
function fetchThrough(fetcher: Fetcher, allowsPrivateNetwork: boolean | undefined): oidc.CustomFetch {
  return async (url, { method, headers, body }) => {
    const answer = await fetcher.fetch(url, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      body: body === undefined || body === null ? undefined : String(body),
      maxBytes: MAX_BYTES,
      timeout: TIMEOUT,
      givesRedirects: true,
      network: networkFor(allowsPrivateNetwork),
    })
    const isEmpty = [204, 205, 304].includes(answer.status)
    return new Response(isEmpty ? null : new Uint8Array(answer.body), {
      status: answer.status,
      headers: answer.headers,
    })
  }
}

function networkFor(allowsPrivateNetwork: boolean | undefined) {
  if (allowsPrivateNetwork === undefined) return
  return allowsPrivateNetwork ? 'any' : 'public'
}

/** What is wrong with what it publishes of itself; undefined where it can be used. */
export async function checkProvider(fetcher: Fetcher, provider: OidcProvider, now: Date) {
  try {
    const config = await configurationOf(fetcher, provider, now)
    const { authorization_endpoint: asks, token_endpoint: answers } = config.serverMetadata()
    return asks && answers ? undefined : 'It does not say where people sign in'
  } catch (error) {
    return failureOf(error).message
  }
}

/** What the provider says is for the log: it may be long, and is not ours. */
function failureOf(error: unknown): OidcFailure {
  if (error instanceof OidcFailure) return error
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
  const said = error instanceof Error && 'error' in error ? `: ${String(error.error).slice(0, 100)}` : ''
  const message = error instanceof Error ? error.message : String(error)
  return new OidcFailure(`${message.slice(0, 300)}${code}${said}`, { cause: error })
}

function textIn(value: unknown) {
  return typeof value === 'string' && value !== '' ? value : undefined
}
