import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Tables, Tx } from '../../../kit/storage/db.ts'
import { type PageQuery, pageOf } from '../../../kit/storage/page.ts'
import { listableSpaces } from '../../content/spaces/store.ts'

export type TranslationRow = Selectable<Tables['translations']>
export type LanguageRow = Selectable<Tables['translationLanguages']>

/** Those about spaces that the caller may read and, for all but guests, those about none. */
export function listTranslations(
  db: Db,
  organizationId: string,
  caller: { userId: string; isGuest: boolean },
  page: PageQuery,
) {
  const readable = listableSpaces(db, caller.userId)
    .clearSelect()
    .select('spaces.id')
    .where('spaces.organizationId', '=', organizationId)
  const query = db
    .selectFrom('translations')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where((eb) => {
      const isReadable = eb('sourceSpaceId', 'in', readable)
      return caller.isGuest ? isReadable : eb.or([eb('sourceSpaceId', 'is', null), isReadable])
    })
  return pageOf(query, page, { columns: ['id'], order: 'asc', position: ({ id }) => [id] })
}

export function findTranslation(
  db: Db,
  organizationId: string,
  id: string,
): Promise<TranslationRow | undefined> {
  return db
    .selectFrom('translations')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** For work in the background and the command line. */
export function findAnyTranslation(db: Db, id: string): Promise<TranslationRow | undefined> {
  return db.selectFrom('translations').selectAll().where('id', '=', id).executeTakeFirst()
}

export function lockTranslation(db: Tx, id: string): Promise<TranslationRow | undefined> {
  return db.selectFrom('translations').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** Translations that a space is the source of, or that are written into it. */
export async function listTranslationsAbout(db: Db, spaceId: string) {
  const rows = await db
    .selectFrom('translations')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('sourceSpaceId', '=', spaceId),
        eb(
          'id',
          'in',
          db
            .selectFrom('translationLanguages')
            .select('translationId')
            .where('spaceId', '=', spaceId)
            .where('place', 'is not', null),
        ),
      ]),
    )
    .execute()
  return rows.map(({ id }) => id)
}

export async function insertTranslation(db: Tx, row: Insertable<Tables['translations']>) {
  await db.insertInto('translations').values(row).execute()
}

export async function updateTranslation(db: Tx, id: string, values: Updateable<Tables['translations']>) {
  await db.updateTable('translations').set(values).where('id', '=', id).execute()
}

export async function deleteTranslation(db: Tx, id: string) {
  const { numDeletedRows } = await db.deleteFrom('translations').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Those in use, in their order. Spaces that were trashed or went to another organization are not theirs any more. */
export function listLanguages(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('translationLanguages')
    .innerJoin('translations', 'translations.id', 'translationLanguages.translationId')
    .leftJoin('spaces', (join) =>
      join
        .onRef('spaces.id', '=', 'translationLanguages.spaceId')
        .onRef('spaces.organizationId', '=', 'translations.organizationId')
        .on('spaces.deletedAt', 'is', null),
    )
    .selectAll('translationLanguages')
    .select(['spaces.id as targetId', 'spaces.revisionId as targetRevisionId'])
    .where('translationLanguages.translationId', '=', sql<string>`any(${[...ids]})`)
    .where('translationLanguages.place', 'is not', null)
    .orderBy('translationLanguages.place')
    .execute()
}
export type ListedLanguage = Awaited<ReturnType<typeof listLanguages>>[number]

/** Those too that are not in use any more. */
export function listAllLanguages(db: Db, translationId: string): Promise<LanguageRow[]> {
  return db
    .selectFrom('translationLanguages')
    .selectAll()
    .where('translationId', '=', translationId)
    .execute()
}

export async function putLanguage(db: Tx, row: Insertable<Tables['translationLanguages']>) {
  await db
    .insertInto('translationLanguages')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['translationId', 'language']).doUpdateSet({ place: row.place, spaceId: row.spaceId }),
    )
    .execute()
}

export async function updateLanguage(
  db: Tx,
  { translationId, language }: Pick<LanguageRow, 'translationId' | 'language'>,
  values: Updateable<Tables['translationLanguages']>,
) {
  await db
    .updateTable('translationLanguages')
    .set(values)
    .where('translationId', '=', translationId)
    .where('language', '=', language)
    .execute()
}

export async function dropLanguagesBut(db: Tx, translationId: string, kept: readonly string[]) {
  await db
    .updateTable('translationLanguages')
    .set({ place: null })
    .where('translationId', '=', translationId)
    .where('language', '<>', sql<string>`all(${[...kept]})`)
    .execute()
}

export async function isWrittenInto(db: Db, spaceId: string) {
  const row = await db
    .selectFrom('translationLanguages')
    .select('language')
    .where('spaceId', '=', spaceId)
    .executeTakeFirst()
  return row !== undefined
}

/** Runs that are not over, though no job of them waits or is at work; of some one was given up. */
export async function listRunsWithoutJob(db: Tx, jobName: string) {
  const { rows } = await sql<{ id: string; organizationId: string; isGivenUp: boolean }>`
    select run.id, run.organization_id as "organizationId", exists (
        select from jobs
        where name = ${jobName} and payload ->> 'translationId' = run.id and state = 'failed'
      ) as "isGivenUp"
    from translations run
    where run.run_state in ('pending', 'running')
      and not exists (
        select from jobs
        where name = ${jobName} and payload ->> 'translationId' = run.id and state <> 'failed'
      )
      and not exists (
        select from leases
        where name = 'translation run ' || run.id and expires_at > clock_timestamp()
      )
    for no key update of run`.execute(db)
  return rows
}
