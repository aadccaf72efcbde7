import type { ReadContext } from '../../../kit/domain/context.ts'
import type { UserRow } from '../identity/store.ts'
import { listUsersWithSignIn } from './store-credentials.ts'

/** Of these, whoever can sign in though nobody verified their address: id to address. Administrators may vouch for them. */
export async function unprovenAmong(ctx: ReadContext, users: UserRow[]): Promise<Map<string, string>> {
  const doubtful = users.filter(({ emailVerifiedAt }) => emailVerifiedAt === null)
  if (doubtful.length === 0 || ctx.actor.isAdministrator) return new Map()
  const able = await listUsersWithSignIn(
    ctx.db,
    doubtful.map(({ id }) => id),
  )
  return new Map(doubtful.filter(({ id }) => able.has(id)).map(({ id, email }) => [id, email]))
}

/** Whether somebody has a way to sign in by themselves. */
export async function canSignIn(ctx: ReadContext, userId: string) {
  return (await listUsersWithSignIn(ctx.db, [userId])).has(userId)
}
