import { readQuery, type Term } from '../../../engines/search/query.ts'
import type { ReadContext } from '../../../kit/domain/context.ts'
import { lookUp, type Vocabulary } from './index/vocabulary.ts'
import { askedOf, looserTiersOf, type Tier, tiersOf } from './questions.ts'
import { relax } from './relax.ts'
import { type HitRow, listHits } from './store.ts'

export type Hit = HitRow & { isInTitle: boolean }
export type Hits = { hits: Hit[]; terms: Term[] }

const NOTHING: Hits = { hits: [], terms: [] }

/** Sections with all the words; failing that, with words near to them, or with some of them. */
export async function findHits(ctx: ReadContext, spaceIds: string[], text: string): Promise<Hits> {
  const typed = readQuery(text)
  if (spaceIds.length === 0 || typed.exact.length === 0) return NOTHING
  const { query, vocabulary } = await lookUp(ctx, spaceIds, typed)
  const hits = await ask(ctx, spaceIds, tiersOf(query, vocabulary))
  if (hits.length > 0) return { hits, terms: [...query.exact, ...query.growing] }
  return findNear(ctx, spaceIds, query.growing, vocabulary)
}

async function findNear(
  ctx: ReadContext,
  spaceIds: string[],
  typed: Term[],
  counted: Vocabulary,
): Promise<Hits> {
  const { terms, vocabulary, areOthers } = await relax(ctx, spaceIds, typed, counted)
  if (terms.length === 0) return NOTHING
  const together = areOthers ? tiersOf({ exact: terms, growing: terms }, vocabulary) : []
  return { hits: await ask(ctx, spaceIds, [...together, ...looserTiersOf(terms, vocabulary)]), terms }
}

async function ask(ctx: ReadContext, spaceIds: string[], tiers: Tier[]): Promise<Hit[]> {
  const best = new Map<string, Hit>()
  for (const row of await listHits(ctx.db, spaceIds, askedOf(tiers))) {
    // With the space: a copy of it has the same pages.
    const place = `${row.spaceId} ${row.pageId} ${row.at}`
    const known = best.get(place)
    if (known && known.tier <= row.tier) continue
    best.set(place, { ...row, isInTitle: tiers[row.tier]?.isAboutTitles ?? false })
  }
  return [...best.values()]
}
