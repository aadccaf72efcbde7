// The token by which a directory speaks for one organization. It does nothing but SCIM, and is asked anew for every
// request: a revoked one is dead at once, in every process.
import type { Actor, ReadContext, WriteContext } from '../../../../kit/domain/context.ts'
import { conflict } from '../../../../kit/domain/problems.ts'
import { hashSecret, isSameHash } from '../../../../world/secrets/secrets.ts'
import {
  deleteScimToken,
  findScimToken,
  insertScimToken,
  listScimTokens,
  updateScimTokenUse,
} from './store-tokens.ts'

const PREFIX = 'quire_scim_'
/** One in use, one that replaces it, and some more. */
const MOST = 10
const USE_IS_EXACT_TO = 60_000

export function looksLikeScimToken(token: string) {
  return token.startsWith(PREFIX)
}

/** The answer holds the secret; we keep only its hash. */
export async function createScimToken(ctx: WriteContext, organizationId: string, label: string) {
  if ((await listScimTokens(ctx.db, organizationId)).length >= MOST)
    throw conflict(`An organization has at most ${MOST} SCIM tokens: revoke one first`)
  const token = PREFIX + ctx.ids.secret()
  const row = {
    id: ctx.ids.next(),
    organizationId,
    label,
    hash: hashSecret(token),
    createdBy: ctx.actor.id || null,
    createdAt: ctx.clock.now(),
    lastUsedAt: null,
  }
  await insertScimToken(ctx.db, row)
  await ctx.emit('scim_token.created', { organizationId, scimTokenId: row.id })
  return { ...row, token }
}

export async function revokeScimToken(ctx: WriteContext, organizationId: string, id: string) {
  const isRevoked = await deleteScimToken(ctx.db, organizationId, id)
  if (isRevoked) await ctx.emit('scim_token.revoked', { organizationId, scimTokenId: id })
  return isRevoked
}

export async function identifyDirectory(ctx: ReadContext, token: string): Promise<Actor | undefined> {
  const hash = hashSecret(token)
  const found = await findScimToken(ctx.db, hash)
  if (!found || !isSameHash(found.hash, hash)) return
  const now = ctx.clock.now()
  if (!found.lastUsedAt || now.getTime() - found.lastUsedAt.getTime() > USE_IS_EXACT_TO)
    await updateScimTokenUse(ctx.db, found.id, now)
  const { id: tokenId, organizationId } = found
  return { kind: 'directory', id: '', isAdministrator: false, directory: { tokenId, organizationId } }
}
