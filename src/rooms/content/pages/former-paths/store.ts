import { sql } from 'kysely'
import type { LeftPlace } from '../../../../engines/content/diff/left-places.ts'
import type { Db, Tx } from '../../../../kit/storage/db.ts'

/** How far a space is looked at, and what its readers see now; undefined when there is no such space. */
export async function lockIndex(db: Tx, spaceId: string) {
  // Of a space that is being deleted, the lock waits for the end of that, and then there is none.
  await sql`insert into former_place_indexes (space_id) select id from spaces where id = ${spaceId} for key share
    on conflict do nothing`.execute(db)
  return db
    .selectFrom('formerPlaceIndexes')
    .innerJoin('spaces', 'spaces.id', 'formerPlaceIndexes.spaceId')
    .select(['formerPlaceIndexes.revisionId as seen', 'spaces.revisionId as head'])
    .where('formerPlaceIndexes.spaceId', '=', spaceId)
    .forNoKeyUpdate('formerPlaceIndexes')
    .executeTakeFirst()
}

export async function updateIndex(db: Tx, spaceId: string, revisionId: string) {
  await db.updateTable('formerPlaceIndexes').set({ revisionId }).where('spaceId', '=', spaceId).execute()
}

/** Spaces whose readers see a revision that was not looked at. */
export async function listSpacesBehind(db: Db) {
  const rows = await db
    .selectFrom('spaces')
    .leftJoin('formerPlaceIndexes', 'formerPlaceIndexes.spaceId', 'spaces.id')
    .select('spaces.id')
    .where((where) =>
      where('formerPlaceIndexes.revisionId', 'is distinct from', where.ref('spaces.revisionId')),
    )
    .orderBy('spaces.updatedAt', 'desc')
    .execute()
  return rows.map(({ id }) => id)
}

export async function insertPlaces(db: Tx, spaceId: string, revisionId: string, places: LeftPlace[]) {
  await sql`
    insert into former_places (space_id, parent_id, slug, page_id, revision_id)
    select ${spaceId}, place.*, ${revisionId} from unnest(
      ${places.map(({ parentId }) => parentId)}::text[], ${places.map(({ slug }) => slug)}::text[],
      ${places.map(({ pageId }) => pageId)}::text[]
    ) place
    on conflict (space_id, parent_id, slug, page_id) do update set revision_id = excluded.revision_id`.execute(
    db,
  )
}

/** Those of some pages from which others moved away. */
export async function listFormerParents(db: Db, spaceId: string, pageIds: string[]) {
  const { rows } = await sql<{ parentId: string }>`
    select distinct parent_id from former_places
    where space_id = ${spaceId} and parent_id = any(${pageIds}::text[])`.execute(db)
  return rows.map(({ parentId }) => parentId)
}

/** Of the places of a space all but those that were left last. */
export async function deleteOldestPlaces(db: Tx, spaceId: string, most: number) {
  await sql`
    delete from former_places using (
      select parent_id, slug, page_id from former_places where space_id = ${spaceId}
      order by revision_id desc, page_id offset ${most}
    ) oldest
    where former_places.space_id = ${spaceId} and former_places.parent_id = oldest.parent_id
      and former_places.slug = oldest.slug and former_places.page_id = oldest.page_id`.execute(db)
}

/** Who stood by a slug below one of these pages, the last one first. */
export function listFormerPages(
  db: Db,
  spaceId: string,
  { parentIds, slug, most }: { parentIds: string[]; slug: string; most: number },
) {
  return db
    .selectFrom('formerPlaces')
    .select(['parentId', 'pageId'])
    .where('spaceId', '=', spaceId)
    .where('parentId', 'in', parentIds)
    .where('slug', '=', slug)
    .orderBy('revisionId', 'desc')
    .orderBy('pageId')
    .limit(most)
    .execute()
}
