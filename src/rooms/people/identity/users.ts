import type { ReadContext, WriteContext } from '../../../kit/domain/context.ts'
import { conflict, notFound } from '../../../kit/domain/problems.ts'
import type { NewUser, UserChanges } from './schema.ts'
import {
  countOtherAdministrators,
  deleteUserRow,
  findUser,
  findUserByEmail,
  insertUsers,
  listUsersByEmail,
  lockOtherAdministrators,
  updateAccount,
  updateUser,
} from './store.ts'

/** Who administrates is not part of what a request may say of a new user: it is asked for apart. */
export async function createUser(
  ctx: WriteContext,
  { email, displayName, photoURL }: NewUser,
  { isAdministrator = false } = {},
) {
  // Administrators vouch for the addresses of accounts that they make.
  const emailVerifiedAt = ctx.actor.isAdministrator ? ctx.clock.now() : null
  const row = { ...userRow(ctx, email, displayName, photoURL), isAdministrator, emailVerifiedAt }
  const [user] = await insertUsers(ctx.db, [row])
  if (!user) throw conflict('A user with this e-mail exists already', { field: 'body.email' })
  await ctx.emit('user.created', { userId: user.id })
  return user
}

/** The users of these e-mails, in the same order; accounts are made for those who have none. */
export async function findOrCreateUsers(ctx: WriteContext, emails: string[]) {
  const created =
    emails.length > 0
      ? await insertUsers(
          ctx.db,
          [...emails].sort().map((email) => userRow(ctx, email)),
        )
      : []
  await ctx.emit('user.created', ...created.map((user) => ({ userId: user.id })))
  const isNew = new Set(created.map((user) => user.id))
  const byEmail = new Map(
    (await listUsersByEmail(ctx.db, emails)).map((user) => [user.email.toLowerCase(), user]),
  )
  return emails.flatMap((email) => {
    const user = byEmail.get(email.toLowerCase())
    return user ? [{ user, isNew: isNew.has(user.id) }] : []
  })
}

export async function changeUser(ctx: WriteContext, userId: string, { displayName, photoURL }: UserChanges) {
  const user = await updateUser(ctx.db, userId, { displayName, photoUrl: photoURL })
  if (!user) throw notFound('user')
  await ctx.emit('user.changed', { userId })
  return user
}

/** By the path of a picture of ours; null takes it away, also one elsewhere. */
export async function changePicture(ctx: WriteContext, userId: string, photoUrl: string | null) {
  const user = await updateUser(ctx.db, userId, { photoUrl })
  if (!user) throw notFound('user')
  await ctx.emit('user.changed', { userId })
  return user
}

/** How pages are shown to them; null leaves it to the browser. */
export async function changePreferences(
  ctx: WriteContext,
  userId: string,
  preferences: { language: string | null; theme: string | null; hasSingleKeys?: boolean },
) {
  await updateAccount(ctx.db, userId, preferences)
}

export async function noteSignIn(ctx: WriteContext, userId: string, method: string) {
  await updateAccount(ctx.db, userId, { lastSignedInAt: ctx.clock.now(), lastSignedInBy: method })
  await ctx.emit('user.signed_in', { userId, method })
}

/** They showed that mail to their address reaches them. */
export async function verifyEmail(ctx: WriteContext, userId: string) {
  await updateAccount(ctx.db, userId, { emailVerifiedAt: ctx.clock.now() })
}

/** To an address that mail reaches, as was just shown. */
export async function changeEmail(ctx: WriteContext, userId: string, email: string) {
  const other = await findUserByEmail(ctx.db, email)
  if (other && other.id !== userId)
    throw conflict('A user with this e-mail exists already', { field: 'body.email' })
  await updateAccount(ctx.db, userId, { email, emailVerifiedAt: ctx.clock.now() })
  await ctx.emit('user.email_changed', { userId })
}

/** Asked of administrators. */
export async function isLastAdministrator(ctx: ReadContext, userId: string) {
  return (await countOtherAdministrators(ctx.db, userId)) === 0
}

/** Nothing they have lets them in any more, until they are reinstated. */
export async function suspendUser(ctx: WriteContext, user: { id: string; isAdministrator: boolean }) {
  if (user.isAdministrator && (await lockOtherAdministrators(ctx.db, user.id)) === 0)
    throw conflict('This is the last administrator of the installation: make another one first', {
      user: user.id,
    })
  await updateAccount(ctx.db, user.id, { suspendedAt: ctx.clock.now() })
  await ctx.emit('user.suspended', { userId: user.id })
}

export async function reinstateUser(ctx: WriteContext, userId: string) {
  await updateAccount(ctx.db, userId, { suspendedAt: null })
  await ctx.emit('user.reinstated', { userId })
}

/** Their tokens stop to work at once. What they wrote stays, as by a deleted user. */
export async function removeUser(ctx: WriteContext, user: { id: string; isAdministrator: boolean }) {
  if (user.isAdministrator && (await lockOtherAdministrators(ctx.db, user.id)) === 0)
    throw conflict(
      'This is the last administrator of the installation: make another one first, with quire user create --administrator',
      { user: user.id },
    )
  await deleteUserRow(ctx.db, user.id)
  await ctx.emit('user.removed', { userId: user.id })
}

export async function requireUser(ctx: ReadContext, idOrEmail: string) {
  const user = await findUserNamed(ctx, idOrEmail)
  if (!user) throw notFound('user')
  return user
}

export function findUserById(ctx: ReadContext, id: string) {
  return findUser(ctx.db, id)
}

export function findUserWithEmail(ctx: ReadContext, email: string) {
  return findUserByEmail(ctx.db, email)
}

/** People are named by id, and on the command line by e-mail too. */
export function findUserNamed(ctx: ReadContext, idOrEmail: string) {
  const find = idOrEmail.includes('@') ? findUserByEmail : findUser
  return find(ctx.db, idOrEmail)
}

function userRow(ctx: ReadContext, email: string, displayName?: string, photoURL?: string) {
  return {
    id: ctx.ids.next(),
    email,
    displayName: displayName ?? nameFrom(email),
    photoUrl: photoURL ?? null,
    createdAt: ctx.clock.now(),
  }
}

/** A first guess that people may change: "maria.lopez@…" is shown as "maria lopez". */
function nameFrom(email: string) {
  const [local = email] = email.split('@')
  return (
    local
      .replaceAll(/[._+-]+/g, ' ')
      .trim()
      .slice(0, 64) || email.slice(0, 64)
  )
}
