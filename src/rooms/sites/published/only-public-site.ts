import type { ReadContext } from '../../../kit/domain/context.ts'
import { publishedAddress } from '../sites/present.ts'
import { listPublicSites } from './store.ts'

/** Where the public site is, if the installation has exactly one. */
export async function onlyPublicSite(ctx: ReadContext): Promise<string | undefined> {
  const [site, another] = await listPublicSites(ctx.db, 2)
  return site && !another ? publishedAddress(site, ctx.links) : undefined
}
