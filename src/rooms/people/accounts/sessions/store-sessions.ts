import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tables, Tx } from '../../../../kit/storage/db.ts'
import { organizationsClosedTo } from '../../identity/store-closed.ts'

export type SessionRow = Selectable<Tables['sessions']>

export async function insertSession(db: Tx, row: Insertable<Tables['sessions']>) {
  await db.insertInto('sessions').values(row).execute()
}

const hasFactor = sql<boolean>`(exists (select from passkeys where passkeys.user_id = sessions.user_id)
  or exists (select from totp_secrets
    where totp_secrets.user_id = sessions.user_id and totp_secrets.confirmed_at is not null))`

const mustHaveFactor = sql<boolean>`exists (select from members
  join organizations on organizations.id = members.organization_id
  where members.user_id = sessions.user_id and not members.disabled and organizations.requires_second_factor)`

/** With its person, and when the token ends that was pasted there. */
export function findSession(db: Db, which: { hash: Buffer } | { id: string }, now: Date) {
  const query = db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .leftJoin('apiTokens', 'apiTokens.id', 'sessions.tokenId')
    .select([
      'sessions.id',
      'sessions.userId',
      'sessions.methods',
      'sessions.issuer',
      'sessions.authenticatedAt',
      'sessions.createdAt',
      'sessions.lastSeenAt',
      'users.email',
      'users.isAdministrator',
      'users.suspendedAt',
      'users.emailVerifiedAt',
      'apiTokens.expiresAt as tokenExpiresAt',
      'sessions.isLimited',
      organizationsClosedTo(
        sql`select from sso_sessions of_it where of_it.session_id = sessions.id
          and of_it.organization_id = m.organization_id and of_it.expires_at > ${now}`,
        sql.ref('sessions.is_limited'),
        sql.ref('sessions.token_id'),
      ).as('closedTo'),
      hasFactor.as('hasSecondFactor'),
      mustHaveFactor.as('isSecondFactorRequired'),
    ])
  return 'hash' in which
    ? query.where('sessions.hash', '=', which.hash).executeTakeFirst()
    : query.where('sessions.id', '=', which.id).executeTakeFirst()
}

export function listSessions(db: Db, userId: string) {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id')
    .execute()
}

/** A statement alone, beside whatever the request does. */
export async function updateLastSeen(db: Db, id: string, lastSeenAt: Date) {
  await db.updateTable('sessions').set({ lastSeenAt }).where('id', '=', id).execute()
}

export function updateAuthentication(
  db: Tx,
  id: string,
  confirmed: { hash: Buffer; authenticatedAt?: Date; isLimited?: boolean },
) {
  return db
    .updateTable('sessions')
    .set(confirmed)
    .where('id', '=', id)
    .returning('createdAt')
    .executeTakeFirst()
}

export function deleteSession(db: Tx, which: { hash: Buffer } | { userId: string; id: string }) {
  const query = db.deleteFrom('sessions').returning('userId')
  return 'hash' in which
    ? query.where('hash', '=', which.hash).executeTakeFirst()
    : query.where('userId', '=', which.userId).where('id', '=', which.id).executeTakeFirst()
}

/** Of everybody; how many there were. */
export async function deleteAllSessions(db: Tx, except?: string) {
  const query = db.deleteFrom('sessions')
  const { numDeletedRows } = await (except === undefined
    ? query
    : query.where('id', '<>', except)
  ).executeTakeFirst()
  return Number(numDeletedRows)
}

/** How many there were. */
export async function deleteSessions(db: Tx, userId: string, except?: string) {
  const query = db.deleteFrom('sessions').where('userId', '=', userId)
  const { numDeletedRows } = await (except === undefined
    ? query
    : query.where('id', '<>', except)
  ).executeTakeFirst()
  return Number(numDeletedRows)
}

export async function deleteSessionsBefore(db: Tx, { idle, created }: { idle: Date; created: Date }) {
  await db
    .deleteFrom('sessions')
    .where((is) => is.or([is('lastSeenAt', '<', idle), is('createdAt', '<', created)]))
    .execute()
}
