// Coming in: a share link or a token is shown once in the address, and remembered by the browser for this site alone. So
// is what else the address says of the reader.

import {
  type Cookie,
  SHARE_COOKIE,
  type SiteAnswer,
  type SiteRequest,
  TOKEN_COOKIE,
} from '../../../../engines/site/answers.ts'
import type { ReadContext } from '../../../../kit/domain/context.ts'
import type { SiteRow } from '../../sites/store.ts'
import type { Way } from '../addresses.ts'
import { isReadByAccounts } from './account-visits.ts'
import {
  accountCookieIn,
  type ExchangeCode,
  enterWithCode,
  hasCode,
  leadToConsole,
  withoutCode,
} from './enter-by-account.ts'
import { signInAddress, TOKEN_PARAMETER, withoutToken } from './sign-in.ts'
import { claimsToRemember, unsignedClaims, withoutClaims } from './unsigned-claims.ts'
import { type Visit, visit } from './visit.ts'

type Redirect = Extract<SiteAnswer, { kind: 'redirect' }>

/** `remember`: where a browser gets to know what its address said of the reader. */
export type Entered = { kind: 'visit'; visit: Visit; rest: string[]; remember?: Redirect }
type Refused = { kind: 'refused'; signIn?: string }

/** Where a site is, as the path of a cookie: only requests below it carry what was proved. */
function cookiePath({ siteBasePath }: Way) {
  return siteBasePath.replace(/\/$/, '') || '/'
}

export async function enter(
  ctx: ReadContext,
  site: SiteRow,
  way: Way,
  request: SiteRequest,
  exchange: ExchangeCode,
): Promise<Entered | Refused | Redirect> {
  const { url, cookies } = request
  const shown = url.searchParams.get(TOKEN_PARAMETER)
  const unsigned = unsignedClaims({ url, cookies })
  const cookie = (name: string, value: string, expires?: Date): Cookie => ({
    name,
    value,
    path: cookiePath(way),
    expires,
  })
  if (shown !== null) {
    const visited = await visit(ctx, site, { token: shown, shareKey: cookies[SHARE_COOKIE], unsigned })
    if (!('reason' in visited) && visited.until) {
      return redirect(withoutToken(url), cookie(TOKEN_COOKIE, shown, visited.until))
    }
  }
  const token = shown ?? cookies[TOKEN_COOKIE]
  if (site.visibility === 'visitor-auth') return enterSignedIn()
  if (site.visibility !== 'share-link') return admitted(await visit(ctx, site, { token, unsigned }), way.rest)

  const remembered = await visit(ctx, site, { shareKey: cookies[SHARE_COOKIE], token, unsigned })
  const [key = '', ...rest] = way.rest
  const visited = await visit(ctx, site, { shareKey: key, token, unsigned })
  if ('reason' in visited) return admitted(remembered, way.rest)
  const clean = new URL(url)
  clean.pathname = way.siteBasePath + rest.map(encodeURIComponent).join('/')
  return redirect(clean, cookie(SHARE_COOKIE, key))

  async function enterSignedIn() {
    const coming = { site, way, request, path: cookiePath(way) }
    const kept = accountCookieIn(coming)
    const visited = await visit(ctx, site, {
      token,
      account: kept === undefined ? undefined : { host: url.host, cookie: kept },
      unsigned,
    })
    if (!hasCode(request)) {
      if ('reason' in visited && (await isReadByAccounts(ctx, site))) return leadToConsole(ctx, coming)
      return admitted(visited, way.rest)
    }
    const clean = withoutCode(url)
    const given = await enterWithCode(coming, exchange)
    if (given || !('reason' in visited)) return redirect(clean, given)
    // To send the browser for another one by ourselves could go round for ever, where it keeps no cookies.
    return { kind: 'refused' as const, signIn: redirect(clean).to }
  }

  function remember({ claims }: Visit) {
    const said = claimsToRemember({ url, cookies }, claims.unsigned)
    return said && redirect(withoutClaims(url), cookie(said.name, said.value, said.expires))
  }

  async function admitted(visited: Awaited<ReturnType<typeof visit>>, rest: string[]) {
    if (!('reason' in visited))
      return { kind: 'visit' as const, visit: visited, rest, remember: remember(visited) }
    const to = await signInAddress(ctx, site, way, url)
    return to ? { kind: 'redirect' as const, to, isPermanent: false } : { kind: 'refused' as const }
  }
}

function redirect(to: URL, cookie?: Cookie): Redirect {
  // Two slashes would be the beginning of another host, and are what is left where somebody put two addresses together.
  const path = to.pathname.replaceAll(/\/{2,}/g, '/')
  return { kind: 'redirect', to: `${path}${to.search}`, isPermanent: false, cookie }
}
