import type { Ctx } from '../../domain/context.ts'
import { numeral } from './lexemes.ts'
import { readQuery, type Term } from './query.ts'
import { askedOf, looserTiersOf, type Tier, tiersOf } from './questions.ts'
import { relax } from './relax.ts'
import { type Hit as HitRow, listHits, type SearchedSpace } from './store.ts'
import { lookUp, type Vocabulary } from './vocabulary.ts'

export type Hit = HitRow & { isInTitle: boolean }
export type Hits = { hits: Hit[]; terms: Term[] }

const NOTHING: Hits = { hits: [], terms: [] }

/** Sections with all the words; failing that, with words near to them, or with some of them. */
export async function findHits(ctx: Ctx, spaces: SearchedSpace[], text: string): Promise<Hits> {
  const typed = readQuery(text)
  if (spaces.length === 0 || typed.exact.length === 0) return NOTHING
  const spaceIds = spaces.map(({ id }) => id)
  const { query, vocabulary } = await lookUp(ctx, spaceIds, typed)
  const hits = await ask(ctx, spaces, tiersOf(query, vocabulary))
  if (hits.length > 0) return { hits, terms: [...query.exact, ...query.growing] }
  return findNear(ctx, spaces, query.growing, vocabulary)
}

async function findNear(
  ctx: Ctx,
  spaces: SearchedSpace[],
  typed: Term[],
  counted: Vocabulary,
): Promise<Hits> {
  const spaceIds = spaces.map(({ id }) => id)
  const { terms, vocabulary, areOthers } = await relax(ctx, spaceIds, typed, counted)
  if (terms.length === 0) return NOTHING
  const together = areOthers ? tiersOf({ exact: terms, growing: terms }, vocabulary) : []
  return { hits: await ask(ctx, spaces, [...together, ...looserTiersOf(terms, vocabulary)]), terms }
}

async function ask(ctx: Ctx, spaces: SearchedSpace[], tiers: Tier[]): Promise<Hit[]> {
  const numerals = spaces.map(({ number }) => numeral(number))
  const spaceIds = spaces.map(({ id }) => id)
  const questions = tiers.map((tier) => askedOf(numerals, tier))
  const best = new Map<string, Hit>()
  for (const row of await listHits(ctx.db, spaceIds, questions)) {
    // With the space: a copy of it has the same pages.
    const place = `${row.spaceId} ${row.pageId} ${row.at}`
    const known = best.get(place)
    if (known && known.tier <= row.tier) continue
    best.set(place, { ...row, isInTitle: tiers[row.tier]?.isAboutTitles ?? false })
  }
  return [...best.values()]
}
