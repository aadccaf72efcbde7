import { type Insertable, sql } from 'kysely'
import type { RoleOrGuest } from '../../domain/roles.ts'
import type { Db, Tables } from '../../storage/db.ts'
import { contains } from '../../storage/like.ts'
import { type PageQuery, pageOf } from '../../storage/page.ts'
import type { MemberFilter } from './schema.ts'

/** How many spaces a member can open: all of them, or for guests those that were granted. */
function countSpaces(organizationId: string) {
  return sql<number>`case when members.role is not null
    then (select count(*)::int from spaces where organization_id = ${organizationId} and deleted_at is null)
    else (
      select count(*)::int from spaces
      where spaces.organization_id = members.organization_id and spaces.deleted_at is null and exists (
        select from grants
        where grants.organization_id = members.organization_id
          and (grants.space_id = spaces.id or grants.collection_id = any(spaces.ancestors))
          and (grants.user_id = members.user_id or grants.team_id in (
            select team_id from team_members
            where organization_id = members.organization_id and user_id = members.user_id))))
    end`
}

/** Members with their user and their counts, as they are shown. */
export function selectMembers(db: Db, organizationId: string) {
  return db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.userId')
    .select((eb) => [
      'members.userId',
      'members.role',
      'members.disabled',
      'members.sso',
      'members.joinedAt',
      'members.lastSeenAt',
      'users.displayName',
      'users.email',
      'users.photoUrl',
      eb
        .selectFrom('teamMembers')
        .select(sql<number>`count(*)::int`.as('count'))
        .whereRef('teamMembers.organizationId', '=', 'members.organizationId')
        .whereRef('teamMembers.userId', '=', 'members.userId')
        .as('teams'),
      countSpaces(organizationId).as('spaces'),
    ])
    .where('members.organizationId', '=', organizationId)
}

export type MemberRow = Awaited<ReturnType<typeof findMember>> & object

export function findMember(db: Db, organizationId: string, userId: string) {
  return selectMembers(db, organizationId).where('members.userId', '=', userId).executeTakeFirst()
}

export function listMembers(db: Db, organizationId: string, filter: MemberFilter & PageQuery) {
  let query = selectMembers(db, organizationId)
  if (filter.role === 'guest') query = query.where('members.role', 'is', null)
  else if (filter.role) query = query.where('members.role', '=', filter.role)
  if (filter.search) {
    const pattern = contains(filter.search)
    query = query.where((eb) =>
      eb.or([eb('users.displayName', 'ilike', pattern), eb('users.email', 'ilike', pattern)]),
    )
  }
  if (filter.sort === 'joinedAt') {
    return pageOf(query, filter, {
      columns: ['members.joinedAt', 'members.userId'],
      order: filter.order,
      position: (member) => [member.joinedAt, member.userId],
    })
  }
  return pageOf(query.where('members.lastSeenAt', 'is not', null), filter, {
    columns: ['members.lastSeenAt', 'members.userId'],
    order: filter.order,
    position: (member) => [member.lastSeenAt ?? '', member.userId],
  })
}

/** The members among these people, named by id or by e-mail. */
export function listMembersNamed(db: Db, organizationId: string, idsOrEmails: string[]) {
  const emails = idsOrEmails.map((name) => name.toLowerCase())
  return db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.userId')
    .select(['users.id', 'users.email'])
    .where('members.organizationId', '=', organizationId)
    .where(sql<boolean>`(users.id = any(${idsOrEmails}) or lower(users.email) = any(${emails}))`)
    .execute()
}

/** Locks the row until the transaction ends, so that nobody changes the role in between. */
export function lockMember(db: Db, organizationId: string, userId: string) {
  return db
    .selectFrom('members')
    .select(['userId', 'role'])
    .where('organizationId', '=', organizationId)
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst()
}

export async function countOtherAdmins(db: Db, organizationId: string, userId: string) {
  const { count } = await db
    .selectFrom('members')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('organizationId', '=', organizationId)
    .where('userId', '<>', userId)
    .where('role', '=', 'admin')
    .where('disabled', '=', false)
    .executeTakeFirstOrThrow()
  return count
}

/** Returns the ids of those who were not members before. */
export async function insertMembers(db: Db, rows: Insertable<Tables['members']>[]) {
  const inserted = await db
    .insertInto('members')
    .values(rows)
    .onConflict((taken) => taken.columns(['organizationId', 'userId']).doNothing())
    .returning('userId')
    .execute()
  return inserted.map((member) => member.userId)
}

export async function updateMember(
  db: Db,
  organizationId: string,
  userId: string,
  values: { role?: RoleOrGuest; sso?: boolean; lastSeenAt?: Date },
) {
  await db
    .updateTable('members')
    .set(values)
    .where('organizationId', '=', organizationId)
    .where('userId', '=', userId)
    .execute()
}

export async function deleteMember(db: Db, organizationId: string, userId: string) {
  await db
    .deleteFrom('members')
    .where('organizationId', '=', organizationId)
    .where('userId', '=', userId)
    .execute()
}
