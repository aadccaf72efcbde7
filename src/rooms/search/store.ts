import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../storage/db.ts'
import { prepared } from '../../storage/prepared.ts'
import { listableSpaces } from '../spaces/store.ts'

/** A space that is searched: what its readers see begins at `root`. */
export type SearchedSpace = { id: string; organizationId: string; title: string; root: string | null }

/** Those of an organization that a caller can read. */
export const listSearchedSpaces = prepared<{ organizationId: string; userId: string }, SearchedSpace>(
  (db, { organizationId, userId }) =>
    listableSpaces(db, userId)
      .clearSelect()
      .innerJoin('revisions', 'revisions.id', 'spaces.revisionId')
      .select(['spaces.id', 'spaces.organizationId', 'spaces.title', 'revisions.root'])
      .where('spaces.organizationId', '=', organizationId)
      .orderBy('spaces.updatedAt', 'desc'),
)

const SLOW = { takesTime: true }

/** A section that answers a question; `tier` is the place of that among the questions. */
export type Hit = { tier: number; spaceId: string; pageId: string; at: number; length: number }

/** A question is not asked once the ones before it have found enough; of many spaces no one may take all the room. */
const MOST_HITS = 100
const MOST_OF_MANY = 10
/** With questions that are asked nowhere there are few statements, whose plans are soon known. */
const QUESTIONS_A_STATEMENT = 4

/** Each question is asked of some spaces: a tsquery for each of these. */
export async function listHits(db: Db, spaceIds: string[], questions: string[][]): Promise<Hit[]> {
  const length = Math.ceil(questions.length / QUESTIONS_A_STATEMENT) * QUESTIONS_A_STATEMENT
  const asked = Array.from({ length }, (_, at) => questions[at] ?? [])
  const values = Object.fromEntries(asked.map((question, at) => [`question${at}`, question]))
  const most = spaceIds.length === 1 ? MOST_HITS : MOST_OF_MANY
  return length === 0 ? [] : selectHits(db, { ...values, spaceIds, most }, { questions: length })
}

type HitValues = Record<`question${number}`, string[]> & { spaceIds: string[]; most: number }

const selectHits = prepared<HitValues, Hit, { questions: number }>((_db, holes, { questions }) => {
  const tiers = Array.from({ length: questions }, (_, tier) => hitsOf(tier, holes))
  // The questions name the spaces themselves; asked once more, so that no mistake there shows what others keep.
  return sql<Hit>`
    select * from (select * from (${sql.join(tiers, sql` union all `)}) found limit ${sql.lit(MOST_HITS)}) hits
    where space_id = any(${holes.spaceIds}::text[])`
}, SLOW)

// The planner must not know the questions: knowing a common word, it would rather read the table until it has met enough
// of them, and read all of it where they belong to others.
function hitsOf(tier: number, holes: HitValues): RawBuilder<Hit> {
  return sql`(select ${sql.lit(tier)}::int as tier, hit.*
    from unnest((select ${holes[`question${tier}`]}::text[])) question, lateral (
      select space_id, page_id, at, length from search_sections
      where terms @@ question::tsquery limit ${holes.most}::int) hit
    limit ${sql.lit(MOST_HITS)})`
}

export type ShownSection = {
  spaceId: string
  pageId: string
  at: number
  anchor: string
  title: string
  body: string
}
type Place = Pick<ShownSection, 'spaceId' | 'pageId' | 'at'>

export async function listSections(db: Db, places: Place[]): Promise<ShownSection[]> {
  return selectSections(db, {
    spaceIds: places.map(({ spaceId }) => spaceId),
    pageIds: places.map(({ pageId }) => pageId),
    ats: places.map(({ at }) => at),
  })
}

type Places = { spaceIds: string[]; pageIds: string[]; ats: number[] }

const selectSections = prepared<Places, ShownSection>(
  (_db, { spaceIds, pageIds, ats }) => sql<ShownSection>`
    select section.space_id, section.page_id, section.at, anchor, title, body
    from unnest(${spaceIds}::text[], ${pageIds}::text[], ${ats}::int[]) wanted (space_id, page_id, at)
    join search_sections section using (space_id, page_id, at)`,
  SLOW,
)

/** A word with the numbers of sections that have it: anywhere, in their heading, in the title of the page above them. */
export type CountedWord = { word: string; sections: number; headings: number; below: number }

/** `spaces` are the places of those that have it in the list of those that were asked about. */
export type FoundWord = CountedWord & { spaces: number[] }

/** `prefix` is the one that the word completes; null of a word that was asked for itself. */
type Completion = FoundWord & { prefix: string | null }
type Asked = { spaceIds: string[]; words: string[]; prefixes: string[] }

/** Completions of one prefix: the most common of so many that are looked at, from the first on in each space. */
const MOST_COMPLETIONS = 20
const MOST_LOOKED_AT = 200
/** Above all letters. */
const LAST = '\u{10ffff}'
const COUNTS = sql`sum(sections)::int as sections, sum(headings)::int as headings, sum(below)::int as below,
  array_agg(n::int - 1) as spaces`

// The lists come from sub-selects, so that the planner can not count them: it would make a plan for each call, which
// takes longer than the reading. The limits keep every look-up one by both columns of the key.
export const listVocabulary = prepared<Asked, Completion>((_db, { spaceIds, words, prefixes }) => {
  const spaces = sql`unnest((select ${spaceIds}::text[])) with ordinality space (id, n)`
  return sql<Completion>`
    select null as prefix, found.word, ${COUNTS}
    from ${spaces}, unnest((select ${words}::text[])) wanted, lateral (
      select * from search_words where space_id = space.id and word = wanted limit 1) found
    group by found.word
    union all
    select prefix, completion.* from unnest((select ${prefixes}::text[])) prefix, lateral (
      select word, ${COUNTS} from ${spaces}, lateral (
        select * from search_words
        where space_id = space.id and word > prefix collate "C" and word < prefix || ${sql.lit(LAST)} collate "C"
        limit greatest(${sql.lit(MOST_COMPLETIONS)}, ${sql.lit(MOST_LOOKED_AT)} / cardinality(${spaceIds}::text[]))
      ) beginning
      group by word order by sum(sections) desc limit ${sql.lit(MOST_COMPLETIONS)}) completion`
}, SLOW)

/** As many as somebody could mean; the most common when there are more. */
const MOST_NEAR = 1_000

export async function listNearWords(db: Db, spaceIds: string[], spellings: string[]): Promise<FoundWord[]> {
  return selectNearWords(db, { spaceIds, spellings })
}

// The words first, whichever space they are from: the planner would read all words of a space beside them.
const selectNearWords = prepared<{ spaceIds: string[]; spellings: string[] }, FoundWord>(
  (_db, { spaceIds, spellings }) => sql<FoundWord>`
    with near as materialized (select * from search_words where spellings && (select ${spellings}::text[]))
    select word, ${COUNTS} from near
    join unnest((select ${spaceIds}::text[])) with ordinality space (id, n) on space.id = space_id
    group by word order by sum(sections) desc limit ${sql.lit(MOST_NEAR)}`,
  SLOW,
)
