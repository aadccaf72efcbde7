import { type Insertable, sql, type Updateable } from 'kysely'
import { brokenConstraint } from '../../../../kit/storage/database/failures.ts'
import type { Db, Tables, Tx } from '../../../../kit/storage/db.ts'
import type { Filter } from '../filters/filter.ts'
import { type Column, conditionOf } from '../filters/store-conditions.ts'
import { taken } from '../problems.ts'

/** A member who is not suspended, or somebody who was asked to become one. */
const ACTIVE = sql<boolean>`(scim_users.is_pending or exists (
  select from members where members.organization_id = scim_users.organization_id
    and members.user_id = scim_users.user_id and not members.disabled))`

/** Of somebody who did not accept yet, a directory learns nothing that it did not say. */
const KNOWN_NAME = sql<string>`case when scim_users.is_pending then scim_users.user_name else users.display_name end`

const COLUMNS = new Map<string, Column>([
  ['id', { kind: 'exact', sql: sql`scim_users.user_id` }],
  ['username', { kind: 'text', sql: sql`scim_users.user_name` }],
  ['externalid', { kind: 'exact', sql: sql`scim_users.external_id` }],
  ['emails', { kind: 'text', sql: sql`users.email` }],
  ['emails.value', { kind: 'text', sql: sql`users.email` }],
  ['emails.type', { kind: 'constant', value: 'work' }],
  ['emails.primary', { kind: 'constant', value: true }],
  ['displayname', { kind: 'text', sql: sql`coalesce(scim_users.display_name, ${KNOWN_NAME})` }],
  ['name.givenname', { kind: 'text', sql: sql`scim_users.given_name` }],
  ['name.familyname', { kind: 'text', sql: sql`scim_users.family_name` }],
  ['active', { kind: 'boolean', sql: ACTIVE }],
  ['meta.created', { kind: 'time', sql: sql`scim_users.created_at` }],
  ['meta.lastmodified', { kind: 'time', sql: sql`scim_users.updated_at` }],
])

function selectUsers(db: Db, organizationId: string) {
  return db
    .selectFrom('scimUsers')
    .innerJoin('users', 'users.id', 'scimUsers.userId')
    .selectAll('scimUsers')
    .select(['users.email', 'users.displayName as accountName'])
    .select(ACTIVE.as('isActive'))
    .select(KNOWN_NAME.as('knownName'))
    .select(
      sql<{ value: string; display: string }[]>`coalesce((
        select json_agg(json_build_object('value', teams.id, 'display', teams.title) order by teams.id)
        from scim_groups join teams on teams.id = scim_groups.team_id
        where scim_groups.organization_id = scim_users.organization_id
          and (teams.id = any(scim_users.waiting_teams) or exists (
            select from team_members where team_members.organization_id = scim_users.organization_id
              and team_members.team_id = teams.id and team_members.user_id = scim_users.user_id))), '[]')`.as(
        'groups',
      ),
    )
    .where('scimUsers.organizationId', '=', organizationId)
}

export type ScimUserRow = NonNullable<Awaited<ReturnType<typeof findScimUser>>>

export function findScimUser(db: Db, organizationId: string, userId: string) {
  return selectUsers(db, organizationId).where('scimUsers.userId', '=', userId).executeTakeFirst()
}

export async function isUserNameTaken(db: Db, organizationId: string, userName: string, exceptUserId = '') {
  const found = await db
    .selectFrom('scimUsers')
    .select('userId')
    .where('organizationId', '=', organizationId)
    .where(sql<boolean>`lower(user_name) = lower(${userName})`)
    .where('userId', '<>', exceptUserId)
    .executeTakeFirst()
  return found !== undefined
}

type Page = { offset: number; limit: number }

export async function listScimUsers(
  db: Db,
  organizationId: string,
  { filter, offset, limit }: Page & { filter?: Filter },
) {
  const condition = filter ? conditionOf(filter, COLUMNS) : sql<boolean>`true`
  const { total } = await db
    .selectFrom('scimUsers')
    .innerJoin('users', 'users.id', 'scimUsers.userId')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('scimUsers.organizationId', '=', organizationId)
    .where(condition)
    .executeTakeFirstOrThrow()
  const rows =
    limit === 0
      ? []
      : await selectUsers(db, organizationId)
          .where(condition)
          .orderBy('scimUsers.userId')
          .offset(offset)
          .limit(limit)
          .execute()
  return { total, rows }
}

/** Of these, the ids of users of the directory; and of those, who has to accept first. */
export function listKnownScimUsers(db: Db, organizationId: string, ids: string[]) {
  return db
    .selectFrom('scimUsers')
    .leftJoin('members', (join) =>
      join
        .onRef('members.organizationId', '=', 'scimUsers.organizationId')
        .onRef('members.userId', '=', 'scimUsers.userId'),
    )
    .select(['scimUsers.userId', sql<boolean>`members.user_id is not null`.as('isMember')])
    .where('scimUsers.organizationId', '=', organizationId)
    .where('scimUsers.userId', '=', sql<string>`any(${ids})`)
    .execute()
}

export function insertScimUser(db: Tx, row: Insertable<Tables['scimUsers']>) {
  return unique(db.insertInto('scimUsers').values(row).execute())
}

export function updateScimUser(
  db: Tx,
  organizationId: string,
  userId: string,
  values: Updateable<Tables['scimUsers']>,
) {
  return unique(
    db
      .updateTable('scimUsers')
      .set(values)
      .where('organizationId', '=', organizationId)
      .where('userId', '=', userId)
      .execute(),
  )
}

async function unique(statement: Promise<unknown>) {
  try {
    await statement
  } catch (error) {
    const constraint = brokenConstraint(error)
    if (constraint !== 'scim_users_user_name_key' && constraint !== 'scim_users_pkey') throw error
    throw taken('There is a user with this userName')
  }
}

export async function deleteScimUser(db: Tx, organizationId: string, userId: string) {
  await db
    .deleteFrom('scimUsers')
    .where('organizationId', '=', organizationId)
    .where('userId', '=', userId)
    .execute()
}

/** Adds a team to those that people come into when they accept, or takes it out. */
export async function updateWaitingTeams(
  db: Tx,
  organizationId: string,
  teamId: string,
  { add, remove }: { add: string[]; remove: string[] },
) {
  const without = sql<string[]>`array_remove(waiting_teams, ${teamId})`
  await db
    .updateTable('scimUsers')
    .set({
      waitingTeams: sql<
        string[]
      >`case when user_id = any(${add}) then array_append(${without}, ${teamId}) else ${without} end`,
    })
    .where('organizationId', '=', organizationId)
    .where('userId', '=', sql<string>`any(${[...add, ...remove]})`)
    .execute()
}

/** Organizations whose directories wait for somebody. */
export function listPendingOf(db: Db, userId: string) {
  return db
    .selectFrom('scimUsers')
    .innerJoin('organizations', 'organizations.id', 'scimUsers.organizationId')
    .select(['organizations.id', 'organizations.title'])
    .where('scimUsers.userId', '=', userId)
    .where('scimUsers.isPending', '=', true)
    .orderBy('organizations.id')
    .limit(50)
    .execute()
}
