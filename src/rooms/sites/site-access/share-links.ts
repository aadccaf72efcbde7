import type { ReadContext, WriteContext } from '../../../kit/domain/context.ts'
import { conflict, notFound } from '../../../kit/domain/problems.ts'
import { hashSecret, isSameHash } from '../../../world/secrets/secrets.ts'
import type { SiteKey } from '../sites/lock-site.ts'
import { lockSite } from '../sites/lock-site.ts'
import type { ShareLinkChanges } from './schema.ts'
import {
  countShareLinks,
  deleteShareLink,
  findActiveShareLink,
  findShareLinkById,
  insertShareLink,
  type ShareLinkRow,
  updateLastUsed,
  updateShareLink,
} from './store.ts'

const MOST = 100

/** The key is found again by its hash, and shown again because it is sealed beside it. */
export async function createShareLink(ctx: WriteContext, site: SiteKey, name: string) {
  await lockSite(ctx, site)
  if ((await countShareLinks(ctx.db, site.id)) >= MOST)
    throw conflict(`A site has at most ${MOST} share links: delete one that is not used`, { limit: MOST })
  const key = ctx.ids.secret()
  const link = await insertShareLink(ctx.db, {
    id: ctx.ids.next(),
    siteId: site.id,
    name,
    keyHash: hashSecret(key),
    sealedKey: ctx.vault.seal(key),
    createdAt: ctx.clock.now(),
  })
  await ctx.emit('share_link.created', factOf(site, link.id))
  return link
}

export async function changeShareLink(
  ctx: WriteContext,
  site: SiteKey,
  id: string,
  { name, active }: ShareLinkChanges,
) {
  const link = await updateShareLink(ctx.db, site.id, id, { name, isActive: active })
  if (!link) throw notFound('share link')
  await ctx.emit('share_link.changed', factOf(site, id))
  return link
}

export async function removeShareLink(ctx: WriteContext, site: SiteKey, id: string) {
  const isRemoved = await deleteShareLink(ctx.db, site.id, id)
  if (isRemoved) await ctx.emit('share_link.removed', factOf(site, id))
  return isRemoved
}

function factOf({ organizationId, id: siteId }: SiteKey, shareLinkId: string) {
  return { organizationId, siteId, shareLinkId }
}

/**
 * The link that a key in an address belongs to, if it lets anybody in. Asked anew for every visit, without any token: a
 * link that is switched off or deleted is dead at once, and the key of another site is nothing here.
 */
export async function findShareLink(
  ctx: ReadContext,
  siteId: string,
  key: string,
): Promise<ShareLinkRow | undefined> {
  const hash = hashSecret(key)
  const link = await findActiveShareLink(ctx.db, siteId, hash)
  return link && isSameHash(link.keyHash, hash) ? link : undefined
}

/** Keeps when a link was used last, to the hour: a write for each page that is read would cost more than it tells. */
export async function noteUse(ctx: ReadContext, { id, lastUsedAt }: ShareLinkRow) {
  const now = ctx.clock.now()
  if (lastUsedAt === null || now.getTime() - lastUsedAt.getTime() > HOUR)
    await updateLastUsed(ctx.db, id, now)
}

const HOUR = 3_600_000

/** Whether a link that let somebody in would still do so. */
export async function isShareLinkActive(ctx: ReadContext, siteId: string, id: string): Promise<boolean> {
  return (await findShareLinkById(ctx.db, siteId, id))?.isActive === true
}
