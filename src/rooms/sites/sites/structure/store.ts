import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db, Tables, Tx } from '../../../../kit/storage/db.ts'
import { spacesSeenBy } from '../../../content/spaces/store.ts'
import type { ExternalLink, StructureGroup, StructureSection } from './structure.ts'

export function listGroups(db: Db, siteId: string): Promise<StructureGroup[]> {
  return db
    .selectFrom('siteSectionGroups')
    .select(['id', 'parentId', 'title', 'icon', 'position'])
    .where('siteId', '=', siteId)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

export function listSections(db: Db, siteId: string): Promise<StructureSection[]> {
  return db
    .selectFrom('siteSections')
    .select(['id', 'groupId', 'title', 'description', 'icon', 'path', 'condition', 'position'])
    .select('defaultSiteSpaceId')
    .where('siteId', '=', siteId)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

export function listExternalLinks(db: Db, siteId: string): Promise<ExternalLink[]> {
  return db
    .selectFrom('siteExternalLinks')
    .select(['id', 'groupId', 'title', 'description', 'icon', 'url', 'condition', 'position'])
    .where('siteId', '=', siteId)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** All whose space is not in the trash, each as one caller meets its space. */
export function listSiteSpaces(db: Db, siteId: string, userId: string) {
  return spacesSeenBy(db, userId)
    .innerJoin('siteSpaces', 'siteSpaces.spaceId', 'spaces.id')
    .select([
      'siteSpaces.id as siteSpaceId',
      'siteSpaces.sectionId',
      'siteSpaces.path as sitePath',
      'siteSpaces.condition',
      'siteSpaces.position as sitePosition',
    ])
    .where('siteSpaces.siteId', '=', siteId)
    .where('spaces.deletedAt', 'is', null)
    .orderBy('siteSpaces.position')
    .orderBy('siteSpaces.id')
    .execute()
}

/** The same without callers, for those who change the structure; spaces in the trash keep their place. */
export function listPlaces(db: Db, siteId: string) {
  return db
    .selectFrom('siteSpaces')
    .innerJoin('spaces', 'spaces.id', 'siteSpaces.spaceId')
    .select([
      'siteSpaces.id',
      'siteSpaces.sectionId',
      'siteSpaces.path',
      'siteSpaces.condition',
      'siteSpaces.position',
      'siteSpaces.spaceId',
      'spaces.title',
      'spaces.deletedAt',
    ])
    .where('siteSpaces.siteId', '=', siteId)
    .orderBy('siteSpaces.position')
    .orderBy('siteSpaces.id')
    .execute()
}

export async function insertSiteSpaces(db: Tx, rows: Insertable<Tables['siteSpaces']>[]) {
  if (rows.length > 0) await db.insertInto('siteSpaces').values(rows).execute()
}

export async function updateSiteSpace(
  db: Tx,
  siteId: string,
  id: string,
  values: Updateable<Tables['siteSpaces']>,
) {
  await db
    .updateTable('siteSpaces')
    .set({ id, ...values })
    .where('siteId', '=', siteId)
    .where('id', '=', id)
    .execute()
}

/** Those that stand in no section come into this one. */
export async function moveIntoSection(db: Tx, siteId: string, sectionId: string) {
  await db
    .updateTable('siteSpaces')
    .set({ sectionId })
    .where('siteId', '=', siteId)
    .where('sectionId', 'is', null)
    .execute()
}

export async function insertSection(db: Tx, row: Insertable<Tables['siteSections']>) {
  await db.insertInto('siteSections').values(row).execute()
}

export async function updateSection(
  db: Tx,
  siteId: string,
  id: string,
  values: Updateable<Tables['siteSections']>,
) {
  await db
    .updateTable('siteSections')
    .set({ id, ...values })
    .where('siteId', '=', siteId)
    .where('id', '=', id)
    .execute()
}

export async function insertGroup(db: Tx, row: Insertable<Tables['siteSectionGroups']>) {
  await db.insertInto('siteSectionGroups').values(row).execute()
}

export async function updateGroup(
  db: Tx,
  siteId: string,
  id: string,
  values: Updateable<Tables['siteSectionGroups']>,
) {
  await db
    .updateTable('siteSectionGroups')
    .set({ id, ...values })
    .where('siteId', '=', siteId)
    .where('id', '=', id)
    .execute()
}

export async function insertExternalLink(db: Tx, row: Insertable<Tables['siteExternalLinks']>) {
  await db.insertInto('siteExternalLinks').values(row).execute()
}

export async function updateExternalLink(
  db: Tx,
  siteId: string,
  id: string,
  values: Updateable<Tables['siteExternalLinks']>,
) {
  await db
    .updateTable('siteExternalLinks')
    .set({ id, ...values })
    .where('siteId', '=', siteId)
    .where('id', '=', id)
    .execute()
}

type Part = 'siteExternalLinks' | 'siteSpaces' | 'siteSections' | 'siteSectionGroups'

export async function deletePart(db: Tx, part: Part, siteId: string, id: string) {
  const { numDeletedRows } = await db
    .deleteFrom(part)
    .where('siteId', '=', siteId)
    .where(sql.ref(`${part}.id`), '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
