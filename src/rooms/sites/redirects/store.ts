import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db, Tables, Tx } from '../../../kit/storage/db.ts'
import { contains } from '../../../kit/storage/like.ts'
import { type PageQuery, pageOf } from '../../../kit/storage/page.ts'

export type RedirectRow = Selectable<Tables['siteRedirects']>

export function listRedirects(db: Db, siteId: string, { search, ...page }: PageQuery & { search?: string }) {
  let query = db.selectFrom('siteRedirects').selectAll().where('siteId', '=', siteId)
  if (search) query = query.where('source', 'ilike', contains(search))
  return pageOf(query, page, { columns: ['source'], order: 'asc', position: ({ source }) => [source] })
}

export async function countRedirects(db: Db, siteId: string) {
  const { count } = await db
    .selectFrom('siteRedirects')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('siteId', '=', siteId)
    .executeTakeFirstOrThrow()
  return count
}

export function findRedirectFrom(db: Db, siteId: string, source: string): Promise<RedirectRow | undefined> {
  return db
    .selectFrom('siteRedirects')
    .selectAll()
    .where('siteId', '=', siteId)
    .where('source', '=', source)
    .executeTakeFirst()
}

export function insertRedirect(db: Tx, row: Insertable<Tables['siteRedirects']>): Promise<RedirectRow> {
  return db.insertInto('siteRedirects').values(row).returningAll().executeTakeFirstOrThrow()
}

export function updateRedirect(
  db: Tx,
  siteId: string,
  id: string,
  values: Updateable<Tables['siteRedirects']>,
): Promise<RedirectRow | undefined> {
  return db
    .updateTable('siteRedirects')
    .set({ id, ...values })
    .where('siteId', '=', siteId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

export async function deleteRedirect(db: Tx, siteId: string, id: string) {
  const { numDeletedRows } = await db
    .deleteFrom('siteRedirects')
    .where('siteId', '=', siteId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
