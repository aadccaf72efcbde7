import type { WriteContext } from '../../../kit/domain/context.ts'
import { hashSecret } from '../../../world/secrets/secrets.ts'
import { findAdministratorAlone, insertAdministrator, replaceConfiguredToken } from './store.ts'
import { issueToken } from './tokens.ts'

const EMAIL = 'admin@localhost'

/**
 * Sees to it that there is somebody who can let others in. Returns the administrator's token when it was made
 * just now; it cannot be read again. A configured token is kept in step with the configuration instead.
 */
export async function ensureAdministrator(
  ctx: WriteContext,
  configuredToken?: string,
): Promise<string | undefined> {
  const existing = await findAdministratorAlone(ctx.db)
  const administrator = existing ?? (await createAdministrator(ctx))
  if (configuredToken) {
    await replaceConfiguredToken(ctx.db, {
      id: ctx.ids.next(),
      userId: administrator.id,
      label: 'QUIRE_ADMIN_TOKEN',
      hash: hashSecret(configuredToken),
      createdAt: ctx.clock.now(),
      expiresAt: null,
      lastUsedAt: null,
    })
    return
  }
  if (existing) return
  const { token } = await issueToken(ctx, administrator.id, { label: 'Administrator' })
  return token
}

async function createAdministrator(ctx: WriteContext) {
  const user = await insertAdministrator(ctx.db, {
    id: ctx.ids.next(),
    email: EMAIL,
    displayName: 'Administrator',
    photoUrl: null,
    isAdministrator: true,
    createdAt: ctx.clock.now(),
  })
  await ctx.emit('user.created', { userId: user.id })
  return user
}
