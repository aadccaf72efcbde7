import type { ReadContext, WriteContext } from '../../../kit/domain/context.ts'
import { forbidden, invalid, notFound } from '../../../kit/domain/problems.ts'
import type { SiteKey } from '../sites/lock-site.ts'
import type { PublishingAuthChanges } from './schema.ts'
import {
  findPublishingAuth,
  insertPublishingAuth,
  isInstalledIn,
  type PublishingAuthRow,
  updatePublishingAuth,
} from './store.ts'

/** How visitors of a site are signed in. Its key is made when somebody first asks for it. */
export async function takePublishingAuth(ctx: WriteContext, { id }: SiteKey): Promise<PublishingAuthRow> {
  const known = await findPublishingAuth(ctx.db, id)
  if (known) return known
  await insertPublishingAuth(ctx.db, id, newKey(ctx))
  const made = await findPublishingAuth(ctx.db, id)
  if (!made) throw notFound('site')
  return made
}

/** The same for those who may know the key. An integration may where visitors are signed in by it. */
export async function readPublishingAuth(ctx: WriteContext, site: SiteKey): Promise<PublishingAuthRow> {
  const auth = await takePublishingAuth(ctx, site)
  const { actor } = ctx
  if (actor.kind === 'installation' && !isSignedInBy(auth, actor.installation.integration))
    throw forbidden('This site does not use this integration for sign-in')
  return auth
}

function isSignedInBy({ backend, integration }: PublishingAuthRow, name: string) {
  return backend === 'integration' && integration === name
}

/** Two secrets of 190 bits: more than the 256 that HS256 asks for. */
function newKey({ ids, vault }: WriteContext) {
  return vault.seal(ids.secret() + ids.secret())
}

export async function changePublishingAuth(
  ctx: WriteContext,
  site: SiteKey,
  { backend, fallbackURL, integration, guests }: PublishingAuthChanges,
) {
  if (typeof fallbackURL === 'string') requireWebAddress(fallbackURL)
  const before = await takePublishingAuth(ctx, site)
  // Whoever signed visitors in knows the key: another one does not go on with it.
  const signer = backend === 'integration' ? (integration ?? before.integration) : null
  if (signer !== null && signer !== before.integration) await requireInstalled(ctx, site, signer)
  const isOther = before.backend !== backend || before.integration !== signer
  const changed = await updatePublishingAuth(ctx.db, site.id, {
    ...(isOther && { sealedKey: newKey(ctx) }),
    backend,
    fallbackUrl: fallbackURL,
    integration: signer,
    admitsGuests: guests,
  })
  await announce(ctx, site)
  return changed
}

/** The same answer for one that does not exist: private ones of others are nobody's business. */
async function requireInstalled(ctx: WriteContext, { organizationId }: SiteKey, integration: string) {
  if (await isInstalledIn(ctx.db, organizationId, integration)) return
  throw invalid(`"${integration}" is not installed in this organization`, { field: 'body.integration' })
}

/** Visitors are sent there by the browser: no scripts, no files, no credentials for others to read. */
function requireWebAddress(text: string) {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isOfWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (!url || !isOfWeb || url.username || url.password)
    throw invalid('body.fallbackURL must be a URL that begins with https:// or http://', {
      field: 'body.fallbackURL',
    })
}

/** Tokens that were signed with the key before are refused from now on. */
export async function replaceKey(ctx: WriteContext, site: SiteKey) {
  await takePublishingAuth(ctx, site)
  const changed = await updatePublishingAuth(ctx.db, site.id, { sealedKey: newKey(ctx) })
  await announce(ctx, site)
  return changed
}

function announce(ctx: WriteContext, { organizationId, id: siteId }: SiteKey) {
  return ctx.emit('site.changed', { organizationId, siteId, fields: ['publishingAuth'] })
}

/** Which key is in use, without the key: another one after it was replaced. None where no token is good. */
export async function keyInUse(ctx: ReadContext, siteId: string): Promise<string | undefined> {
  const auth = await findPublishingAuth(ctx.db, siteId)
  return auth && markOf(ctx, auth)
}

/** The key itself, for the integration that signs visitors in. */
export async function visitorKeyOf(ctx: ReadContext, siteId: string, integration: string) {
  const auth = await findPublishingAuth(ctx.db, siteId)
  return auth && isSignedInBy(auth, integration) ? ctx.vault.open(auth.sealedKey) : undefined
}

export function markOf({ signer }: ReadContext, { sealedKey }: PublishingAuthRow) {
  return signer.sign('key of visitors', sealedKey)
}

/** Where visitors who are not signed in are sent, if anywhere. */
export async function fallbackOf(ctx: ReadContext, siteId: string): Promise<string | undefined> {
  const auth = await findPublishingAuth(ctx.db, siteId)
  if (auth?.backend === 'integration' && auth.integration)
    return ctx.links.of(`/integrations/${encodeURIComponent(auth.integration)}/sign-in/${siteId}`)
  if (auth?.backend === 'account') return
  return auth?.fallbackUrl ?? undefined
}
