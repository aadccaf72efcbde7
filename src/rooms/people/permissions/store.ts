import { type Selectable, sql } from 'kysely'
import { ROLES, type Role } from '../../../kit/domain/roles.ts'
import type { Db, Tables, Tx } from '../../../kit/storage/db.ts'
import { type PageQuery, pageOf } from '../../../kit/storage/page.ts'
import type { DefaultLevel } from '../../../kit/storage/tables/tables.ts'
import { teamsSeenBy } from '../teams/store.ts'

/** The collection or space that grants are about. */
export type Target = {
  column: 'spaceId' | 'collectionId'
  id: string
  organizationId: string
  ancestors: string[]
  defaultLevel: DefaultLevel
}

export type Grantee = { userId: string; teamId?: undefined } | { teamId: string; userId?: undefined }

export function listUserGrants(db: Db, target: Target, page: PageQuery) {
  const query = db
    .selectFrom('grants')
    .innerJoin('users', 'users.id', 'grants.userId')
    .selectAll('users')
    .select('grants.level')
    .where('grants.organizationId', '=', target.organizationId)
    .where(`grants.${target.column}`, '=', target.id)
  return pageOf(query, page, { columns: ['users.id'], order: 'asc', position: (row) => [row.id] })
}

export function listTeamGrants(db: Db, target: Target, viewerId: string, page: PageQuery) {
  const query = teamsSeenBy(db, target.organizationId, viewerId)
    .innerJoin('grants', 'grants.teamId', 'teams.id')
    .select('grants.level')
    .where(`grants.${target.column}`, '=', target.id)
  return pageOf(query, page, { columns: ['teams.id'], order: 'asc', position: (row) => [row.id] })
}

/** Everyone who can open the content, with the highest of their claims. */
export function listEffectiveLevels(
  db: Db,
  target: Target,
  filter: PageQuery & { role?: Role; users?: string[] },
) {
  const { organizationId, ancestors } = target
  const own = sql.ref(target.column === 'spaceId' ? 'grants.space_id' : 'grants.collection_id')
  const isGranted = sql`grants.organization_id = ${organizationId}
    and (${own} = ${target.id} or grants.collection_id = any(${ancestors}::text[]))`
  const rank = (level: ReturnType<typeof sql.ref>) => sql`array_position(${[...ROLES]}::text[], ${level})`
  const claims = sql<{ userId: string; rank: number }>`(
    select user_id, max(rank) as rank from (
      select user_id, ${rank(sql.ref('role'))} as rank from members
        where organization_id = ${organizationId}
      union all
      select user_id, ${rank(sql.ref('defaults.level'))} from members
        cross join (
          select ${target.defaultLevel}::text as level
          union all select default_level from collections where id = any(${ancestors}::text[])
        ) defaults
        where organization_id = ${organizationId} and role is not null
      union all
      select grants.user_id, ${rank(sql.ref('grants.level'))} from grants
        where ${isGranted} and grants.user_id is not null
      union all
      select team_members.user_id, ${rank(sql.ref('grants.level'))} from grants
        join team_members on team_members.organization_id = grants.organization_id
          and team_members.team_id = grants.team_id
        where ${isGranted}
    ) claim where rank is not null group by user_id
  )`.as<'claims'>(sql.ref('claims'))
  let query = db
    .selectFrom('users')
    .innerJoin(claims, 'claims.userId', 'users.id')
    .innerJoin('members', 'members.userId', 'users.id')
    .selectAll('users')
    .select('claims.rank')
    .where('members.organizationId', '=', organizationId)
    .where('members.disabled', '=', false)
  if (filter.role) query = query.where('claims.rank', '=', ROLES.indexOf(filter.role) + 1)
  // Joined, since each row would be compared with all of thousands otherwise.
  if (filter.users)
    query = query.where('users.id', 'in', sql<string>`(select unnest(${filter.users}::text[]))`)
  return pageOf(query, filter, { columns: ['users.id'], order: 'asc', position: (row) => [row.id] })
}

export async function insertGrants(
  db: Tx,
  target: Target,
  grantees: Grantee[],
  level: Role,
  createdAt: Date,
) {
  await db
    .insertInto('grants')
    .values(
      grantees.map(({ userId = null, teamId = null }) => ({
        organizationId: target.organizationId,
        spaceId: target.column === 'spaceId' ? target.id : null,
        collectionId: target.column === 'collectionId' ? target.id : null,
        userId,
        teamId,
        level,
        createdAt,
      })),
    )
    .execute()
}

/** Returns how many there were. */
export async function deleteGrants(db: Tx, target: Target, grantees: Grantee[]) {
  const users = grantees.flatMap(({ userId }) => userId ?? [])
  const teams = grantees.flatMap(({ teamId }) => teamId ?? [])
  const { numDeletedRows } = await db
    .deleteFrom('grants')
    .where('organizationId', '=', target.organizationId)
    .where(target.column, '=', target.id)
    .where(sql<boolean>`(user_id = any(${users}::text[]) or team_id = any(${teams}::text[]))`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export type GrantRow = Selectable<Tables['grants']>

export function deleteGrantsOn(db: Tx, contentIds: string[]): Promise<GrantRow[]> {
  return db
    .deleteFrom('grants')
    .where(
      sql<boolean>`(space_id = any(${contentIds}::text[]) or collection_id = any(${contentIds}::text[]))`,
    )
    .returningAll()
    .execute()
}

export async function insertGrantRows(db: Tx, rows: GrantRow[]) {
  if (rows.length > 0) await db.insertInto('grants').values(rows).execute()
}
