import type { ReadContext } from '../../domain/context.ts'
import { fallbackOf } from '../audience/publishing-auth.ts'
import type { SiteRow } from '../sites/store.ts'
import type { Way } from './addresses.ts'

/**
 * Where visitors of a site sign in, if anywhere. They come back to its address with `location` behind it, so that is told
 * from there on.
 */
export async function signInAddress(
  ctx: ReadContext,
  site: SiteRow,
  { rest }: Way,
  { search }: URL,
): Promise<string | undefined> {
  const fallback = site.visibility === 'visitor-auth' ? await fallbackOf(ctx, site.id) : undefined
  if (!fallback) return
  const address = new URL(fallback)
  address.searchParams.set('location', `/${rest.map(encodeURIComponent).join('/')}${search}`)
  return address.href
}
