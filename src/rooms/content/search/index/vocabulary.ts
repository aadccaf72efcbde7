import { EVERYWHERE } from '../../../../engines/search/lexemes.ts'
import type { Query, Term } from '../../../../engines/search/query.ts'
import { PAIR } from '../../../../engines/search/terms.ts'
import type { ReadContext } from '../../../../kit/domain/context.ts'
import { type FoundWord, listVocabulary } from '../store.ts'

/** How common the words of a query are in the spaces that are searched. */
export type Vocabulary = {
  /** Sections there are. */
  sections: number
  words: Map<string, FoundWord>
}

/** The query with words in place of prefixes, and what is known of all its words. */
export async function lookUp(ctx: ReadContext, spaceIds: string[], query: Query) {
  const wanted = [...query.exact, ...query.growing].flat(2)
  const prefixes = new Set(wanted.map(({ prefix }) => prefix).filter((prefix) => prefix !== undefined))
  const typed = wanted.flatMap((one) => one.words)
  const words = new Set([EVERYWHERE, ...typed.flatMap(countedWordsOf)])
  const asked = { spaceIds, words: [...words], prefixes: [...prefixes] }
  const rows = spaceIds.length === 0 ? [] : await listVocabulary(ctx.db, asked)
  const known = new Map<string, FoundWord>(rows.map((row) => [row.word, row]))
  for (const pair of typed.filter(isPair)) countPair(known, pair)
  const completions = new Map([...prefixes].map((prefix): [string, string[]] => [prefix, []]))
  for (const { prefix, word } of rows) if (prefix !== null) completions.get(prefix)?.push(word)
  const completed: Query = {
    name: query.name,
    exact: query.exact.map((term) => complete(term, completions)),
    growing: query.growing.map((term) => complete(term, completions)),
  }
  const vocabulary: Vocabulary = { sections: known.get(EVERYWHERE)?.sections ?? 0, words: known }
  return { query: completed, vocabulary }
}

function complete(term: Term, completions: Map<string, string[]>): Term {
  return term.map((wanted) =>
    wanted.map((one) =>
      one.prefix === undefined ? one : { ...one, words: completions.get(one.prefix) ?? [] },
    ),
  )
}

/** Those that stand in the vocabulary for a word: pairs are not counted. */
export function countedWordsOf(word: string): string[] {
  return isPair(word) ? charactersOf(word) : [word]
}

function isPair(word: string) {
  return word.startsWith(PAIR)
}

function charactersOf(pair: string) {
  return [...pair.slice(PAIR.length)]
}

/** A pair is at most where both of its characters are. */
function countPair(known: Map<string, FoundWord>, pair: string) {
  const [one, other] = charactersOf(pair).map((character) => known.get(character))
  if (!one || !other) return
  known.set(pair, {
    word: pair,
    sections: Math.min(one.sections, other.sections),
    headings: Math.min(one.headings, other.headings),
    below: Math.min(one.below, other.below),
    titles: Math.min(one.titles, other.titles),
    spaces: one.spaces.filter((space) => other.spaces.includes(space)),
  })
}
