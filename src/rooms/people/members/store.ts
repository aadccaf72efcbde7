import { type Insertable, sql } from 'kysely'
import type { Role, RoleOrGuest } from '../../../kit/domain/roles.ts'
import { prepared } from '../../../kit/storage/database/prepared.ts'
import type { Db, Tables, Tx } from '../../../kit/storage/db.ts'
import { contains } from '../../../kit/storage/like.ts'
import { type PageQuery, rowsBehind, type SortOrder, toPage } from '../../../kit/storage/page.ts'
import type { MemberFilter } from './schema.ts'

/** How many spaces a member can open: all of them, or for guests those that were granted. */
function countSpaces(organizationId: string) {
  return sql<number>`case when members.role is not null
    then (select count(*)::int from spaces where organization_id = ${organizationId} and deleted_at is null)
    else (
      with given as (
        select space_id, collection_id from grants
        where grants.organization_id = members.organization_id
          and (grants.user_id = members.user_id or grants.team_id in (
            select team_id from team_members
            where organization_id = members.organization_id and user_id = members.user_id)))
      select count(*)::int from spaces
      where spaces.organization_id = members.organization_id and spaces.deleted_at is null
        and (spaces.id in (select space_id from given) or exists (
          select from given where given.collection_id = any(spaces.ancestors))))
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

const memberAt = prepared((db, { organizationId, userId }: { organizationId: string; userId: string }) =>
  selectMembers(db, organizationId).where('members.userId', '=', userId),
)

export async function findMember(db: Db, organizationId: string, userId: string) {
  const [member] = await memberAt(db, { organizationId, userId })
  return member
}

/** What the text of the statement for a list depends on. */
type ListShape = {
  role: 'any' | 'one' | 'guest'
  isSearch: boolean
  isLaterPage: boolean
  sort: 'joinedAt' | 'lastSeenAt'
  order: SortOrder
}
type ListValues = {
  organizationId: string
  role?: Role
  pattern?: string
  limit: number
  afterTime: string
  afterId: string
}

const membersBehind = prepared((db, values: ListValues, shape: ListShape) => {
  const { role, pattern, limit, afterTime, afterId } = values
  let query = selectMembers(db, values.organizationId)
  if (shape.role === 'guest') query = query.where('members.role', 'is', null)
  if (shape.role === 'one' && role) query = query.where('members.role', '=', role)
  if (shape.isSearch && pattern) {
    query = query.where((eb) =>
      eb.or([eb('users.displayName', 'ilike', pattern), eb('users.email', 'ilike', pattern)]),
    )
  }
  if (shape.sort === 'lastSeenAt') query = query.where('members.lastSeenAt', 'is not', null)
  const by = { columns: [`members.${shape.sort}`, 'members.userId'] as const, order: shape.order }
  return rowsBehind(
    query,
    { ...by, columns: [...by.columns] },
    {
      limit,
      after: shape.isLaterPage ? [afterTime, afterId] : undefined,
    },
  )
})

export async function listMembers(db: Db, organizationId: string, filter: MemberFilter & PageQuery) {
  const { role, search, sort, order, limit, after } = filter
  const [afterTime = '', afterId = ''] = (after ?? []).map(String)
  const rows = await membersBehind(
    db,
    {
      organizationId,
      role: role === 'guest' ? undefined : role,
      pattern: contains(search ?? ''),
      limit: limit + 1,
      afterTime,
      afterId,
    },
    {
      role: role === undefined ? 'any' : role === 'guest' ? 'guest' : 'one',
      isSearch: Boolean(search),
      isLaterPage: after !== undefined,
      sort,
      order,
    },
  )
  return toPage(rows, limit, (member) => [member[sort] ?? '', member.userId])
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

const memberToLock = prepared((db, { organizationId, userId }: { organizationId: string; userId: string }) =>
  db
    .selectFrom('members')
    .select(['userId', 'role', 'disabled'])
    .where('organizationId', '=', organizationId)
    .where('userId', '=', userId)
    .forNoKeyUpdate(),
)

/** Locks the row until the transaction ends, so that nobody changes the role in between. */
export async function lockMember(db: Db, organizationId: string, userId: string) {
  const [member] = await memberToLock(db, { organizationId, userId })
  return member
}

/** Locks several rows, in one order; those who are disabled count as nobody. */
export function lockMembers(db: Db, organizationId: string, userIds: string[]) {
  return db
    .selectFrom('members')
    .select(['userId', 'role'])
    .where('organizationId', '=', organizationId)
    .where('userId', 'in', userIds)
    .where('disabled', '=', false)
    .orderBy('userId')
    .forNoKeyUpdate()
    .execute()
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
export async function insertMembers(db: Tx, rows: Insertable<Tables['members']>[]) {
  const inserted = await db
    .insertInto('members')
    .values(rows)
    .onConflict((taken) => taken.columns(['organizationId', 'userId']).doNothing())
    .returning('userId')
    .execute()
  return inserted.map((member) => member.userId)
}

export async function updateMember(
  db: Tx,
  organizationId: string,
  userId: string,
  values: { role?: RoleOrGuest; sso?: boolean; lastSeenAt?: Date; disabled?: boolean },
) {
  await db
    .updateTable('members')
    .set(values)
    .where('organizationId', '=', organizationId)
    .where('userId', '=', userId)
    .execute()
}

export async function deleteMember(db: Tx, organizationId: string, userId: string) {
  await db
    .deleteFrom('members')
    .where('organizationId', '=', organizationId)
    .where('userId', '=', userId)
    .execute()
}

export async function deleteMembersOf(db: Tx, organizationId: string) {
  await db.deleteFrom('members').where('organizationId', '=', organizationId).execute()
}

export async function listOrganizationIdsOf(db: Db, userId: string) {
  const rows = await db
    .selectFrom('members')
    .select('organizationId')
    .where('userId', '=', userId)
    .orderBy('organizationId')
    .execute()
  return rows.map(({ organizationId }) => organizationId)
}

/** Organizations that have no admin but this user, and how many others are in them. */
export function listOrganizationsAdministratedAlone(db: Db, userId: string) {
  return db
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organizationId')
    .select([
      'organizations.id',
      'organizations.title',
      sql<number>`(select count(*)::int - 1 from members everyone
        where everyone.organization_id = organizations.id)`.as('others'),
    ])
    .where('members.userId', '=', userId)
    .where('members.role', '=', 'admin')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('members as others')
            .select('others.userId')
            .whereRef('others.organizationId', '=', 'members.organizationId')
            .where('others.userId', '<>', userId)
            .where('others.role', '=', 'admin')
            .where('others.disabled', '=', false),
        ),
      ),
    )
    .orderBy('organizations.id')
    .execute()
}
