import { type Insertable, sql } from 'kysely'
import type { Db, Tables, Tx } from '../../../kit/storage/db.ts'
import { type PageQuery, pageOf } from '../../../kit/storage/page.ts'

export type FaceRow = { weight: number; blob: string; format: 'woff2' | 'woff' }
export type FontRow = { id: string; organizationId: string; family: string; faces: FaceRow[] }

/** The faces of the font of the row at hand, as a list. */
export const FACES = sql<FaceRow[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('weight', weight, 'blob', blob, 'format', format) order by weight), '[]')
  from custom_font_faces where font_id = custom_fonts.id)`

function selectFonts(db: Db, organizationId: string) {
  return db
    .selectFrom('customFonts')
    .select(['id', 'organizationId', 'family'])
    .select(FACES.as('faces'))
    .where('organizationId', '=', organizationId)
}

export function findFont(db: Db, organizationId: string, id: string): Promise<FontRow | undefined> {
  return selectFonts(db, organizationId).where('id', '=', id).executeTakeFirst()
}

export function listFonts(db: Db, organizationId: string, page: PageQuery) {
  return pageOf(selectFonts(db, organizationId), page, {
    columns: ['id'],
    order: 'asc',
    position: ({ id }) => [id],
  })
}

export async function countFonts(db: Db, organizationId: string) {
  const { count } = await db
    .selectFrom('customFonts')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('organizationId', '=', organizationId)
    .executeTakeFirstOrThrow()
  return count
}

/** As it is now; until the transaction ends nobody else changes it, or starts to use it. */
export async function lockFontRow(db: Tx, organizationId: string, id: string) {
  const locked = await db
    .selectFrom('customFonts')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  // Only now: in one statement the faces could be those from before the wait.
  return locked && findFont(db, organizationId, id)
}

/** Of these fonts, those that are there; none of them goes until the transaction ends. */
export function holdFonts(db: Tx, organizationId: string, ids: string[]) {
  return db
    .selectFrom('customFonts')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '=', sql<string>`any(${ids})`)
    .orderBy('id')
    .forShare()
    .execute()
}

export async function insertFont(db: Tx, row: Insertable<Tables['customFonts']>) {
  await db.insertInto('customFonts').values(row).execute()
}

export async function updateFont(db: Tx, organizationId: string, id: string, family: string) {
  await db
    .updateTable('customFonts')
    .set({ family })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

export async function replaceFaces(db: Tx, fontId: string, faces: FaceRow[]) {
  await db.deleteFrom('customFontFaces').where('fontId', '=', fontId).execute()
  await db
    .insertInto('customFontFaces')
    .values(faces.map((face) => ({ ...face, fontId })))
    .execute()
}

export async function deleteFont(db: Tx, organizationId: string, id: string) {
  const { numDeletedRows } = await db
    .deleteFrom('customFonts')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Sites whose texts or code are set in a font of the organization. */
export function listSitesInFont(db: Db, organizationId: string, fontId: string) {
  return db
    .selectFrom('sites')
    .innerJoin('siteCustomizations', 'siteCustomizations.siteId', 'sites.id')
    .select(['sites.id', 'sites.title'])
    .where('sites.organizationId', '=', organizationId)
    .where(
      sql<boolean>`${JSON.stringify(fontId)}::jsonb in (
        case when settings #> '{styling,font,custom}' = 'true' then settings #> '{styling,font,id}' end,
        case when settings #> '{styling,monospaceFont,custom}' = 'true' then settings #> '{styling,monospaceFont,id}' end)`,
    )
    .orderBy('sites.id')
    .execute()
}

/** Whether a font that is still there has a file with these bytes. */
export async function hasFace(db: Db, fontId: string, blob: string, format: string) {
  const face = await db
    .selectFrom('customFontFaces')
    .select('weight')
    .where('fontId', '=', fontId)
    .where('blob', '=', blob)
    .where(sql`format`, '=', format)
    .executeTakeFirst()
  return face !== undefined
}
