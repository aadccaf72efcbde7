import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { prepared } from '../../../kit/storage/database/prepared.ts'
import type { Db, Tables, Tx } from '../../../kit/storage/db.ts'
import { type PageQuery, pageOf } from '../../../kit/storage/page.ts'
import type { Viewer } from '../../../kit/storage/viewer.ts'
import { organizationsClosedTo, signedInSince } from './store-closed.ts'

export type UserRow = Selectable<Tables['users']>
export type ApiTokenRow = Selectable<Tables['apiTokens']>

export function findUser(db: Db, id: string) {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
}

/** A user, with whether the viewer shares an organization with them; guests do not get to know the others. */
export function findUserSeenBy(db: Db, id: string, viewer: Viewer) {
  return db
    .selectFrom('users')
    .selectAll()
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('members as theirs')
            .innerJoin('members as ours', 'ours.organizationId', 'theirs.organizationId')
            .select('theirs.userId')
            .whereRef('theirs.userId', '=', 'users.id')
            .where('ours.userId', '=', viewer.id)
            .where(sql<boolean>`ours.organization_id <> all(${[...viewer.closedTo]}::text[])`)
            .where('ours.disabled', '=', false)
            .where('ours.role', 'is not', null),
        )
        .as('isColleague'),
    )
    .where('id', '=', id)
    .executeTakeFirst()
}

export function findUserByEmail(db: Db, email: string) {
  return db
    .selectFrom('users')
    .selectAll()
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .executeTakeFirst()
}

export function listUsersByEmail(db: Db, emails: string[]) {
  return db
    .selectFrom('users')
    .selectAll()
    .where(sql<boolean>`lower(email) = any(${emails.map((email) => email.toLowerCase())})`)
    .execute()
}

export function listUsers(db: Db) {
  return db.selectFrom('users').selectAll().orderBy('id').execute()
}

export function insertUsers(db: Tx, rows: Insertable<Tables['users']>[]) {
  return db
    .insertInto('users')
    .values(rows)
    .onConflict((taken) => taken.expression(sql`lower(email)`).doNothing())
    .returningAll()
    .execute()
}

/** One process at a time may look for an administrator and make one. */
export async function findAdministratorAlone(db: Db) {
  await sql`lock table users in share row exclusive mode`.execute(db)
  return findAdministrator(db)
}

export function findAdministrator(db: Db) {
  return db
    .selectFrom('users')
    .selectAll()
    .where('isAdministrator', '=', true)
    .orderBy('id')
    .executeTakeFirst()
}

export function insertAdministrator(db: Tx, row: Insertable<Tables['users']>) {
  return db.insertInto('users').values(row).returningAll().executeTakeFirstOrThrow()
}

