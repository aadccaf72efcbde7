// What to ask when the words that were typed stand together nowhere.
import type { Ctx } from '../../domain/context.ts'
import type { Term } from './query.ts'
import { distance, errorsForgiven, spellingsNear } from './spelling.ts'
import { type CountedWord, listNearWords } from './store.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Words that may stand for one that nobody wrote. */
const MOST_NEAR = 8

/** Terms in the order in which they should be given up, the last first. */
export type Relaxed = { terms: Term[]; vocabulary: Vocabulary }

export async function relax(ctx: Ctx, spaceIds: string[], terms: Term[], { sections, words }: Vocabulary) {
  const typed = wordsIn(terms).map(({ word, meant }) => ({
    word,
    meant: meant.filter((one) => words.has(one)),
  }))
  const keys = typed.flatMap(({ word, meant }) => (meant.length > 0 ? [] : spellingsNear(word)))
  const near = keys.length === 0 ? [] : await listNearWords(ctx.db, spaceIds, keys)
  const known = new Map([...near.map((row) => [row.word, row] as const), ...words])
  const count = (words: string[]) => words.reduce((sum, word) => sum + (known.get(word)?.sections ?? 0), 0)
  const meant = typed
    .map(({ word, meant }) => (meant.length > 0 ? meant : nearestTo(word, near)))
    .filter((words) => words.length > 0)
    .sort((one, other) => count(one) - count(other))
  const relaxed: Relaxed = {
    terms: meant.map((words): Term => [[{ words }]]),
    vocabulary: { sections, words: known },
  }
  return relaxed
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

function nearestTo(word: string, near: CountedWord[]) {
  const errors = errorsForgiven(word)
  const measured = near
    .map((row) => ({ ...row, errors: distance(word, row.word, errors) }))
    .filter((row) => row.errors <= errors)
  const least = Math.min(...measured.map((row) => row.errors))
  return measured
    .filter((row) => row.errors === least)
    .sort((one, other) => other.sections - one.sections)
    .slice(0, MOST_NEAR)
    .map((row) => row.word)
}
