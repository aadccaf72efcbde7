import { sql } from 'kysely'
import type { Db, Tx } from '../../../kit/storage/db.ts'

export type SpaceHome = { organizationId: string; position: string }

/** Everything in and below a collection: ids of collections and spaces. */
export async function listContentBelow(db: Db, collectionId: string) {
  const { rows } = await sql<{ id: string; isSpace: boolean }>`
    select id, false as is_space from collections where id = ${collectionId} or ancestors @> ${[collectionId]}::text[]
    union all
    select id, true from spaces where ancestors @> ${[collectionId]}::text[]`.execute(db)
  return rows
}

export async function moveSpaceHome(db: Tx, id: string, { organizationId, position }: SpaceHome) {
  await sql`update spaces set organization_id = ${organizationId}, parent_id = null, ancestors = '{}',
    position = ${position}, visibility = case when visibility = 'in-collection' then 'private' else visibility end
    where id = ${id}`.execute(db)
}

/** In one statement: a space and the collection it lies in must never be seen in two organizations. */
export async function moveCollectionHome(db: Tx, id: string, { organizationId, position }: SpaceHome) {
  await sql`
    with top as (
      update collections set organization_id = ${organizationId},
        parent_id = case when id = ${id} then null else parent_id end,
        position = case when id = ${id} then ${position} else position end,
        ancestors = case when id = ${id} then '{}' else ancestors[array_position(ancestors, ${id}):] end
      where id = ${id} or ancestors @> ${[id]}::text[]
    )
    update spaces set organization_id = ${organizationId}, ancestors = ancestors[array_position(ancestors, ${id}):]
    where ancestors @> ${[id]}::text[]`.execute(db)
}
