import { type Selectable, sql } from 'kysely'
import type { Db, Tables, Tx } from '../../../kit/storage/db.ts'
import { type PageQuery, pageOf } from '../../../kit/storage/page.ts'

export type GlossaryRow = Selectable<Tables['glossaryEntries']>

export function listGlossary(db: Db, organizationId: string, page: PageQuery) {
  const query = db.selectFrom('glossaryEntries').selectAll().where('organizationId', '=', organizationId)
  return pageOf(query, page, { columns: ['id'], order: 'asc', position: ({ id }) => [id] })
}

/** Those that say something in both languages. */
export function listGlossaryFor(db: Db, organizationId: string, languages: readonly [string, string]) {
  return db
    .selectFrom('glossaryEntries')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where(sql<boolean>`translations ?& ${[...languages]}`)
    .orderBy('id')
    .execute()
}

export function findGlossaryEntry(
  db: Db,
  organizationId: string,
  id: string,
): Promise<GlossaryRow | undefined> {
  return db
    .selectFrom('glossaryEntries')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function countGlossary(db: Db, organizationId: string) {
  const { count } = await db
    .selectFrom('glossaryEntries')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('organizationId', '=', organizationId)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertGlossaryEntry(
  db: Tx,
  row: Pick<GlossaryRow, 'id' | 'organizationId' | 'translations'>,
  now: Date,
) {
  const translations = JSON.stringify(row.translations)
  await db
    .insertInto('glossaryEntries')
    .values({ ...row, translations, createdAt: now, updatedAt: now })
    .execute()
}

export async function updateGlossaryEntry(
  db: Tx,
  { organizationId, id, translations }: Pick<GlossaryRow, 'id' | 'organizationId' | 'translations'>,
  now: Date,
) {
  const { numUpdatedRows } = await db
    .updateTable('glossaryEntries')
    .set({ translations: JSON.stringify(translations), updatedAt: now })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteGlossaryEntry(db: Tx, organizationId: string, id: string) {
  await db
    .deleteFrom('glossaryEntries')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute()
}
