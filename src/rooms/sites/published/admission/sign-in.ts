import type { ReadContext } from '../../../../kit/domain/context.ts'
import { fallbackOf } from '../../site-access/publishing-auth.ts'
import type { SiteRow } from '../../sites/store.ts'
import type { Way } from '../addresses.ts'

/** Visitors show with it what they proved elsewhere. */
export const TOKEN_PARAMETER = 'jwt_token'

/**
 * Where visitors of a site sign in, if anywhere. They come back to its address with `location` behind it, so that is told
 * from there on.
 */
export async function signInAddress(
  ctx: ReadContext,
  site: SiteRow,
  { rest }: Way,
  url: URL,
): Promise<string | undefined> {
  const fallback = site.visibility === 'visitor-auth' ? await fallbackOf(ctx, site.id) : undefined
  if (!fallback) return
  const address = new URL(fallback)
  // A token that is not good would come back before the good one.
  const { search } = withoutToken(url)
  address.searchParams.set('location', `/${rest.map(encodeURIComponent).join('/')}${search}`)
  return address.href
}

export function withoutToken(url: URL) {
  const clean = new URL(url)
  // To take away what is not there would still write the others anew.
  if (clean.searchParams.has(TOKEN_PARAMETER)) clean.searchParams.delete(TOKEN_PARAMETER)
  return clean
}
