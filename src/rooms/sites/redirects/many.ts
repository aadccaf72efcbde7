// Many redirects at once, each for itself: what can not be done is said beside it, and the others are done.
import type { WriteContext } from '../../../kit/domain/context.ts'
import { Problem } from '../../../kit/domain/problems.ts'
import type { SiteKey } from '../sites/lock-site.ts'
import { lockSite } from '../sites/lock-site.ts'
import { changeLocked, createLocked, type LockedFor, removeRedirect } from './redirects.ts'
import type { PutRedirect, RedirectResult } from './schema.ts'
import { plainSource } from './sources.ts'
import { findRedirectFrom } from './store.ts'

export async function putRedirects(
  ctx: WriteContext,
  site: SiteKey,
  redirects: readonly PutRedirect[],
): Promise<RedirectResult[]> {
  const locked = { site, locked: await lockSite(ctx, site) }
  const results: RedirectResult[] = []
  for (const redirect of redirects) results.push(await putOne(ctx, locked, redirect))
  return results
}

/** Nothing of one that is refused is written: refusals come before the first write. */
async function putOne(ctx: WriteContext, at: LockedFor, redirect: PutRedirect): Promise<RedirectResult> {
  const { source } = redirect
  try {
    return { ...(await put(ctx, at, redirect)), source, draft: false }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { status: 'error', source, draft: false, error: error.message }
  }
}

async function put(ctx: WriteContext, at: LockedFor, { source, destination }: PutRedirect) {
  const known = await findRedirectFrom(ctx.db, at.site.id, plainSource(source))
  if (destination === null) {
    if (known) await removeRedirect(ctx, at.site, known.id)
    return { status: 'deleted' as const }
  }
  if (!known)
    return { status: 'created' as const, id: (await createLocked(ctx, at, { source, destination })).id }
  await changeLocked(ctx, at, known.id, { destination })
  return { status: 'updated' as const, id: known.id }
}
