// Accounts elsewhere that are linked to an account here, each by what its issuer calls it for good.
import type { ReadContext, WriteContext } from '../../../../kit/domain/context.ts'
import { conflict } from '../../../../kit/domain/problems.ts'
import { keepingAWayIn } from '../methods/ways-in.ts'
import { endSessionsOf } from '../sessions/sessions.ts'
import {
  deleteIdentity,
  findIdentity,
  insertIdentity,
  listIdentities,
  updateIdentityUse,
} from './store-identities.ts'

/** Somebody at a provider, as it was checked. */
export type Identity = {
  issuer: string
  subject: string
  email: string
  /** How its provider is called, of one that is not in the settings. */
  label?: string
}

/** How a provider is called; its address where it is no longer in the settings. */
function providerName({ oidcProviders }: ReadContext, issuer: string) {
  return oidcProviders.find((provider) => provider.issuer === issuer)?.label ?? issuer
}

export async function identitiesOf(ctx: ReadContext, userId: string) {
  const rows = await listIdentities(ctx.db, userId)
  return rows.map((row) => ({ ...row, provider: row.label ?? providerName(ctx, row.issuer) }))
}

/** One that is linked already, as it was used now. */
export async function shownIdentity(ctx: WriteContext, issuer: string, subject: string) {
  const known = await findIdentity(ctx.db, issuer, subject)
  if (known) await updateIdentityUse(ctx.db, known.id, ctx.clock.now())
  return known
}

export async function linkIdentity(
  ctx: WriteContext,
  userId: string,
  { issuer, subject, email, label }: Identity,
) {
  const now = ctx.clock.now()
  const row = { id: ctx.ids.next(), userId, issuer, subject, email, createdAt: now, lastUsedAt: now }
  const provider = label ?? providerName(ctx, issuer)
  if (await insertIdentity(ctx.db, row)) return ctx.emit('user.identity_linked', { userId, provider })
  const known = await findIdentity(ctx.db, issuer, subject)
  if (known?.userId !== userId)
    throw conflict(`This account of ${provider} is linked to another account here`, { provider })
}

/** Whoever signed in by it elsewhere is signed out. */
export async function unlinkIdentity(ctx: WriteContext, owner: Owner, id: string) {
  const gone = await keepingAWayIn(ctx, owner.id, () => deleteIdentity(ctx.db, owner.id, id))
  if (gone) await unlinked(ctx, owner, gone.issuer)
}

/** By an administrator, who can give its owner another way in. */
export async function removeIdentity(ctx: WriteContext, userId: string, id: string) {
  const gone = await deleteIdentity(ctx.db, userId, id)
  if (gone) await unlinked(ctx, { id: userId }, gone.issuer)
}

type Owner = { id: string; sessionId?: string }

async function unlinked(ctx: WriteContext, { id: userId, sessionId }: Owner, issuer: string) {
  await ctx.emit('user.identity_unlinked', { userId, provider: providerName(ctx, issuer) })
  await endSessionsOf(ctx, userId, { except: sessionId })
}
