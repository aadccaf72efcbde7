import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db, Tables, Tx } from '../../../../kit/storage/db.ts'
import type { Filter } from '../filters/filter.ts'
import { type Column, conditionOf } from '../filters/store-conditions.ts'

/** Of the directory's own users: those in the team, and those who come into it when they accept. */
const MEMBERS = sql`(
  select scim_users.user_id, coalesce(scim_users.display_name, case when scim_users.is_pending then scim_users.user_name
    else users.display_name end) as display
  from scim_users join users on users.id = scim_users.user_id
  where scim_users.organization_id = scim_groups.organization_id
    and (scim_groups.team_id = any(scim_users.waiting_teams) or exists (
      select from team_members where team_members.organization_id = scim_users.organization_id
        and team_members.team_id = scim_groups.team_id and team_members.user_id = scim_users.user_id)))`

const COLUMNS = new Map<string, Column>([
  ['id', { kind: 'exact', sql: sql`scim_groups.team_id` }],
  ['displayname', { kind: 'text', sql: sql`teams.title` }],
  ['externalid', { kind: 'exact', sql: sql`scim_groups.external_id` }],
  ['meta.created', { kind: 'time', sql: sql`scim_groups.created_at` }],
  ['meta.lastmodified', { kind: 'time', sql: sql`scim_groups.updated_at` }],
])

function selectGroups(db: Db, organizationId: string, withMembers: boolean) {
  return db
    .selectFrom('scimGroups')
    .innerJoin('teams', 'teams.id', 'scimGroups.teamId')
    .selectAll('scimGroups')
    .select('teams.title')
    .select(
      sql<{ value: string; display: string }[]>`case when ${withMembers}::boolean then coalesce((
        select json_agg(json_build_object('value', of_it.user_id, 'display', of_it.display) order by of_it.user_id)
        from ${MEMBERS} of_it), '[]') else '[]' end`.as('members'),
    )
    .where('scimGroups.organizationId', '=', organizationId)
}

export type ScimGroupRow = NonNullable<Awaited<ReturnType<typeof findScimGroup>>>

export function findScimGroup(db: Db, organizationId: string, teamId: string) {
  return selectGroups(db, organizationId, true).where('scimGroups.teamId', '=', teamId).executeTakeFirst()
}

/** Whoever changes one waits for others who do. */
export async function lockScimGroup(db: Tx, organizationId: string, teamId: string) {
  const row = await db
    .selectFrom('scimGroups')
    .select('teamId')
    .where('organizationId', '=', organizationId)
    .where('teamId', '=', teamId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export async function isTitleTaken(db: Db, organizationId: string, title: string, exceptTeamId = '') {
  const found = await db
    .selectFrom('scimGroups')
    .innerJoin('teams', 'teams.id', 'scimGroups.teamId')
    .select('scimGroups.teamId')
    .where('scimGroups.organizationId', '=', organizationId)
    .where(sql<boolean>`lower(teams.title) = lower(${title})`)
    .where('scimGroups.teamId', '<>', exceptTeamId)
    .executeTakeFirst()
  return found !== undefined
}

type Asked = { filter?: Filter; offset: number; limit: number; withMembers: boolean }

export async function listScimGroups(
  db: Db,
  organizationId: string,
  { filter, offset, limit, withMembers }: Asked,
) {
  const condition = filter ? conditionOf(filter, COLUMNS) : sql<boolean>`true`
  const { total } = await db
    .selectFrom('scimGroups')
    .innerJoin('teams', 'teams.id', 'scimGroups.teamId')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('scimGroups.organizationId', '=', organizationId)
    .where(condition)
    .executeTakeFirstOrThrow()
  const rows =
    limit === 0
      ? []
      : await selectGroups(db, organizationId, withMembers)
          .where(condition)
          .orderBy('scimGroups.teamId')
          .offset(offset)
          .limit(limit)
          .execute()
  return { total, rows }
}

export async function insertScimGroup(db: Tx, row: Insertable<Tables['scimGroups']>) {
  await db.insertInto('scimGroups').values(row).execute()
}

export async function updateScimGroup(
  db: Tx,
  organizationId: string,
  teamId: string,
  values: Updateable<Tables['scimGroups']>,
) {
  await db
    .updateTable('scimGroups')
    .set(values)
    .where('organizationId', '=', organizationId)
    .where('teamId', '=', teamId)
    .execute()
}
