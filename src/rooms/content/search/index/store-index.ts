import { sql } from 'kysely'
import { EVERYWHERE } from '../../../../engines/search/lexemes.ts'
import type { SectionRow } from '../../../../engines/search/rows.ts'
import { spellingsOf } from '../../../../engines/search/similar-words.ts'
import { PAIR } from '../../../../engines/search/terms.ts'
import type { Db, Tx } from '../../../../kit/storage/db.ts'
import { type IndexState, indexStates } from '../../spaces/indexes/store.ts'
import { type CountedWord, readersRoot } from '../store.ts'

/** A space with its numeral in the index. */
export type IndexedSpace = { spaceId: string; space: string }

export const searchIndexStates = indexStates<IndexState & { number: number }>('searchIndexes', readersRoot, {
  ofOrganization: true,
})

/**
 * Deletes the sections of pages, and says which words they had, with the numbers of sections. What stands in front of
 * words is said in lexemes.ts.
 */
export async function deleteSections(db: Tx, { spaceId, space }: IndexedSpace, pageIds: string[]) {
  const sign = space.length + 1
  const { rows } = await sql<CountedWord>`
    with gone as (
      delete from search_sections where space_id = ${spaceId} and page_id = any(${pageIds}::text[]) returning terms
    ), lexemes as (
      select substr(lexeme, ${sign}::int, 1) as sign, substr(lexeme, ${sign}::int + 1) as word
      from gone, unnest(tsvector_to_array(terms)) lexeme
      union all select ':', ${EVERYWHERE} from gone
    )
    select word,
      count(*) filter (where sign = ':')::int as sections,
      count(*) filter (where sign = '+')::int as headings,
      count(*) filter (where sign = '^')::int as below,
      count(*) filter (where sign = '=')::int as titles
    from lexemes where sign in (':', '+', '^', '=') and not starts_with(word, ${PAIR}) group by word`.execute(
    db,
  )
  return rows
}

/** Adds to the numbers of words. Those that are in no section any more are deleted. */
export async function changeWords(db: Tx, spaceId: string, words: CountedWord[]) {
  const { rows } = await sql<{ word: string }>`
    with changed as (
      insert into search_words as known
        (organization_id, space_id, word, sections, headings, below, titles, spellings)
      select (select organization_id from search_indexes where space_id = ${spaceId}), ${spaceId}, word, sections, headings, below, titles, string_to_array(spellings, ' ') from unnest(
        ${words.map(({ word }) => word)}::text[], ${words.map(({ sections }) => sections)}::int[],
        ${words.map(({ headings }) => headings)}::int[], ${words.map(({ below }) => below)}::int[],
        ${words.map(({ titles }) => titles)}::int[],
        ${words.map(({ word }) => spellingsOf(word).join(' '))}::text[]
      ) change (word, sections, headings, below, titles, spellings)
      on conflict (space_id, word) do update set sections = known.sections + excluded.sections,
        headings = known.headings + excluded.headings, below = known.below + excluded.below,
        titles = known.titles + excluded.titles
      returning word, sections
    )
    select word from changed where sections <= 0`.execute(db)
  const unused = rows.map(({ word }) => word)
  if (unused.length > 0)
    await sql`delete from search_words where space_id = ${spaceId} and word = any(${unused}::text[])`.execute(
      db,
    )
}

/** Keeps what is to be added later. */
export async function insertWordChanges(db: Tx, spaceId: string, words: CountedWord[]) {
  await db
    .insertInto('searchWordChanges')
    .values({ spaceId, words: JSON.stringify(words) })
    .execute()
}

export async function listWordChanges(db: Db, spaceId: string): Promise<CountedWord[]> {
  const rows = await db
    .selectFrom('searchWordChanges')
    .select('words')
    .where('spaceId', '=', spaceId)
    .execute()
  return rows.flatMap(({ words }) => words as CountedWord[])
}

export async function deleteWordChanges(db: Tx, spaceId: string) {
  await db.deleteFrom('searchWordChanges').where('spaceId', '=', spaceId).execute()
}

