// The spaces that a search asks. Over an organization these are few, however many somebody may read: those that have the
// words, by the vocabulary.
import { groupBy } from '../../../engines/content/groups.ts'
import type { Query, Term } from '../../../engines/search/query.ts'
import { spellingsNear } from '../../../engines/search/similar-words.ts'
import type { ReadContext } from '../../../kit/domain/context.ts'
import { countedWordsOf } from './index/vocabulary.ts'
import {
  type Among,
  listSpacesOfAll,
  listSpacesOfGuest,
  listSpacesOfNear,
  listSpacesOfWords,
  type SpacesOfWord,
} from './store-spaces.ts'

export type SearchedSpaces = {
  /** Those that may have all the words in one place. */
  withAll(query: Query): Promise<string[]>
  /** Those that may have some of the words, or words near to them. */
  withSome(query: Query): Promise<string[]>
}

/** Twice as many as an answer can name: of those that have all the words, some have them far apart. */
const MOST_ASKED = 200
/** Lists of words that a space is looked up by when all of them are in many spaces. */
const MOST_LISTS = 4

export function theseSpaces(ids: string[]): SearchedSpaces {
  return { withAll: async () => ids, withSome: async () => ids }
}

export async function spacesReadableBy(ctx: ReadContext, among: Among): Promise<SearchedSpaces> {
  const [guest] = await listSpacesOfGuest(ctx.db, { ...among, most: MOST_ASKED + 1 })
  if (guest?.ids && guest.ids.length <= MOST_ASKED) return theseSpaces(guest.ids)
  let found: Promise<FoundSpaces> | undefined
  const find = (query: Query) => {
    found ??= findSpaces(ctx, among, query)
    return found
  }
  return {
    withAll: async (query) => spacesOfAll(ctx, among, await find(query)),
    withSome: async (query) => spacesOfSome(ctx, among, await find(query)),
  }
}

/** The spaces of one thing that was typed; the first of them where there are more. */
type SpacesOfTerm = { words: string[]; ids: string[]; isCut: boolean }
type FoundSpaces = { terms: SpacesOfTerm[]; unknown: string[] }

async function findSpaces(ctx: ReadContext, among: Among, { exact, growing }: Query): Promise<FoundSpaces> {
  const wanted = [...exact, ...growing].flat(2)
  const words = [...new Set(wanted.flatMap((one) => one.words.flatMap(countedWordsOf)))]
  const prefixes = [...new Set(wanted.flatMap(({ prefix }) => prefix ?? []))]
  const rows = await listSpacesOfWords(ctx.db, { ...among, words, prefixes, most: MOST_ASKED + 1 })
  const known = groupBy(rows, ({ word, isPrefix }) => `${isPrefix} ${word}`)
  const of = (word: string, isPrefix: boolean) => known.get(`${isPrefix} ${word}`)?.[0]
  const terms = exact.map((term, at) => {
    const both = [...term, ...(growing[at] ?? [])]
    return any(both.map((parts) => all(parts.map((one) => any([...spacesOf(one, of)])))))
  })
  const isUnknown = (word: string) => [false, true].every((isPrefix) => !of(word, isPrefix)?.spaceIds.length)
  return { terms, unknown: words.filter(isUnknown) }
}

function* spacesOf(
  { words, prefix }: Term[number][number],
  of: (word: string, isPrefix: boolean) => SpacesOfWord | undefined,
): Generator<SpacesOfTerm> {
  const termOf = (row: SpacesOfWord | undefined): SpacesOfTerm => ({
    words: row?.words ?? [],
    ids: row?.spaceIds ?? [],
    isCut: row?.isCut ?? false,
  })
  if (prefix !== undefined) yield termOf(of(prefix, true))
  for (const word of words) yield all(countedWordsOf(word).map((one) => termOf(of(one, false))))
}

function any(terms: SpacesOfTerm[]): SpacesOfTerm {
  return {
    words: terms.flatMap(({ words }) => words),
    ids: [...new Set(terms.flatMap(({ ids }) => ids))],
    isCut: terms.some(({ isCut }) => isCut),
  }
}

/** Those that are known wholly decide. */
function all(terms: SpacesOfTerm[]): SpacesOfTerm {
  const whole = terms.filter(({ isCut }) => !isCut)
  const [first, ...others] = whole
  const most = terms.toSorted((one, other) => one.ids.length - other.ids.length)[0]
  if (!first) return most ?? { words: [], ids: [], isCut: false }
  const ids = first.ids.filter((id) => others.every((term) => term.ids.includes(id)))
  return { words: first.words, ids, isCut: false }
}

async function spacesOfAll(ctx: ReadContext, among: Among, { terms }: FoundSpaces): Promise<string[]> {
  const { ids, isCut } = all(terms)
  if (!isCut) return ids.slice(0, MOST_ASKED)
  const lists = terms.map(({ words }) => words).filter((words) => words.length > 0)
  const [first] = lists
  if (!first) return ids.slice(0, MOST_ASKED)
  const some = lists.slice(0, MOST_LISTS)
  // Of one word, each space that has it has a hit.
  const most = lists.length > 1 ? MOST_ASKED : MOST_ASKED / 2
  const together = JSON.stringify(lists.length > 1 ? some : [])
  const asked = { ...among, lists: together, inTitles: some.flat(), first, most }
  const [found] = await listSpacesOfAll(ctx.db, asked)
  const chosen = [...(found?.inTitles ?? []), ...(found?.anywhere ?? []), ...(terms.length > 1 ? [] : ids)]
  return [...new Set(chosen)].slice(0, most)
}

/** Those of rare words first: they say most of what is meant. */
async function spacesOfSome(ctx: ReadContext, among: Among, { terms, unknown }: FoundSpaces) {
  const rarest = terms.toSorted((one, other) => one.ids.length - other.ids.length)
  const ids = [...(await spacesOfNear(ctx, among, unknown)), ...rarest.flatMap((term) => term.ids)]
  return [...new Set(ids)].slice(0, MOST_ASKED)
}

/** With words that are one error away; where there are none, two. */
async function spacesOfNear(ctx: ReadContext, among: Among, words: string[]): Promise<string[]> {
  for (const errors of [1, 2] as const) {
    const spellings = words.flatMap((word) => spellingsNear(word, errors))
    if (spellings.length === 0) continue
    const rows = await listSpacesOfNear(ctx.db, { ...among, spellings, most: MOST_ASKED })
    if (rows.length > 0) return rows.map(({ spaceId }) => spaceId)
  }
  return []
}
