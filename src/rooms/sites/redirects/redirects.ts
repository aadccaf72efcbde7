import type { ReadContext, WriteContext } from '../../../kit/domain/context.ts'
import { conflict, invalid, notFound } from '../../../kit/domain/problems.ts'
import type { SiteKey } from '../sites/lock-site.ts'
import { type LockedSite, lockSite } from '../sites/lock-site.ts'
import { requireDestination } from './destinations.ts'
import type { NewRedirect, RedirectChanges } from './schema.ts'
import { hasDotParts, plainSource } from './sources.ts'
import {
  countRedirects,
  deleteRedirect,
  findRedirectFrom,
  insertRedirect,
  type RedirectRow,
  updateRedirect,
} from './store.ts'

const MOST = 5_000

/** A site that nobody else changes meanwhile. */
export type LockedFor = { site: SiteKey; locked: LockedSite }

export async function createRedirect(ctx: WriteContext, site: SiteKey, redirect: NewRedirect) {
  return createLocked(ctx, { site, locked: await lockSite(ctx, site) }, redirect)
}

export async function createLocked(
  ctx: WriteContext,
  { site, locked }: LockedFor,
  { source, destination }: NewRedirect,
) {
  if ((await countRedirects(ctx.db, site.id)) >= MOST)
    throw conflict(`A site has at most ${MOST} redirects: delete unused ones`, { limit: MOST })
  const row = await insertRedirect(ctx.db, {
    ...(await requireDestination(ctx, locked, destination)),
    id: ctx.ids.next(),
    siteId: site.id,
    source: await freeSource(ctx, site, source),
  })
  await ctx.emit('site.redirect_created', factOf(site, row.id))
  return row
}

export async function changeRedirect(ctx: WriteContext, site: SiteKey, id: string, changes: RedirectChanges) {
  return changeLocked(ctx, { site, locked: await lockSite(ctx, site) }, id, changes)
}

export async function changeLocked(
  ctx: WriteContext,
  { site, locked }: LockedFor,
  id: string,
  { source, destination }: RedirectChanges,
) {
  const row = await updateRedirect(ctx.db, site.id, id, {
    ...(destination && (await requireDestination(ctx, locked, destination))),
    source: source === undefined ? undefined : await freeSource(ctx, site, source, id),
  })
  if (!row) throw notFound('redirect')
  await ctx.emit('site.redirect_changed', factOf(site, id))
  return row
}

/** The site is locked: nobody takes it meanwhile. */
async function freeSource(ctx: WriteContext, site: SiteKey, given: string, own?: string) {
  const source = plainSource(given)
  if (hasDotParts(source))
    throw invalid('body.source must not contain . or .. as a segment', { field: 'body.source' })
  const other = await findRedirectFrom(ctx.db, site.id, source)
  if (other && other.id !== own)
    throw conflict(`A redirect from ${source} already exists: change or delete it`, {
      field: 'body.source',
      redirect: other.id,
    })
  return source
}

export async function removeRedirect(ctx: WriteContext, site: SiteKey, id: string) {
  const isRemoved = await deleteRedirect(ctx.db, site.id, id)
  if (isRemoved) await ctx.emit('site.redirect_removed', factOf(site, id))
  return isRemoved
}

function factOf({ organizationId, id: siteId }: SiteKey, redirectId: string) {
  return { organizationId, siteId, redirectId }
}

/** The redirect from a path of a site, however it is spelt. */
export function findRedirect(
  ctx: ReadContext,
  siteId: string,
  source: string,
): Promise<RedirectRow | undefined> {
  return findRedirectFrom(ctx.db, siteId, plainSource(source))
}
