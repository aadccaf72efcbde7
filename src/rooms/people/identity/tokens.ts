import type { Actor, ReadContext, WriteContext } from '../../../kit/domain/context.ts'
import { invalid } from '../../../kit/domain/problems.ts'
import { expandScopes } from '../../../kit/domain/token-scopes.ts'
import { hashSecret, isSameHash } from '../../../world/secrets/secrets.ts'
import { ssoSince } from './closed-organizations.ts'
import type { NewApiToken } from './schema.ts'
import {
  deleteToken,
  deleteTokens,
  findTokenByHash,
  findTokenWithOwner,
  inheritProofs,
  inheritRefusals,
  insertRefusedToken,
  insertToken,
  updateTokenUse,
} from './store.ts'

/** Lets people and secret scanners recognise a token of ours where it should not be. */
const PREFIX = 'quire_'
/** How exact "last used" is: a write for every read would cost more than it tells. */
const USE_IS_EXACT_TO = 60_000

/** The answer holds the secret; we keep only its hash. */
export async function issueToken(
  ctx: WriteContext,
  userId: string,
  { label, expiresAt, scopes }: NewApiToken,
) {
  const expiry = expiresAt === undefined ? null : new Date(expiresAt)
  // Leap seconds and odd zones are valid date-times that no date can hold: they compare as false.
  if (expiry && !(expiry > ctx.clock.now())) {
    throw invalid('body.expiresAt must be a time in the future', { field: 'body.expiresAt' })
  }
  // It leads where whoever makes it for themselves may go now, and nowhere else that asks for its own sign-in.
  const { actor } = ctx
  const credential = actor.kind === 'user' && actor.id === userId ? actor.credential : undefined
  const maker = credential?.kind === 'none' ? undefined : credential
  const token = PREFIX + ctx.ids.secret()
  const row = await insertToken(ctx.db, {
    id: ctx.ids.next(),
    userId,
    label,
    hash: hashSecret(token),
    createdAt: ctx.clock.now(),
    expiresAt: expiry,
    lastUsedAt: null,
    scopes: expandScopes(scopes) ?? null,
    isLimited: maker?.isLimited ?? false,
  })
  if (maker) {
    await inheritProofs(ctx.db, row.id, maker)
    await inheritRefusals(ctx.db, row.id, maker)
  }
  await ctx.emit('token.created', { userId, tokenId: row.id })
  return { ...row, token }
}

export async function revokeToken(ctx: WriteContext, userId: string, tokenId: string) {
  const revoked = await deleteToken(ctx.db, userId, tokenId)
  if (revoked) await ctx.emit('token.revoked', { userId, tokenId })
  return revoked !== undefined
}

/** All of somebody. */
export async function revokeTokens(ctx: WriteContext, userId: string) {
  const revoked = await deleteTokens(ctx.db, userId)
  await ctx.emit('token.revoked', ...revoked.map(({ id }) => ({ userId, tokenId: id })))
}

/** Nowhere else: what else its owner is a member of is nothing to those who run one organization. */
export async function refuseToken(
  ctx: WriteContext,
  organizationId: string,
  { id: tokenId, userId }: { id: string; userId: string },
) {
  await insertRefusedToken(ctx.db, { tokenId, organizationId, refusedAt: ctx.clock.now() })
  await ctx.emit('token.refused', { organizationId, userId, tokenId })
}

/** Who a token belongs to, asked anew for every request: a revoked token is dead with its row. */
export async function identify(ctx: ReadContext, token: string): Promise<Actor | undefined> {
  const hash = hashSecret(token)
  const found = await findTokenByHash(ctx.db, hash, ssoSince(ctx))
  return found && isSameHash(found.hash, hash) ? recognize(ctx, found) : undefined
}

/** Whether somebody who was let in by a token a while ago still would be. */
export async function isTokenGood(ctx: ReadContext, tokenId: string): Promise<boolean> {
  return (await closedToToken(ctx, tokenId)) !== undefined
}

/** What a token does not lead to; undefined where it lets nobody in. */
export async function closedToToken(ctx: ReadContext, tokenId: string) {
  const actor = await recognize(ctx, await findTokenWithOwner(ctx.db, tokenId, ssoSince(ctx)))
  return actor?.kind === 'user' ? actor.closedTo : undefined
}

type FoundToken = Awaited<ReturnType<typeof findTokenByHash>>

/** Its owner, as long as it has not expired. */
export async function recognize(ctx: ReadContext, found: FoundToken): Promise<Actor | undefined> {
  if (!found || found.suspendedAt) return
  const now = ctx.clock.now()
  if (found.expiresAt && found.expiresAt <= now) return
  if (!found.lastUsedAt || now.getTime() - found.lastUsedAt.getTime() > USE_IS_EXACT_TO) {
    await updateTokenUse(ctx.db, found.id, now)
  }
  const { userId: id, email, isLimited, closedTo } = found
  const isEmailVerified = found.emailVerifiedAt !== null
  return {
    kind: 'user',
    id,
    email,
    isEmailVerified,
    isAdministrator: found.isAdministrator && !isLimited,
    closedTo,
    credential: { kind: 'token', id: found.id, scopes: found.scopes, isLimited },
  }
}
