import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { Role } from '../../../kit/domain/roles.ts'
import type { Db, Tables, Tx } from '../../../kit/storage/db.ts'
import { type PageQuery, pageOf } from '../../../kit/storage/page.ts'
import type { DefaultLevel } from '../../../kit/storage/tables/tables.ts'

export type CollectionRow = Selectable<Tables['collections']>

/**
 * What a user can claim on each row of collections or spaces: the default levels above it, and all grants to the
 * user or the user's teams, on it or above it.
 */
export function claimsOn(kind: 'collections' | 'spaces', userId: string) {
  const own = sql.ref(kind === 'collections' ? 'grants.collection_id' : 'grants.space_id')
  const content = sql.table(kind)
  const defaults: RawBuilder<DefaultLevel[]> = sql`array(
    select above.default_level from collections above
    where above.organization_id = ${content}.organization_id and above.id = any(${content}.ancestors))`
  const grants: RawBuilder<Role[]> = sql`array(
    select grants.level from grants
    where grants.organization_id = ${content}.organization_id
      and (${own} = ${content}.id or grants.collection_id = any(${content}.ancestors))
      and (grants.user_id = ${userId} or grants.team_id in (
        select team_id from team_members
        where organization_id = ${content}.organization_id and user_id = ${userId})))`
  return { defaults, grants }
}

function collectionsSeenBy(db: Db, userId: string) {
  const { defaults, grants } = claimsOn('collections', userId)
  return db
    .selectFrom('collections')
    .leftJoin('members', (join) =>
      join
        .onRef('members.organizationId', '=', 'collections.organizationId')
        .on('members.userId', '=', userId)
        .on('members.disabled', '=', false),
    )
    .selectAll('collections')
    .select(['members.role', 'members.joinedAt', defaults.as('defaults'), grants.as('grants')])
}

export function findCollectionSeenBy(db: Db, id: string, userId: string) {
  return collectionsSeenBy(db, userId).where('collections.id', '=', id).executeTakeFirst()
}

export function listCollectionsSeenBy(
  db: Db,
  organizationId: string,
  userId: string,
  { nested, ...page }: PageQuery & { nested: boolean },
) {
  const { grants } = claimsOn('collections', userId)
  let query = collectionsSeenBy(db, userId)
    .where('collections.organizationId', '=', organizationId)
    // A guest sees what was granted; for the others the role is enough.
    .where((eb) => eb.or([eb('members.role', 'is not', null), sql<boolean>`cardinality(${grants}) > 0`]))
  if (!nested) query = query.where('collections.parentId', 'is', null)
  return pageOf(query, page, { columns: ['collections.id'], order: 'asc', position: (row) => [row.id] })
}

export async function insertCollection(db: Tx, row: Insertable<Tables['collections']>) {
  await db.insertInto('collections').values(row).execute()
}

export async function updateCollection(
  db: Tx,
  organizationId: string,
  id: string,
  values: Updateable<Tables['collections']>,
) {
  await db
    .updateTable('collections')
    .set({ id, ...values })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** After a move: everything below gets its new way from the top. */
export async function updateAncestorsBelow(db: Db, organizationId: string, id: string, above: string[]) {
  for (const table of ['collections', 'spaces'] as const) {
    await sql`
      update ${sql.table(table)} set ancestors = ${above}::text[] || ancestors[array_position(ancestors, ${id}):]
      where organization_id = ${organizationId} and ancestors @> ${[id]}::text[]`.execute(db)
  }
}

/** With all below it; before anything in them is locked. */
export async function lockCollectionRows(db: Tx, organizationId: string, id: string) {
  await sql`select from collections where organization_id = ${organizationId}
    and (id = ${id} or ancestors @> ${[id]}::text[]) order by id for update`.execute(db)
}

export async function deleteCollections(db: Tx, organizationId: string, id: string) {
  await sql`delete from collections where organization_id = ${organizationId}
    and (id = ${id} or ancestors @> ${[id]}::text[])`.execute(db)
}

type Siblings = { organizationId: string; parentId: string | null }

/** Everything at one place, collections and spaces, except for what is about to move. */
function siblings({ organizationId, parentId }: Siblings, movedId: string) {
  const here = sql`organization_id = ${organizationId} and parent_id is not distinct from ${parentId} and id <> ${movedId}`
  return sql`(select id, position from collections where ${here} union all
    select id, position from spaces where ${here}) siblings`
}

export async function findSibling(db: Db, place: Siblings, movedId: string, id: string) {
  const { rows } = await sql<{ position: string }>`
    select position from ${siblings(place, movedId)} where id = ${id}`.execute(db)
  return rows[0]?.position
}

/** The position nearest before or after a given one; of all, the last, when none is given. */
export async function findNeighbour(
  db: Db,
  place: Siblings,
  movedId: string,
  side: 'before' | 'after',
  of?: string,
) {
  const nearest = side === 'before' ? sql`max(position)` : sql`min(position)`
  const isBeyond =
    of === undefined ? sql`true` : side === 'before' ? sql`position < ${of}` : sql`position > ${of}`
  const { rows } = await sql<{ position: string | null }>`
    select ${nearest} as position from ${siblings(place, movedId)} where ${isBeyond}`.execute(db)
  return rows[0]?.position ?? undefined
}
