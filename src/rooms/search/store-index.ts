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

export async function findHeadRoot(db: Db, spaceId: string) {
  const row = await db
    .selectFrom('spaces')
    .innerJoin('revisions', 'revisions.id', 'spaces.revisionId')
    .select('revisions.root')
    .where('spaces.id', '=', spaceId)
    .executeTakeFirst()
  return row?.root
}

export async function updateIndexedRoot(db: Db, spaceId: string, root: string | null) {
  await db.updateTable('searchIndexes').set({ root }).where('spaceId', '=', spaceId).execute()
}

/** A word with the numbers of sections that are new with it, and the keys it is found by when misspelt. */
export type NewWord = CountedWord & { spellings: string[] }

/** Takes the sections of pages out of the index, and puts others in their place. Four statements at most. */
export async function replaceSections(
  db: Db,
  spaceId: string,
  pageIds: string[],
  { sections, words }: { sections: NewSection[]; words: NewWord[] },
) {
  const unused = await countWords(db, spaceId, pageIds, words)
  if (unused.length > 0)
    await sql`delete from search_words where space_id = ${spaceId} and word = any(${unused}::text[])`.execute(
      db,
    )
  if (sections.length > 0) await insertSections(db, spaceId, sections)
}

/**
 * Deletes the sections of the pages and balances the words they had with the new ones; returns those nobody has now. What
 * the signs in front of lexemes mean is said in lexemes.ts.
 */
async function countWords(db: Db, spaceId: string, pageIds: string[], words: NewWord[]) {
  const { rows } = await sql<{ word: string }>`
    with gone as (
      delete from search_sections where space_id = ${spaceId} and page_id = any(${pageIds}::text[]) returning terms
    ), difference (word, sections, headings, below, spellings) as (
      select case left(lexeme, 1) when '+' then substr(lexeme, 2) when '^' then substr(lexeme, 2) when '@' then ''
          else lexeme end,
        -(left(lexeme, 1) not in ('+', '^'))::int, -(left(lexeme, 1) = '+')::int, -(left(lexeme, 1) = '^')::int, ''
      from gone, unnest(tsvector_to_array(terms)) lexeme where lexeme !~ '^[=*]|^@.*/|~'
      union all
      select * from unnest(
        ${words.map(({ word }) => word)}::text[], ${words.map(({ sections }) => sections)}::int[],
        ${words.map(({ headings }) => headings)}::int[], ${words.map(({ below }) => below)}::int[],
        ${words.map(({ spellings }) => spellings.join(' '))}::text[])
    ), changed as (
      insert into search_words as known (space_id, word, sections, headings, below, spellings)
      select ${spaceId}, word, sum(sections), sum(headings), sum(below), string_to_array(max(spellings), ' ')
      from difference group by word having (sum(sections), sum(headings), sum(below)) <> (0, 0, 0)
      on conflict (space_id, word) do update set sections = known.sections + excluded.sections,
        headings = known.headings + excluded.headings, below = known.below + excluded.below
      returning word, sections
    )
    select word from changed where sections <= 0`.execute(db)
  return rows.map(({ word }) => word)
}

async function insertSections(db: Db, spaceId: string, sections: NewSection[]) {
  await sql`
    insert into search_sections (space_id, page_id, at, anchor, title, body, length, terms)
    select ${spaceId}, page_id, at, anchor, title, body, length, terms::tsvector from unnest(
      ${sections.map(({ pageId }) => pageId)}::text[], ${sections.map(({ at }) => at)}::int[],
      ${sections.map(({ anchor }) => anchor)}::text[], ${sections.map(({ title }) => title)}::text[],
      ${sections.map(({ body }) => body)}::text[], ${sections.map(({ length }) => length)}::int[],
      ${sections.map(({ terms }) => terms)}::text[]
    ) section (page_id, at, anchor, title, body, length, terms)`.execute(db)
}