export function updateUser(db: Tx, id: string, values: { displayName?: string; photoUrl?: string | null }) {
  return db
    .updateTable('users')
    .set({ id, ...values })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

export async function hasPicture(db: Db, path: string) {
  const query = db.selectFrom('users').select('id').where('photoUrl', '=', path)
  return (await query.limit(1).executeTakeFirst()) !== undefined
}

type AccountColumns = Pick<
  Updateable<Tables['users']>,
  | 'email'
  | 'emailVerifiedAt'
  | 'suspendedAt'
  | 'lastSignedInAt'
  | 'lastSignedInBy'
  | 'language'
  | 'theme'
  | 'hasSingleKeys'
>

export function updateAccount(db: Tx, id: string, values: AccountColumns) {
  return db.updateTable('users').set(values).where('id', '=', id).returningAll().executeTakeFirst()
}

/** All administrators are locked, so that of two who delete each other one stays; counts the others who can act. */
export async function lockOtherAdministrators(db: Tx, id: string) {
  const rows = await activeAdministrators(db).forUpdate().execute()
  return rows.filter((row) => row.id !== id).length
}

export async function countOtherAdministrators(db: Db, id: string) {
  const rows = await activeAdministrators(db).execute()
  return rows.filter((row) => row.id !== id).length
}

function activeAdministrators(db: Db) {
  return db
    .selectFrom('users')
    .select('id')
    .where('isAdministrator', '=', true)
    .where('suspendedAt', 'is', null)
    .orderBy('id')
}

export async function deleteUserRow(db: Tx, id: string) {
  await db.deleteFrom('users').where('id', '=', id).execute()
}

/** `since`: when their owners must have signed in at the latest, where an organization asks for it. */
export function selectTokensWithOwners(db: Db, since: Date) {
  return db
    .selectFrom('apiTokens')
    .innerJoin('users', 'users.id', 'apiTokens.userId')
    .select([
      'apiTokens.id',
      'apiTokens.hash',
      'apiTokens.expiresAt',
      'apiTokens.lastUsedAt',
      'apiTokens.scopes',
      'apiTokens.isLimited',
      'users.id as userId',
      'users.email',
      'users.isAdministrator',
      'users.suspendedAt',
      'users.emailVerifiedAt',
      organizationsClosedTo(
        sql`select from sso_tokens of_it where of_it.token_id = api_tokens.id
          and of_it.organization_id = m.organization_id and ${signedInSince(since)}`,
        sql.ref('api_tokens.is_limited'),
        sql.ref('api_tokens.id'),
      ).as('closedTo'),
    ])
}

const tokenByHash = prepared((db, { hash, since }: { hash: Buffer; since: Date }) =>
  selectTokensWithOwners(db, since).where('apiTokens.hash', '=', hash),
)

/** Runs for every request: the token's row and its owner in one go. */
export async function findTokenByHash(db: Db, hash: Buffer, since: Date) {
  const [token] = await tokenByHash(db, { hash, since })
  return token
}

/** The same for who was let in by it before. */
export function findTokenWithOwner(db: Db, id: string, since: Date) {
  return selectTokensWithOwners(db, since).where('apiTokens.id', '=', id).executeTakeFirst()
}

export function listTokens(db: Db, userId: string, page: PageQuery) {
  const query = db.selectFrom('apiTokens').selectAll().where('userId', '=', userId)
  return pageOf(query, page, { columns: ['apiTokens.id'], order: 'desc', position: (token) => [token.id] })
}

export function insertToken(db: Tx, row: Insertable<Tables['apiTokens']>) {
  return db.insertInto('apiTokens').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Organizations that the session or token is proved for, by which a token is made. */
export async function inheritProofs(db: Tx, tokenId: string, maker: { kind: string; id: string }) {
  await (maker.kind === 'session'
    ? sql`insert into sso_tokens (token_id, organization_id)
        select ${tokenId}, organization_id from sso_sessions where session_id = ${maker.id}`
    : sql`insert into sso_tokens (token_id, organization_id)
        select ${tokenId}, organization_id from sso_tokens where token_id = ${maker.id}`
  ).execute(db)
}

/** Organizations that refuse the token by which a token is made, also where that let a browser in. */
export async function inheritRefusals(db: Tx, tokenId: string, maker: { kind: string; id: string }) {
  const origin =
    maker.kind === 'session' ? sql`(select token_id from sessions where id = ${maker.id})` : sql`${maker.id}`
  await sql`insert into refused_tokens (token_id, organization_id, refused_at)
    select ${tokenId}, organization_id, refused_at from refused_tokens where token_id = ${origin}`.execute(db)
}

export async function insertRefusedToken(db: Tx, row: Insertable<Tables['refusedTokens']>) {
  await db
    .insertInto('refusedTokens')
    .values(row)
    .onConflict((known) => known.doNothing())
    .execute()
}

/** A statement alone, beside whatever the request does. */
export async function updateTokenUse(db: Db, id: string, usedAt: Date) {
  await db.updateTable('apiTokens').set({ lastUsedAt: usedAt }).where('id', '=', id).execute()
}

export function deleteToken(db: Tx, userId: string, id: string) {
  return db
    .deleteFrom('apiTokens')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

export function deleteTokens(db: Tx, userId: string) {
  return db.deleteFrom('apiTokens').where('userId', '=', userId).returning('id').execute()
}

export function findToken(db: Db, id: string) {
  return db.selectFrom('apiTokens').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The token that QUIRE_ADMIN_TOKEN set: there is one at a time. */
export async function replaceConfiguredToken(db: Tx, row: Insertable<Tables['apiTokens']>) {
  await db.deleteFrom('apiTokens').where('isConfigured', '=', true).where('hash', '<>', row.hash).execute()
  await db
    .insertInto('apiTokens')
    .values({ ...row, isConfigured: true })
    .onConflict((taken) => taken.constraint('api_tokens_hash_key').doNothing())
    .execute()
}

/** Who wrote or did something, as they are shown; null when their account is gone. */
export type Author = { id: string; displayName: string; email: string; photoUrl: string | null } | null

/** A user as JSON, by an expression for their id; null when they are gone. */
export function userJson(id: string) {
  return sql<Author>`(select json_build_object('id', users.id, 'displayName', users.display_name,
    'email', users.email, 'photoUrl', users.photo_url) from users where users.id = ${sql.ref(id)})`
}
