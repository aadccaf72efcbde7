import { type Changed, diffMaps } from '../../content/map.ts'
import type { PageRecord } from '../../content/records.ts'
import type { Ctx } from '../../domain/context.ts'
import { inBatches } from '../../world/batches.ts'
import { ThreadsClosed } from '../../world/threads.ts'
import { aheadOfIndex, openNodes } from '../revisions/revisions.ts'
import { type Cut, cutPages, type PageText } from './cutting.ts'
import { numeral } from './lexemes.ts'
import { isFound, looksOther } from './rows.ts'
import {
  changeWords,
  deleteSections,
  type IndexedSpace,
  insertSections,
  lockIndex,
  sortIn,
  updateIndexedRoot,
} from './store-index.ts'
import { wordLedger } from './word-ledger.ts'

/** Pages a step. */
const STEP = 50
/** For what takes a thread a second. */
const TIME = { batch: 60_000, page: 20_000 }
/** Rows a statement: what is more keeps the event loop too long while it is written down. */
const MOST_ROWS = 125

/** Brings the search of a space up to what its readers see, by the difference to what the index describes. */
export async function indexSearch(ctx: Ctx, spaceId: string) {
  const index = await lockIndex(ctx.db, spaceId)
  const ahead = index && (await aheadOfIndex(ctx, spaceId, index.root))
  if (!ahead) return
  const { root, before, after } = ahead
  const pages = await diffMaps<PageRecord>(after.pool, before.root.pages, after.root.pages)
  const stale = pages.filter((page) => !page.before || !page.after || looksOther(page.before, page.after))
  await replacePages(ctx, { spaceId, space: numeral(index.number) }, stale)
  await updateIndexedRoot(ctx.db, spaceId, root)
}

async function replacePages(ctx: Ctx, index: IndexedSpace, stale: Changed<PageRecord>[]) {
  const ledger = wordLedger()
  for (const step of inPieces(stale, STEP)) {
    const pages = await withTexts(
      ctx,
      step.map(({ after }) => after),
    )
    const known = step.filter(({ before }) => before).map(({ id }) => id)
    if (known.length > 0) ledger.takeOut(await deleteSections(ctx.db, index, known))
    for (const batch of inBatches(pages, ({ text }) => text.length))
      for (const { sections, words } of await cut(ctx, index, batch)) {
        ledger.putIn(words)
        for (const rows of inPieces(sections, MOST_ROWS)) await insertSections(ctx.db, index.spaceId, rows)
      }
  }
  // Behind all steps: a common word changes with each, and every change would leave a dead row behind.
  for (const words of inPieces(ledger.entries(), MOST_ROWS)) await changeWords(ctx.db, index.spaceId, words)
  await sortIn(ctx.db)
}

/** One page that can not be cut takes its batch along: then each is cut alone, and that one is found without its text. */
async function cut(ctx: Ctx, index: IndexedSpace, pages: PageText[]): Promise<Cut[]> {
  const { spaceId, space } = index
  const timeout = pages.length > 1 ? TIME.batch : TIME.page
  try {
    return [await ctx.threads.run(cutPages, { space, pages }, { timeout })]
  } catch (error) {
    // Where not even pages without texts can be cut, that is not about the pages.
    if (error instanceof ThreadsClosed || pages.every(({ text }) => text === '')) throw error
    const [page, ...others] = pages
    if (page && others.length === 0) {
      const bare = await cut(ctx, index, [{ ...page, text: '' }])
      ctx.log.warn({ err: error, spaceId, pageId: page.id }, 'a page could not be cut into sections')
      return bare
    }
    const all: Cut[] = []
    for (const page of pages) all.push(...(await cut(ctx, index, [page])))
    return all
  }
}

/** Those that are found. Their texts are read for this step alone: all of them together may not fit in memory. */
async function withTexts(ctx: Ctx, pages: (PageRecord | undefined)[]): Promise<PageText[]> {
  const found = pages.filter((page) => page !== undefined).filter(isFound)
  const pool = openNodes(ctx)
  await pool.fetch(found.map(({ body }) => body))
  return found.map(({ id, title, description, body }) => ({
    id,
    title,
    description,
    text: body === null ? '' : pool.text(body),
  }))
}

function* inPieces<T>(all: T[], length: number) {
  for (let at = 0; at < all.length; at += length) yield all.slice(at, at + length)
}
