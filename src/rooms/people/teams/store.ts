import { type Insertable, sql } from 'kysely'
import type { Db, Tables, Tx } from '../../../kit/storage/db.ts'
import { contains } from '../../../kit/storage/like.ts'
import { type PageQuery, pageOf } from '../../../kit/storage/page.ts'
import { selectMembers } from '../members/store.ts'
import type { TeamFilter } from './schema.ts'

/** Teams with the role of one user in each, and how many members they have and spaces they were given. */
export function teamsSeenBy(db: Db, organizationId: string, viewerId: string) {
  return db
    .selectFrom('teams')
    .leftJoin('teamMembers as viewer', (join) =>
      join
        .onRef('viewer.organizationId', '=', 'teams.organizationId')
        .onRef('viewer.teamId', '=', 'teams.id')
        .on('viewer.userId', '=', viewerId),
    )
    .selectAll('teams')
    .select((eb) => [
      'viewer.role as viewerRole',
      eb
        .selectFrom('teamMembers')
        .select(sql<number>`count(*)::int`.as('count'))
        .whereRef('teamMembers.organizationId', '=', 'teams.organizationId')
        .whereRef('teamMembers.teamId', '=', 'teams.id')
        .as('members'),
      sql<number>`(
        with given as (
          select space_id, collection_id from grants
          where grants.organization_id = teams.organization_id and grants.team_id = teams.id)
        select count(*)::int from spaces
        where spaces.organization_id = teams.organization_id and spaces.deleted_at is null
          and (spaces.id in (select space_id from given) or exists (
            select from given where given.collection_id = any(spaces.ancestors))))`.as('spaces'),
    ])
    .where('teams.organizationId', '=', organizationId)
}

export type TeamRow = Awaited<ReturnType<typeof findTeam>> & object

export function findTeam(db: Db, organizationId: string, teamId: string, viewerId: string) {
  return teamsSeenBy(db, organizationId, viewerId).where('teams.id', '=', teamId).executeTakeFirst()
}

export function listTeams(db: Db, organizationId: string, viewerId: string, filter: TeamFilter & PageQuery) {
  let query = teamsSeenBy(db, organizationId, viewerId)
  if (filter.title) query = query.where('teams.title', 'ilike', contains(filter.title))
  if (filter.owner) {
    query = query.where(managedBy(filter.owner))
  }
  return pageOf(query, filter, { columns: ['teams.id'], order: 'asc', position: (team) => [team.id] })
}

/** An admin of the organization manages all teams, others those they own. */
function managedBy(userId: string) {
  return sql<boolean>`exists (
    select from members left join team_members on team_members.organization_id = members.organization_id
      and team_members.user_id = members.user_id and team_members.team_id = teams.id
    where members.organization_id = teams.organization_id and members.user_id = ${userId}
      and (members.role = 'admin' or team_members.role = 'owner'))`
}

export function listTeamsOfMember(
  db: Db,
  organizationId: string,
  userId: string,
  viewerId: string,
  filter: PageQuery & { title?: string },
) {
  let query = teamsSeenBy(db, organizationId, viewerId)
    .innerJoin('teamMembers', (join) =>
      join
        .onRef('teamMembers.organizationId', '=', 'teams.organizationId')
        .onRef('teamMembers.teamId', '=', 'teams.id')
        .on('teamMembers.userId', '=', userId),
    )
    .select('teamMembers.role as memberRole')
  if (filter.title) query = query.where('teams.title', 'ilike', contains(filter.title))
  return pageOf(query, filter, { columns: ['teams.id'], order: 'asc', position: (team) => [team.id] })
}

export function listTeamMembers(db: Db, organizationId: string, teamId: string, page: PageQuery) {
  const query = selectMembers(db, organizationId)
    .innerJoin('teamMembers', (join) =>
      join
        .onRef('teamMembers.organizationId', '=', 'members.organizationId')
        .onRef('teamMembers.userId', '=', 'members.userId'),
    )
    .select(['teamMembers.role as teamRole', 'teamMembers.joinedAt as teamJoinedAt'])
    .where('teamMembers.teamId', '=', teamId)
  return pageOf(query, page, {
    columns: ['teamMembers.joinedAt', 'teamMembers.userId'],
    order: 'asc',
    position: (member) => [member.teamJoinedAt, member.userId],
  })
}

export async function listKnownTeams(db: Db, organizationId: string, ids: string[]) {
  const rows = await db
    .selectFrom('teams')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '=', sql<string>`any(${ids})`)
    .execute()
  return rows.map((row) => row.id)
}

export async function insertTeam(db: Tx, row: Insertable<Tables['teams']>) {
  await db.insertInto('teams').values(row).execute()
}

export async function updateTeam(db: Tx, organizationId: string, id: string, title: string) {
  await db
    .updateTable('teams')
    .set({ title })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

export async function deleteTeam(db: Tx, organizationId: string, id: string) {
  const { numDeletedRows } = await db
    .deleteFrom('teams')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

type NewTeamMember = Insertable<Tables['teamMembers']>

/** Those who are in the team already keep their role; returns the ids of the others. */
export async function insertTeamMembers(db: Tx, rows: NewTeamMember[]) {
  const inserted = await db
    .insertInto('teamMembers')
    .values(rows)
    .onConflict((taken) => taken.columns(['organizationId', 'teamId', 'userId']).doNothing())
    .returning('userId')
    .execute()
  return inserted.map((row) => row.userId)
}

/** Those who are in the team already get the role. */
export async function upsertTeamMembers(db: Tx, rows: NewTeamMember[]) {
  await db
    .insertInto('teamMembers')
    .values(rows)
    .onConflict((taken) =>
      taken
        .columns(['organizationId', 'teamId', 'userId'])
        .doUpdateSet((eb) => ({ role: eb.ref('excluded.role') })),
    )
    .execute()
}

export async function deleteTeamMembers(db: Tx, organizationId: string, teamId: string, userIds: string[]) {
  const rows = await db
    .deleteFrom('teamMembers')
    .where('organizationId', '=', organizationId)
    .where('teamId', '=', teamId)
    .where('userId', '=', sql<string>`any(${userIds})`)
    .returning('userId')
    .execute()
  return rows.map((row) => row.userId)
}
