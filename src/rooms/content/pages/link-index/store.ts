import { type Selectable, sql } from 'kysely'
import type { Db, Tables, Tx } from '../../../../kit/storage/db.ts'
import type { LinkKind } from '../../../../kit/storage/tables/tables.ts'
import { type IndexState, indexStates } from '../../spaces/indexes/store.ts'

export type LinkRow = Omit<Selectable<Tables['pageLinks']>, 'spaceId'>

const NOTHING_INDEXED = { root: null, pending: [] }

function selectIndex(db: Db, spaceId: string) {
  return db.selectFrom('linkIndexes').select(['root', 'pending']).where('spaceId', '=', spaceId)
}

/** How far the index of a space is. */
export async function findIndex(db: Db, spaceId: string): Promise<IndexState> {
  return (await selectIndex(db, spaceId).executeTakeFirst()) ?? NOTHING_INDEXED
}

/** The same, and in a transaction no step is made until it ends: who writes by the index must not see it change. */
export async function findIndexShared(db: Db, spaceId: string): Promise<IndexState> {
  return (await selectIndex(db, spaceId).forShare().executeTakeFirst()) ?? NOTHING_INDEXED
}

export const linkIndexStates = indexStates('linkIndexes', sql.ref('revisions.root'))

export async function deleteLinksOfPages(db: Tx, spaceId: string, pageIds: string[]) {
  await sql`delete from page_links where space_id = ${spaceId} and page_id = any(${pageIds})`.execute(db)
}

export async function insertLinks(db: Tx, spaceId: string, rows: LinkRow[]) {
  await sql`
    insert into page_links (space_id, page_id, at, use, target, kind, target_id, fragment, is_conditional)
    select ${spaceId}, link.* from unnest(
      ${rows.map((row) => row.pageId)}::text[], ${rows.map((row) => row.at)}::int[],
      ${rows.map((row) => row.use)}::text[], ${rows.map((row) => row.target)}::text[],
      ${rows.map((row) => row.kind)}::text[], ${rows.map((row) => row.targetId)}::text[],
      ${rows.map((row) => row.fragment)}::text[], ${rows.map((row) => row.isConditional)}::boolean[]
    ) link`.execute(db)
}

/** Pages with a link of this kind to one of these, and those of which the index does not know all links. */
export async function listPagesLinkingTo(db: Db, spaceId: string, kinds: LinkKind[], targetIds?: string[]) {
  const isMeant = targetIds ? sql`target_id = any(${targetIds})` : sql`true`
  const { rows } = await sql<{ pageId: string }>`
    select distinct page_id from page_links where space_id = ${spaceId}
      and (kind = any(${kinds}) and ${isMeant} or kind = 'more')`.execute(db)
  return rows.map(({ pageId }) => pageId)
}

/**
 * A file or reusable content that is named on pages; of links that are conditional, on which. Where the index does not know
 * all links of a page, what it names is not known either, and so it is as if it were conditional.
 */
export type NamedPart = { targetId: string; isConditional: boolean; pageId: string }

export async function listNamedOn(db: Db, spaceId: string, pageIds: string[]): Promise<NamedPart[]> {
  const { rows } = await sql<NamedPart>`
    select distinct target_id, is_conditional, case when is_conditional then page_id else '' end as page_id
    from (
      select target_id, page_id, is_conditional or kind = 'more' as is_conditional
      from page_links where space_id = ${spaceId}
        and kind in ('file', 'reusable', 'more') and page_id = any(${pageIds})
    ) named`.execute(db)
  return rows
}
