import { sql } from 'kysely'
import type { Db, Tx } from '../../../kit/storage/db.ts'
import type { Overrides } from './merge.ts'
import type { SiteCustomizationSettings } from './schema.ts'
import { FACES, type FontRow } from './store-fonts.ts'

export type SettingsRow = { settings: SiteCustomizationSettings | null; fonts: FontRow[] }

/** The settings of a site, null where nobody customized it, and those fonts of its organization that they name. */
export async function findSettings(db: Db, siteId: string): Promise<SettingsRow | undefined> {
  return db
    .selectFrom('sites')
    .leftJoin('siteCustomizations', 'siteCustomizations.siteId', 'sites.id')
    .select([
      sql<SiteCustomizationSettings | null>`settings`.as('settings'),
      sql<FontRow[]>`coalesce((
        select jsonb_agg(jsonb_build_object(
          'id', custom_fonts.id, 'organizationId', organization_id, 'family', family, 'faces', ${FACES}))
        from custom_fonts
        where organization_id = sites.organization_id
          and id in (settings #>> '{styling,font,id}', settings #>> '{styling,monospaceFont,id}')
      ), '[]')`.as('fonts'),
    ])
    .where('sites.id', '=', siteId)
    .executeTakeFirst()
}

function selectOverrides(db: Db, siteId: string) {
  return db
    .selectFrom('siteSpaces')
    .leftJoin('siteSpaceCustomizations', 'siteSpaceCustomizations.siteSpaceId', 'siteSpaces.id')
    .select(['siteSpaces.id', sql<Overrides>`coalesce(overrides, '{}')`.as('overrides')])
    .where('siteSpaces.siteId', '=', siteId)
}

/** Undefined when the site has no such site space. */
export function findOverrides(db: Db, siteId: string, siteSpaceId: string) {
  return selectOverrides(db, siteId).where('siteSpaces.id', '=', siteSpaceId).executeTakeFirst()
}

/** Of all site spaces, also of those without any. */
export function listOverrides(db: Db, siteId: string) {
  return selectOverrides(db, siteId).execute()
}

/** What the settings were before the last change; undefined where there was none. */
export async function findPreviousSettings(db: Db, siteId: string) {
  return db
    .selectFrom('siteCustomizations')
    .select(sql<SiteCustomizationSettings | null>`previous`.as('previous'))
    .where('siteId', '=', siteId)
    .executeTakeFirst()
}

export async function putSettings(
  db: Tx,
  siteId: string,
  settings: SiteCustomizationSettings,
  updatedAt: Date,
) {
  const values = { settings: JSON.stringify(settings), updatedAt }
  await db
    .insertInto('siteCustomizations')
    .values({ siteId, ...values })
    .onConflict((known) =>
      known.column('siteId').doUpdateSet({ ...values, previous: sql`site_customizations.settings` }),
    )
    .execute()
}

export async function putOverrides(db: Tx, siteSpaceId: string, overrides: Overrides, updatedAt: Date) {
  const values = { overrides: JSON.stringify(overrides), updatedAt }
  await db
    .insertInto('siteSpaceCustomizations')
    .values({ siteSpaceId, ...values })
    .onConflict((known) => known.column('siteSpaceId').doUpdateSet(values))
    .execute()
}

export async function deleteOverrides(db: Tx, siteId: string, siteSpaceId: string) {
  const { numDeletedRows } = await db
    .deleteFrom('siteSpaceCustomizations')
    .using('siteSpaces')
    .whereRef('siteSpaces.id', '=', 'siteSpaceCustomizations.siteSpaceId')
    .where('siteSpaces.siteId', '=', siteId)
    .where('siteSpaceId', '=', siteSpaceId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
