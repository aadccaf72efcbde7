import { type Changed, diffMaps } from '../../content/map.ts'
import type { PageRecord } from '../../content/records.ts'
import type { Reading } from '../../content/revision.ts'
import type { Ctx } from '../../domain/context.ts'
import { aheadOfIndex } from '../revisions/revisions.ts'
import { isFound, looksOther, type NewSection, rowsOf } from './rows.ts'
import {
  changeWords,
  deleteSections,
  insertSections,
  lockIndex,
  sortIn,
  updateIndexedRoot,
} from './store-index.ts'
import { wordLedger } from './word-ledger.ts'

/** Pages a step; and sections, since a page may have thousands. Each step is two statements. */
const STEP = 200
const MOST_SECTIONS = 1_000

/** Brings the search of a space up to what its readers see, by the difference to what the index describes. */
export async function indexSearch(ctx: Ctx, spaceId: string) {
  const ahead = await aheadOfIndex(ctx, spaceId, await lockIndex(ctx.db, spaceId))
  if (!ahead) return
  const { root, before, after } = ahead
  const pages = await diffMaps<PageRecord>(after.pool, before.root.pages, after.root.pages)
  const stale = pages.filter((page) => !page.before || !page.after || looksOther(page.before, page.after))
  await replacePages(ctx, spaceId, after, stale)
  await updateIndexedRoot(ctx.db, spaceId, root)
}

async function replacePages(ctx: Ctx, spaceId: string, after: Reading, stale: Changed<PageRecord>[]) {
  const words = wordLedger()
  let waiting = stale
  while (waiting.length > 0) {
    const { sections, done } = await sectionsIn(
      after,
      spaceId,
      waiting.slice(0, STEP).map((page) => page.after),
    )
    const ids = waiting.slice(0, done).map(({ id }) => id)
    words.takeOut(await deleteSections(ctx.db, spaceId, ids))
    words.putIn(sections)
    if (sections.length > 0) await insertSections(ctx.db, spaceId, sections)
    waiting = waiting.slice(done)
  }
  // All at once: a common word changes with every step, and each change would leave a dead row behind.
  await changeWords(ctx.db, spaceId, words.changes())
  await sortIn(ctx.db)
}

/** The sections of as many of the pages, from the first on, as make a step. */
async function sectionsIn({ pool }: Reading, spaceId: string, pages: (PageRecord | undefined)[]) {
  await pool.fetch(pages.map((page) => page?.body))
  const sections: NewSection[] = []
  let done = 0
  while (done < pages.length && sections.length < MOST_SECTIONS) {
    const page = pages[done]
    done += 1
    if (!page || !isFound(page)) continue
    sections.push(...rowsOf(spaceId, page, page.body === null ? '' : pool.text(page.body)))
    // Cutting a text into words takes milliseconds: between two pages others get their turn.
    await new Promise(setImmediate)
  }
  return { sections, done }
}
