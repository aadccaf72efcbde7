import { type Selectable, sql } from 'kysely'
import type { Db, Tables } from '../../storage/db.ts'
import type { LinkKind } from '../../storage/tables.ts'

export type LinkRow = Omit<Selectable<Tables['pageLinks']>, 'spaceId'>

/** The root that the index of a space describes. */
export async function findIndexedRoot(db: Db, spaceId: string) {
  const row = await db
    .selectFrom('linkIndexes')
    .select('root')
    .where('spaceId', '=', spaceId)
    .executeTakeFirst()
  return row?.root ?? null
}

/** The same, kept from others until the transaction ends; undefined when there is no such space. */
export async function lockIndexedRoot(db: Db, spaceId: string) {
  await sql`insert into link_indexes (space_id) select id from spaces where id = ${spaceId}
    on conflict do nothing`.execute(db)
  const row = await db
    .selectFrom('linkIndexes')
    .select('root')
    .where('spaceId', '=', spaceId)
    .forUpdate()
    .executeTakeFirst()
  return row?.root
}

export async function updateIndexedRoot(db: Db, spaceId: string, root: string | null) {
  await db.updateTable('linkIndexes').set({ root }).where('spaceId', '=', spaceId).execute()
}

export async function deleteLinksOfPages(db: Db, spaceId: string, pageIds: string[]) {
  await sql`delete from page_links where space_id = ${spaceId} and page_id = any(${pageIds})`.execute(db)
}

export async function insertLinks(db: Db, spaceId: string, rows: LinkRow[]) {
  await sql`
    insert into page_links (space_id, page_id, at, use, target, kind, target_id, fragment)
    select ${spaceId}, link.* from unnest(
      ${rows.map((row) => row.pageId)}::text[], ${rows.map((row) => row.at)}::int[],
      ${rows.map((row) => row.use)}::text[], ${rows.map((row) => row.target)}::text[],
      ${rows.map((row) => row.kind)}::text[], ${rows.map((row) => row.targetId)}::text[],
      ${rows.map((row) => row.fragment)}::text[]
    ) link`.execute(db)
}

/** Pages with a link of this kind to one of these. */
export async function listPagesLinkingTo(db: Db, spaceId: string, kinds: LinkKind[], targetIds?: string[]) {
  let query = db
    .selectFrom('pageLinks')
    .select('pageId')
    .distinct()
    .where('spaceId', '=', spaceId)
    .where('kind', '=', sql<LinkKind>`any(${kinds})`)
  if (targetIds) query = query.where('targetId', '=', sql<string>`any(${targetIds})`)
  return (await query.execute()).map(({ pageId }) => pageId)
}
