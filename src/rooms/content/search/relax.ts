// What to ask when the words that were typed stand together nowhere.

import type { Term } from '../../../engines/search/query.ts'
import { distance, spellingsNear } from '../../../engines/search/similar-words.ts'
import type { ReadContext } from '../../../kit/domain/context.ts'
import type { Vocabulary } from './index/vocabulary.ts'
import { type FoundWord, listNearWords } from './store.ts'

/** Words that may stand for one that nobody wrote; the most common. */
const MOST_NEAR = 8

/** Terms in the order in which they should be given up, the last first. */
export type Relaxed = {
  terms: Term[]
  vocabulary: Vocabulary
  /** Others than were typed: they may stand together where those did not. */
  areOthers: boolean
}

export async function relax(
  ctx: ReadContext,
  spaceIds: string[],
  terms: Term[],
  { sections, words }: Vocabulary,
): Promise<Relaxed> {
  const typed = wordsIn(terms).map(({ word, meant }) => ({
    word,
    meant: meant.filter((one) => words.has(one)),
  }))
  const unknown = typed.filter(({ meant }) => meant.length === 0).map(({ word }) => word)
  const near = await findNear(ctx, spaceIds, unknown)
  const known = new Map([...[...near.values()].flat().map((row) => [row.word, row] as const), ...words])
  const count = (words: string[]) => words.reduce((sum, word) => sum + (known.get(word)?.sections ?? 0), 0)
  const meant = typed
    .map(({ word, meant }) => [...meant, ...(near.get(word) ?? []).map((row) => row.word)])
    .filter((words) => words.length > 0)
    .sort((one, other) => count(one) - count(other))
  return {
    terms: meant.map((words): Term => [[{ words }]]),
    vocabulary: { sections, words: known },
    areOthers: unknown.length > 0,
  }
}

/** Words that are one error away; for those that have none, two. */
async function findNear(ctx: ReadContext, spaceIds: string[], typed: string[]) {
  const found = new Map<string, FoundWord[]>()
  for (const errors of [1, 2] as const) {
    const missing = typed.filter((word) => !found.has(word))
    const keys = missing.flatMap((word) => spellingsNear(word, errors))
    const rows = keys.length === 0 ? [] : await listNearWords(ctx.db, spaceIds, keys)
    for (const word of missing) {
      const near = rows.filter((row) => distance(word, row.word, errors) <= errors)
      if (near.length > 0) found.set(word, near.slice(0, MOST_NEAR))
    }
  }
  return found
}

/** What was typed, with what may be meant by it. Of an identifier its parts: they may stand apart. */
function wordsIn(terms: Term[]) {
  return terms
    .flatMap((term) => term.at(-1) ?? [])
    .map(({ words, prefix }) => ({
      word: prefix ?? words[0] ?? '',
      meant: prefix === undefined ? words : [prefix, ...words],
    }))
}
