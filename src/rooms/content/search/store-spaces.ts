// Which spaces of an organization have words: where a search over all that somebody may read begins.
import { type RawBuilder, sql } from 'kysely'
import { prepared } from '../../../kit/storage/database/prepared.ts'
import { type Among, isListed, isMemberOf } from '../spaces/store.ts'

export type { Among } from '../spaces/store.ts'

const SLOW = { takesTime: true }
/** Rows of the vocabulary that one question looks at. */
const MOST_LOOKED_AT = 1_000
const MOST_COMPLETIONS = 20
/** Above all letters. */
const LAST = '\u{10ffff}'

/**
 * The spaces that a guest was given, or lie in a collection they were given, at most so many; null for a member, who reads
 * them all.
 */
export const listSpacesOfGuest = prepared<Among & { most: number }, { ids: string[] | null }>(
  (_db, { organizationId, userId, most }) => {
    const given = sql`grants.organization_id = ${organizationId}
      and (grants.user_id = ${userId} or grants.team_id in (
        select team_id from team_members where organization_id = ${organizationId} and user_id = ${userId}))`
    return sql<{ ids: string[] | null }>`
      select case when not ${isMemberOf({ organizationId, userId })} then array(
        select spaces.id from spaces
        where spaces.organization_id = ${organizationId} and spaces.deleted_at is null and spaces.id in (
          select grants.space_id from grants where ${given} and grants.space_id is not null
          union select below.id from spaces below where below.ancestors && array(
            select grants.collection_id from grants where ${given} and grants.collection_id is not null))
        limit ${most}::int) end as ids`
  },
)

/** `words` are those that stand for it: the first ones of a prefix. */
export type SpacesOfWord = {
  word: string
  isPrefix: boolean
  words: string[]
  spaceIds: string[]
  isCut: boolean
}

type Words = Among & { words: string[]; prefixes: string[]; most: number }

const readable = (among: Among) => isListed(sql.ref('known.space_id'), among)
/** What is looked at: of a member all, so that each space is asked about once. */
const lookedAt = (among: Among) => sql`(${isMemberOf(among)} or ${readable(among)})`

// Lists come from sub-selects, so that the planner counts none of them and keeps its plan. A word that is in many spaces
// is looked for until there are enough of these.
/** Spaces that have a word, or one that begins so, at most so many of each. */
export const listSpacesOfWords = prepared<Words, SpacesOfWord>(
  (_db, { words, prefixes, most, organizationId, userId }) => sql<SpacesOfWord>`
    select word, false as is_prefix, array[word] as words, space_ids, cardinality(space_ids) >= (select ${most}::int) as is_cut
    from unnest((select ${words}::text[])) word, lateral (select array(
      select space_id from search_words known
      where organization_id = ${organizationId} and known.word = word.word and ${readable({ organizationId, userId })}
      limit (select ${most}::int)) as space_ids) spaces
    union all
    select prefix, true, all_words[1:${sql.lit(MOST_COMPLETIONS)}], space_ids, cardinality(space_ids) >= (select ${most}::int) or looked_at = ${sql.lit(MOST_LOOKED_AT)}
    from unnest((select ${prefixes}::text[])) prefix, lateral (
      select count(*) as looked_at, array_agg(distinct space_id) as all_ids, array_agg(distinct word) as all_words from (
        select space_id, word from search_words known where organization_id = ${organizationId}
          and word > prefix collate "C" and word < prefix || ${sql.lit(LAST)} collate "C"
          and ${lookedAt({ organizationId, userId })}
        limit ${sql.lit(MOST_LOOKED_AT)}) beginning) found, lateral (select array(
      select space_id from unnest(all_ids) known (space_id) where ${readable({ organizationId, userId })}
      limit (select ${most}::int)) as space_ids) spaces`,
  SLOW,
)

type Together = Among & { lists: string; inTitles: string[]; first: string[]; most: number }

/**
 * For words that are in more spaces than are asked: those that have one of each list of words, and have some of them in
 * titles before others.
 */
export const listSpacesOfAll = prepared<Together, { inTitles: string[]; anywhere: string[] }>(
  (_db, { lists, inTitles, first, most, organizationId, userId }) => {
    const spaces = (condition: RawBuilder<unknown>) => sql`array(
      select space_id from (
        select space_id from search_words known
        where organization_id = ${organizationId} and ${condition} and ${lookedAt({ organizationId, userId })}
        limit ${sql.lit(MOST_LOOKED_AT)}) known
      where ${readable({ organizationId, userId })} and not exists (
        select from lists where not exists (
          select from search_words other
          where other.space_id = known.space_id and other.word = any(lists.words)))
      limit (select ${most}::int))`
    // As arrays: of a list of words, the planner would rather read all words of a space.
    return sql<{ inTitles: string[]; anywhere: string[] }>`
      with lists as materialized (
        select array(select json_array_elements_text(list)) as words
        from json_array_elements((select ${lists}::json)) list)
      select
      ${spaces(sql`word = any((select ${inTitles}::text[])::text[]) and titles > 0`)} as in_titles,
      ${spaces(sql`word = any((select ${first}::text[])::text[])`)} as anywhere`
  },
  SLOW,
)

type Near = Among & { spellings: string[]; most: number }

/** Spaces that have words with one of these keys. */
export const listSpacesOfNear = prepared<Near, { spaceId: string }>(
  (_db, { spellings, most, organizationId, userId }) => sql<{ spaceId: string }>`
    with near as materialized (
      select space_id from search_words
      where organization_id = ${organizationId} and spellings && (select ${spellings}::text[]))
    select space_id from (select distinct space_id from near) known where ${readable({ organizationId, userId })}
    limit (select ${most}::int)`,
  SLOW,
)
