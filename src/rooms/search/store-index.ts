import { sql } from 'kysely'
import type { Db } from '../../storage/db.ts'
import type { NewSection } from './rows.ts'
import type { CountedWord } from './store.ts'

/** The root that the index of a space describes, kept from others until the transaction ends; undefined: no such space. */
export async function lockIndex(db: Db, spaceId: string) {
  await sql`insert into search_indexes (space_id) select id from spaces where id = ${spaceId}
    on conflict do nothing`.execute(db)
  const row = await db
    .selectFrom('searchIndexes')
    .select('root')
    .where('spaceId', '=', spaceId)
    .forUpdate()
    .executeTakeFirst()
  return row?.root
}

export async function updateIndexedRoot(db: Db, spaceId: string, root: string | null) {
  await db.updateTable('searchIndexes').set({ root }).where('spaceId', '=', spaceId).execute()
}

/**
 * Deletes the sections of pages, and says which words they had, with the numbers of sections. What the signs in front of
 * lexemes mean is said in lexemes.ts.
 */
export async function deleteSections(db: Db, spaceId: string, pageIds: string[]) {
  const { rows } = await sql<CountedWord>`
    with gone as (
      delete from search_sections where space_id = ${spaceId} and page_id = any(${pageIds}::text[]) returning terms
    ), lexemes as (
      select left(lexeme, 1) as sign, lexeme from gone, unnest(tsvector_to_array(terms)) lexeme
      where lexeme !~ '^[=*]|^@.*/|~'
    )
    select case when sign in ('+', '^') then substr(lexeme, 2) when sign = '@' then '' else lexeme end as word,
      count(*) filter (where sign not in ('+', '^'))::int as sections,
      count(*) filter (where sign = '+')::int as headings,
      count(*) filter (where sign = '^')::int as below
    from lexemes group by 1`.execute(db)
  return rows
}

/** A word with what is to be added to its numbers of sections, and the keys it is found by when misspelt. */
export type WordChange = CountedWord & { spellings: string[] }

/** Words that are in no section any more are deleted. */
export async function changeWords(db: Db, spaceId: string, words: WordChange[]) {
  const { rows } = await sql<{ word: string }>`
    with changed as (
      insert into search_words as known (space_id, word, sections, headings, below, spellings)
      select ${spaceId}, word, sections, headings, below, string_to_array(spellings, ' ') from unnest(
        ${words.map(({ word }) => word)}::text[], ${words.map(({ sections }) => sections)}::int[],
        ${words.map(({ headings }) => headings)}::int[], ${words.map(({ below }) => below)}::int[],
        ${words.map(({ spellings }) => spellings.join(' '))}::text[]
      ) change (word, sections, headings, below, spellings)
      on conflict (space_id, word) do update set sections = known.sections + excluded.sections,
        headings = known.headings + excluded.headings, below = known.below + excluded.below
      returning word, sections
    )
    select word from changed where sections <= 0`.execute(db)
  const unused = rows.map(({ word }) => word)
  if (unused.length > 0)
    await sql`delete from search_words where space_id = ${spaceId} and word = any(${unused}::text[])`.execute(
      db,
    )
}

export async function insertSections(db: Db, spaceId: string, sections: NewSection[]) {
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