export async function insertSections(db: Tx, spaceId: string, sections: SectionRow[]) {
  await sql`
    insert into search_sections (space_id, page_id, at, anchor, title, body, length, terms)
    select ${spaceId}, page_id, at, anchor, title, body, length, terms::tsvector from unnest(
      ${sections.map(({ pageId }) => pageId)}::text[], ${sections.map(({ at }) => at)}::int[],
      ${sections.map(({ anchor }) => anchor)}::text[], ${sections.map(({ title }) => title)}::text[],
      ${sections.map(({ body }) => body)}::text[], ${sections.map(({ length }) => length)}::int[],
      ${sections.map(({ terms }) => terms)}::text[]
    ) section (page_id, at, anchor, title, body, length, terms)`.execute(db)
}

/** What came last waits in a list beside each index, which every search reads to its end: now it is sorted in. */
export async function sortIn(db: Db) {
  await sql`select gin_clean_pending_list('search_sections_by_term'), gin_clean_pending_list('search_words_by_spelling')`.execute(
    db,
  )
}

/**
 * What a page shows beside its own text: a reusable content, the place of one that is not there, values of variables of
 * the space. These two have no id.
 */
export type ShownPart = { pageId: string; kind: 'reusable' | 'nothing' | 'variables'; partId: string }

export async function replaceShownParts(db: Tx, spaceId: string, pageIds: string[], parts: ShownPart[]) {
  await sql`delete from search_parts where space_id = ${spaceId} and page_id = any(${pageIds}::text[])`.execute(
    db,
  )
  if (parts.length === 0) return
  await sql`
    insert into search_parts (space_id, page_id, kind, part_id)
    select ${spaceId}, page_id, kind, part_id from unnest(
      ${parts.map(({ pageId }) => pageId)}::text[], ${parts.map(({ kind }) => kind)}::text[],
      ${parts.map(({ partId }) => partId)}::text[]
    ) part (page_id, kind, part_id)`.execute(db)
}

/** Pages that the index has with one of these. */
export async function listPagesShowing(
  db: Db,
  spaceId: string,
  parts: Omit<ShownPart, 'pageId'>[],
): Promise<string[]> {
  const { rows } = await sql<{ pageId: string }>`
    select distinct page_id from search_parts join unnest(
      ${parts.map(({ kind }) => kind)}::text[], ${parts.map(({ partId }) => partId)}::text[]
    ) part (kind, part_id) using (kind, part_id) where space_id = ${spaceId}`.execute(db)
  return rows.map(({ pageId }) => pageId)
}

/** A description that a page shows something of, in the version that the index has. */
export type ShownSpecRow = { pageId: string; spec: string; version: string | null }

export async function replaceShownSpecs(db: Tx, spaceId: string, pageIds: string[], shown: ShownSpecRow[]) {
  await sql`delete from search_specs where space_id = ${spaceId} and page_id = any(${pageIds}::text[])`.execute(
    db,
  )
  if (shown.length > 0)
    await db
      .insertInto('searchSpecs')
      .values(shown.map((one) => ({ spaceId, ...one })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** Pages that the index has with another version of a description than there is now. */
export async function listOutdatedPages(db: Db, spaceId: string): Promise<string[]> {
  const rows = await outdated(db)
    .select('searchSpecs.pageId')
    .distinct()
    .where('spaces.id', '=', spaceId)
    .execute()
  return rows.map(({ pageId }) => pageId)
}

/** Spaces of an organization with such pages, because of one description. */
export async function listOutdatedSpaces(db: Db, organizationId: string, slug: string): Promise<string[]> {
  const rows = await outdated(db)
    .select('spaces.id')
    .distinct()
    .where('spaces.organizationId', '=', organizationId)
    .where('searchSpecs.spec', '=', slug)
    .execute()
  return rows.map(({ id }) => id)
}

function outdated(db: Db) {
  return db
    .selectFrom('searchSpecs')
    .innerJoin('spaces', 'spaces.id', 'searchSpecs.spaceId')
    .leftJoin('openapiSpecs', (join) =>
      join
        .onRef('openapiSpecs.organizationId', '=', 'spaces.organizationId')
        .onRef('openapiSpecs.slug', '=', 'searchSpecs.spec'),
    )
    .where('searchSpecs.version', 'is distinct from', (where) => where.ref('openapiSpecs.lastVersionId'))
}
