import { sql } from 'kysely'
import { prepared } from '../../../kit/storage/database/prepared.ts'
import type { Db } from '../../../kit/storage/db.ts'
import type { IndexState } from '../spaces/indexes/store.ts'
import { type Among, isListed, listableSpaces } from '../spaces/store.ts'

/** A space that is searched: what its readers see begins at `root`. */
export type SearchedSpace = { id: string; organizationId: string; title: string; root: string | null }

/** Of some spaces of an organization those that a caller can read. */
export const listSearchedSpaces = prepared<Among & { spaceIds: string[] }, SearchedSpace>(
  (db, { organizationId, userId, spaceIds }) =>
    listableSpaces(db, userId)
      .clearSelect()
      .innerJoin('revisions', 'revisions.id', 'spaces.revisionId')
      .select(['spaces.id', 'spaces.organizationId', 'spaces.title', 'revisions.root'])
      .where('spaces.organizationId', '=', organizationId)
      .where('spaces.id', '=', sql<string>`any(${spaceIds}::text[])`)
      .orderBy('spaces.updatedAt', 'desc'),
)

/** Of a space joined with its revision: the root that its readers see, with computed pages where it has any. */
export const readersRoot = sql<string | null>`coalesce((
  select root from computed_contents
  where space_id = spaces.id and kind = 'pages' and source = revisions.root), revisions.root)`

export type SpaceBehind = { id: string; changedAt: Date }

/** Those whose index does not describe what their readers see, and since when they see it. */
export const listSpacesBehindOf = prepared<{ spaceIds: string[] }, SpaceBehind>((db, { spaceIds }) =>
  spacesBehind(db)
    .select(['spaces.id', 'revisions.createdAt as changedAt'])
    .where('spaces.id', '=', sql<string>`any(${spaceIds}::text[])`),
)

function spacesBehind(db: Db) {
  return db
    .selectFrom('spaces')
    .innerJoin('revisions', 'revisions.id', 'spaces.revisionId')
    .leftJoin('searchIndexes', 'searchIndexes.spaceId', 'spaces.id')
    .where((where) =>
      where.or([
        where('searchIndexes.root', 'is distinct from', readersRoot),
        where('searchIndexes.pending', '<>', sql<string[]>`'{}'`),
      ]),
    )
}

/** The same of an organization, of what changed since a time or is one of some. */
export const listSpacesBehindIn = prepared<
  Among & { since: Date; known: string[] },
  SpaceBehind & { isListed: boolean }
>((db, { organizationId, userId, since, known }) =>
  spacesBehind(db)
    .select(['spaces.id', 'revisions.createdAt as changedAt'])
    .select(isListed(sql.ref('spaces.id'), { organizationId, userId }).as('isListed'))
    .where(
      sql<boolean>`spaces.id in (
        select id from spaces where organization_id = ${organizationId} and updated_at >= ${since}::timestamptz
        union all select unnest(${known}::text[]))`,
    ),
)

const SLOW = { takesTime: true }

/** By the ids of revisions. */
export async function listRoots(db: Db, revisionIds: string[]) {
  const rows = await db
    .selectFrom('revisions')
    .select(['id', 'root'])
    .where('id', '=', sql<string>`any(${revisionIds})`)
    .execute()
  return new Map(rows.map(({ id, root }) => [id, root]))
}

/**
 * A section that answers a question; `tier` is the place of that among the questions. With the state of the index that
 * had it: read by itself, that could be of a moment before or after.
 */
export type HitRow = IndexState & {
  tier: number
  spaceId: string
  pageId: string
  at: number
  length: number
  anchor: string
  title: string
  body: string
}

/** The tsqueries for one space, by their tiers. */
export type Questions = Record<number, string>

/** Shared by all spaces that are asked. A question is not asked once the ones before it have found enough in a space. */
const MOST_HITS = 100

export async function listHits(db: Db, spaceIds: string[], asked: Questions[]): Promise<HitRow[]> {
  if (asked.length === 0) return []
  const most = Math.max(1, Math.floor(MOST_HITS / asked.length))
  return selectHits(db, { spaceIds, most, asked: asked.map((questions) => JSON.stringify(questions)) })
}

type HitValues = { spaceIds: string[]; most: number; asked: string[] }

// The questions name the spaces by their numbers; asked once more, so that no mistake there shows what others keep. One loop
// over all of them, which ends with the last hit there is room for: a plan for each would take longer to set up than to
// run. The planner must know no values, hence the sub-selects: knowing a common word, it would rather read the table
// until it has met enough of them; knowing only the limit, it would still make a plan for each call.
// Every section has its index; the join is a left one so that no plan looks for the hits again for each index.
const selectHits = prepared<HitValues, HitRow>(
  (_db, { spaceIds, most, asked }) => sql<HitRow>`
    select hits.*, root, pending from (
      select hits.* from unnest((select ${asked}::json[])) space (questions), lateral (
        select tier::int, hit.* from json_each_text(questions) asked (tier, question), lateral (
          select space_id, page_id, at, length, anchor, title, body from search_sections
          where terms @@ question::tsquery limit (select ${most}::int)) hit
        limit (select ${most}::int)) hits
      limit ${sql.lit(MOST_HITS)}) hits
    left join search_indexes using (space_id)
    where space_id = any(${spaceIds}::text[])`,
  SLOW,
)

/** A word with the numbers of sections that have it. */
export type CountedWord = {
  word: string
  /** In the text, in the heading, or in the title where that is theirs. */
  sections: number
  headings: number
  /** In the title of the page above them. */
  below: number
  /** Pages that have it in their title. */
  titles: number
}

/** `spaces` are those that have it, by their numbers in the index. */
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
  sum(titles)::int as titles, array_agg(number) as spaces`
// The numbers come along with the words: an index that was made anew has another one, so nobody keeps them.
const indexesOf = (spaceIds: string[]) => sql`(select space_id as id, number
  from unnest((select ${spaceIds}::text[])) wanted (id) join search_indexes on space_id = wanted.id) space`

// The lists come from sub-selects, so that the planner can not count them: it would make a plan for each call, which
// takes longer than the reading. The limits keep every look-up one by both columns of the key.
export const listVocabulary = prepared<Asked, Completion>((_db, { spaceIds, words, prefixes }) => {
  const spaces = indexesOf(spaceIds)
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
        limit greatest(${sql.lit(MOST_COMPLETIONS)}, ${sql.lit(MOST_LOOKED_AT)} / cardinality((select ${spaceIds}::text[])))
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
    join ${indexesOf(spaceIds)} on space.id = space_id
    group by word order by sum(sections) desc limit ${sql.lit(MOST_NEAR)}`,
  SLOW,
)
