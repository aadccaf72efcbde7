import { type Selectable, sql } from 'kysely'
import type { Unit } from '../../../engines/translation/units.ts'
import type { Db, Tables, Tx } from '../../../kit/storage/db.ts'
import type { LanguageRow } from './store.ts'

export type UnitRow = Selectable<Tables['translationUnits']>
export type LanguageKey = Pick<LanguageRow, 'translationId' | 'language'>

export function listUnits(db: Db, { translationId, language }: LanguageKey): Promise<UnitRow[]> {
  return db
    .selectFrom('translationUnits')
    .selectAll()
    .where('translationId', '=', translationId)
    .where('language', '=', language)
    .execute()
}

export async function hasUnwritten(db: Db, { translationId, language }: LanguageKey) {
  const row = await db
    .selectFrom('translationUnits')
    .select('key')
    .where('translationId', '=', translationId)
    .where('language', '=', language)
    .where('isWritten', '=', false)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export type NewUnit = Pick<
  UnitRow,
  'pageId' | 'key' | 'source' | 'target' | 'isOutdated' | 'origin' | 'madeBy'
>

const AT_ONCE = 2_000

/** Puts translations in the place of earlier ones. */
export async function putUnits(db: Tx, key: LanguageKey, units: readonly NewUnit[], madeAt: Date) {
  for (let at = 0; at < units.length; at += AT_ONCE)
    await db
      .insertInto('translationUnits')
      .columns(COLUMNS)
      .expression(rowsOf(key, units.slice(at, at + AT_ONCE), madeAt))
      .onConflict((conflict) =>
        conflict.columns(['translationId', 'language', 'pageId', 'key']).doUpdateSet((eb) => ({
          source: eb.ref('excluded.source'),
          target: eb.ref('excluded.target'),
          isOutdated: eb.ref('excluded.isOutdated'),
          origin: eb.ref('excluded.origin'),
          madeBy: eb.ref('excluded.madeBy'),
          madeAt: eb.ref('excluded.madeAt'),
          isWritten: false,
        })),
      )
      .execute()
}

/** Puts translations where there are none, or outdated ones only; says how many. What people made meanwhile stays. */
export async function addUnits(db: Tx, key: LanguageKey, units: readonly NewUnit[], madeAt: Date) {
  let count = 0
  for (let at = 0; at < units.length; at += AT_ONCE) {
    const { numInsertedOrUpdatedRows = 0n } = await db
      .insertInto('translationUnits')
      .columns(COLUMNS)
      .expression(rowsOf(key, units.slice(at, at + AT_ONCE), madeAt))
      .onConflict((conflict) =>
        conflict
          .columns(['translationId', 'language', 'pageId', 'key'])
          .doUpdateSet((eb) => ({
            source: eb.ref('excluded.source'),
            target: eb.ref('excluded.target'),
            isOutdated: eb.ref('excluded.isOutdated'),
            origin: eb.ref('excluded.origin'),
            madeBy: eb.ref('excluded.madeBy'),
            madeAt: eb.ref('excluded.madeAt'),
            isWritten: false,
          }))
          .where('translationUnits.isOutdated', '=', true)
          .where('translationUnits.isOutdated', '<>', sql<boolean>`excluded.is_outdated`),
      )
      .executeTakeFirst()
    count += Number(numInsertedOrUpdatedRows)
  }
  return count
}

const COLUMNS = [
  'translationId',
  'language',
  'pageId',
  'key',
  'source',
  'target',
  'isOutdated',
  'origin',
  'madeBy',
  'madeAt',
] as const

/** One statement of a few parameters, however many there are. */
function rowsOf({ translationId, language }: LanguageKey, units: readonly NewUnit[], madeAt: Date) {
  const json = JSON.stringify(units)
  return sql<never>`select ${translationId}::text, ${language}::text, "pageId", key, source, target,
    "isOutdated", origin, "madeBy", ${madeAt}::timestamptz
    from jsonb_to_recordset(${json}::jsonb) as unit("pageId" text, key text, source text, target text,
      "isOutdated" boolean, origin text, "madeBy" text)`.$castTo<never>() as never
}

/** The translated space says these now; one that was changed meanwhile is left for the next time. */
export async function markWritten(
  db: Tx,
  { translationId, language }: LanguageKey,
  units: readonly Pick<UnitRow, 'pageId' | 'key' | 'target'>[],
) {
  const json = JSON.stringify(units.map(({ pageId, key, target }) => ({ pageId, key, target })))
  await sql`update translation_units as known set is_written = true
    from jsonb_to_recordset(${json}::jsonb) as unit("pageId" text, key text, target text)
    where known.translation_id = ${translationId} and known.language = ${language}
      and known.page_id = unit."pageId" and known.key = unit.key and known.target = unit.target`.execute(db)
}

export async function findTexts(db: Db, bodies: readonly string[]) {
  const rows = await db
    .selectFrom('translationTexts')
    .select(['body', 'units'])
    .where('body', '=', sql<string>`any(${[...bodies]})`)
    .execute()
  return new Map(rows.map(({ body, units }) => [body, units as Unit[]]))
}

/** Stands alone: it follows from the texts, so whoever works it out may keep it. */
export async function keepTexts(db: Db, texts: ReadonlyMap<string, Unit[]>, readAt: Date) {
  if (texts.size === 0) return
  const rows = [...texts].map(([body, units]) => ({ body, units: JSON.stringify(units), readAt }))
  await db
    .insertInto('translationTexts')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteTextsReadBefore(db: Tx, time: Date) {
  await db.deleteFrom('translationTexts').where('readAt', '<', time).execute()
}
