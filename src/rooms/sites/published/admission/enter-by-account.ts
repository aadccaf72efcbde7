// The way of a browser to the console and back. A secret that it keeps for the site binds the code to it: a code that
// somebody else was given signs nobody in.
import {
  ACCOUNT_COOKIE,
  BINDING_COOKIE,
  type Cookie,
  type SiteAnswer,
  type SiteRequest,
} from '../../../../engines/site/answers.ts'
import type { ReadContext } from '../../../../kit/domain/context.ts'
import { browserHash } from '../../../people/accounts/methods/sign-in-links.ts'
import type { SiteRow } from '../../sites/store.ts'
import type { Way } from '../addresses.ts'
import { CODE_PARAMETER, type Exchanged, VISIT_PATH } from './account-visits.ts'

type Redirect = Extract<SiteAnswer, { kind: 'redirect' }>
type Coming = { site: SiteRow; way: Way; request: SiteRequest; path: string }

/** Uses up a code, and tells what the browser shall keep. It needs a transaction, which readers have none of. */
export type ExchangeCode = (
  place: { site: SiteRow; host: string },
  code: string,
  binding: string | undefined,
) => Promise<Exchanged | undefined>

/** As long as somebody may take to sign in. */
const BINDING_SECONDS = 30 * 60
const BINDING = /^[\w-]{20,100}$/

/** Where a site has a host to itself, no other host can set these cookies for it. */
function cookieName({ way, request }: Coming, name: string) {
  return way.siteBasePath === '/' && request.url.protocol === 'https:' ? `__Host-${name}` : name
}

export function accountCookieIn(coming: Coming): string | undefined {
  return coming.request.cookies[cookieName(coming, ACCOUNT_COOKIE)]
}

function bindingIn(coming: Coming): string | undefined {
  const kept = coming.request.cookies[cookieName(coming, BINDING_COOKIE)]
  return kept !== undefined && BINDING.test(kept) ? kept : undefined
}

/** To the console, and from there back to the address that was asked for. Several pages at once share one binding. */
export function leadToConsole(ctx: ReadContext, coming: Coming): Redirect {
  const binding = bindingIn(coming) ?? ctx.ids.secret()
  const to = new URLSearchParams({ to: withoutCode(coming.request.url).href, binding: browserHash(binding) })
  const cookie: Cookie = {
    name: cookieName(coming, BINDING_COOKIE),
    value: binding,
    path: coming.path,
    maxAge: BINDING_SECONDS,
  }
  return { kind: 'redirect', to: ctx.links.of(`${VISIT_PATH}?${to}`), isPermanent: false, cookie }
}

/** What a code in the address is good for; undefined for nothing. */
export async function enterWithCode(coming: Coming, exchange: ExchangeCode): Promise<Cookie | undefined> {
  const { site, request, path } = coming
  const code = request.url.searchParams.get(CODE_PARAMETER) ?? ''
  const exchanged = await exchange({ site, host: request.url.host }, code, bindingIn(coming))
  return (
    exchanged && {
      name: cookieName(coming, ACCOUNT_COOKIE),
      value: exchanged.value,
      path,
      expires: exchanged.until,
    }
  )
}

export function hasCode({ url }: SiteRequest) {
  return url.searchParams.has(CODE_PARAMETER)
}

export function withoutCode(url: URL): URL {
  const clean = new URL(url)
  if (clean.searchParams.has(CODE_PARAMETER)) clean.searchParams.delete(CODE_PARAMETER)
  clean.hash = ''
  return clean
}
