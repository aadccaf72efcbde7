// Cookies of scripts that sign visitors in: what a browser keeps for them between the way to an identity provider and
// back. They have names of their own, so that they are never taken for ours, and are sent to the script alone.
import { cookiePairs } from '../../kit/http/requests/cookies.ts'

const PREFIX = 'quire_script_'
const NAME = /^[\w.-]{1,64}$/
const VALUE = /^[\x21-\x3a\x3c-\x7e]{0,3000}$/
const MOST_COOKIES = 8
/** Long enough to find a password; nothing to recognize somebody by. */
const LONGEST_SECONDS = 60 * 60

/** The `Cookie` header as the script meets it: what it set itself. */
export function scriptCookieHeader(header: string | undefined): string | undefined {
  const own = cookiePairs(header)
    .filter(([name]) => name.startsWith(PREFIX))
    .map(([name, value]) => `${name.slice(PREFIX.length)}=${value}`)
  return own.length > 0 ? own.join('; ') : undefined
}

/** Its `Set-Cookie` headers as browsers get them: kept to its own public endpoint, out of reach of scripts on pages. */
export function scriptCookieTexts(headers: Headers, endpoint: string): string[] {
  const { pathname, protocol } = new URL(endpoint)
  return headers
    .getSetCookie()
    .flatMap((text) => readCookie(text, pathname) ?? [])
    .slice(0, MOST_COOKIES)
    .map(({ name, value, path, sameSite, maxAge }) => {
      const attributes = [`Path=${path}`, 'HttpOnly', `SameSite=${sameSite}`, `Max-Age=${maxAge}`]
      if (protocol === 'https:') attributes.push('Secure')
      return [`${PREFIX}${name}=${value}`, ...attributes].join('; ')
    })
}

function readCookie(text: string, endpoint: string) {
  const [[name = '', value] = [], ...attributes] = cookiePairs(text)
  if (!NAME.test(name) || value === undefined || !VALUE.test(value)) return
  const said = new Map(attributes.map(([attribute, value]) => [attribute.toLowerCase(), value]))
  return {
    name,
    value,
    path: pathBelow(endpoint, said.get('path') ?? ''),
    sameSite: sameSiteOf(said.get('samesite') ?? '', said.has('secure')),
    maxAge: secondsOf(said.get('max-age'), said.get('expires')),
  }
}

function pathBelow(endpoint: string, asked: string) {
  const isBelow = asked.startsWith(`${endpoint}/`) && asked.length <= 1024 && /^[\w\-./%~]+$/.test(asked)
  return isBelow && !asked.includes('..') ? asked : endpoint
}

/** An identity provider that answers with a form posts it from its own site. */
function sameSiteOf(asked: string, isSecure: boolean) {
  const word = asked.toLowerCase()
  if (word === 'strict') return 'Strict'
  return word === 'none' && isSecure ? 'None' : 'Lax'
}

function secondsOf(maxAge: string | undefined, expires: string | undefined) {
  if (maxAge !== undefined && /^-?\d+$/.test(maxAge))
    return Math.min(Math.max(Number(maxAge), 0), LONGEST_SECONDS)
  const isOver = expires !== undefined && Date.parse(expires) <= 0
  return isOver ? 0 : LONGEST_SECONDS
}
