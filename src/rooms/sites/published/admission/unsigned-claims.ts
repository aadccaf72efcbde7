// What addresses say of a reader, and nobody vouches for: `?visitor.plan=pro`. The browser remembers it for the visit, and
// for this site alone.
import type { Cookie, SiteRequest } from '../../../../engines/site/answers.ts'
import type { VisitorClaims } from '../published-sites.ts'

const CLAIMS_COOKIE = 'quire_claims'
const PARAMETER = /^visitor\.(\w{1,64})$/
/** More than this is said by the address alone. */
const MOST_CLAIMS = 20
const LONGEST = 2_000

type Saying = Pick<SiteRequest, 'url' | 'cookies'>

/** The claims as they were written, by name: those of the address win, and an empty one takes away what was said before. */
function saidIn({ url, cookies }: Saying): Map<string, string> {
  const remembered = cookies[CLAIMS_COOKIE] ?? ''
  const said = new Map(remembered.length > LONGEST ? [] : new URLSearchParams(remembered))
  for (const [parameter, value] of url.searchParams) {
    const [, name] = PARAMETER.exec(parameter) ?? []
    if (name === undefined) continue
    if (value === '') said.delete(name)
    else said.set(name, value)
  }
  return said
}

export function unsignedClaims(saying: Saying): VisitorClaims {
  return Object.fromEntries([...saidIn(saying)].map(([name, value]) => [name, readClaim(value)]))
}

function readClaim(value: string) {
  if (value === 'true' || value === 'false') return value === 'true'
  return /^-?\d{1,15}(\.\d{1,6})?$/.test(value) ? Number(value) : value
}

/**
 * What a browser is to remember of what its address says; undefined where that is nothing new, or too much. `known` are
 * the claims that count on this site.
 */
export function claimsToRemember(saying: Saying, known: unknown): Omit<Cookie, 'path'> | undefined {
  if (![...saying.url.searchParams.keys()].some((name) => PARAMETER.test(name))) return
  const kept = [...saidIn(saying)].filter(([name]) => Object.hasOwn(Object(known), name))
  const value = new URLSearchParams(kept).toString()
  if (value === (saying.cookies[CLAIMS_COOKIE] ?? '')) return
  if (kept.length > MOST_CLAIMS || value.length > LONGEST) return
  return { name: CLAIMS_COOKIE, value, expires: value === '' ? new Date(0) : undefined }
}

export function withoutClaims(url: URL): URL {
  const clean = new URL(url)
  for (const name of url.searchParams.keys()) if (PARAMETER.test(name)) clean.searchParams.delete(name)
  return clean
}
