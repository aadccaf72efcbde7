import { diffMaps } from '../../content/map.ts'
import type { PageRecord } from '../../content/records.ts'
import { type Reading, readRevision } from '../../content/revision.ts'
import type { Ctx } from '../../domain/context.ts'
import { openNodes } from '../revisions/revisions.ts'
import { isFound, looksOther, type NewSection, rowsOf } from './rows.ts'
import { spellingsOf } from './spelling.ts'
import { findHeadRoot, lockIndex, type NewWord, replaceSections, updateIndexedRoot } from './store-index.ts'
import { EVERYWHERE } from './vocabulary.ts'

/** Pages a step; and sections, since a page may have thousands. Each step is four statements at most. */
const STEP = 200
const MOST_SECTIONS = 1_000

/** Brings the search of a space up to what its readers see, by the difference to what the index describes. */
export async function indexSearch(ctx: Ctx, spaceId: string) {
  const indexed = await lockIndex(ctx.db, spaceId)
  // Read behind the lock: who waited for another run must not take the index back to what it saw before.
  const root = await findHeadRoot(ctx.db, spaceId)
  if (indexed === undefined || root === undefined || indexed === root) return
  const pool = openNodes(ctx)
  const [before, after] = [await readRevision(pool, indexed), await readRevision(pool, root)]
  const stale = (await diffMaps<PageRecord>(pool, before.root.pages, after.root.pages)).filter(
    (page) => !page.before || !page.after || looksOther(page.before, page.after),
  )
  let waiting = stale
  while (waiting.length > 0) {
    const step = waiting.slice(0, STEP)
    const { sections, done } = await sectionsIn(
      after,
      spaceId,
      step.map((page) => page.after),
    )
    const pages = waiting.slice(0, done).map(({ id }) => id)
    await replaceSections(ctx.db, spaceId, pages, { sections, words: wordsIn(sections) })
    waiting = waiting.slice(done)
  }
  await updateIndexedRoot(ctx.db, spaceId, root)
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

function wordsIn(sections: NewSection[]): NewWord[] {
  const counted = new Map<string, NewWord>()
  const count = (word: string, field: 'sections' | 'headings' | 'below') => {
    const known = counted.get(word) ?? newWord(word)
    known[field] += 1
    counted.set(word, known)
  }
  for (const { words } of sections) {
    count(EVERYWHERE, 'sections')
    for (const word of words.own) count(word, 'sections')
    for (const word of words.heading) count(word, 'headings')
    for (const word of words.above) count(word, 'below')
  }
  return [...counted.values()]
}

function newWord(word: string): NewWord {
  return { word, sections: 0, headings: 0, below: 0, spellings: spellingsOf(word) }
}
