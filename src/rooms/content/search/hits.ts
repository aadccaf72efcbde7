import { readQuery, type Term } from '../../../engines/search/query.ts'
import type { ReadContext } from '../../../kit/domain/context.ts'
import { lookUp, type Vocabulary } from './index/vocabulary.ts'
import { askedOf, looserTiersOf, type Tier, tiersOf } from './questions.ts'
import { relax } from './relax.ts'
import type { SearchedSpaces } from './searched-spaces.ts'
import { type HitRow, listHits } from './store.ts'

export type Hit = HitRow & { isInTitle: boolean }
export type Hits = { hits: Hit[]; terms: Term[] }

const NOTHING: Hits = { hits: [], terms: [] }

/** Sections with all the words; failing that, with words near to them, or with some of them. */
export async function findHits(ctx: ReadContext, spaces: SearchedSpaces, text: string): Promise<Hits> {
  const typed = readQuery(text)
  if (typed.exact.length === 0) return NOTHING
  const spaceIds = await spaces.withAll(typed)
  const known = await lookUp(ctx, spaceIds, typed)
  const hits = await ask(ctx, spaceIds, tiersOf(known.query, known.vocabulary))
  if (hits.length > 0) return { hits, terms: [...known.query.exact, ...known.query.growing] }
  const others = await spaces.withSome(typed)
  const { query, vocabulary } = others === spaceIds ? known : await lookUp(ctx, others, typed)
  return findNear(ctx, others, query.growing, vocabulary)
}

async function findNear(
  ctx: ReadContext,
  spaceIds: string[],
  typed: Term[],
  counted: Vocabulary,
): Promise<Hits> {
  if (spaceIds.length === 0) return NOTHING
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
