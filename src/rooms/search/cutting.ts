import { type IndexedPage, type NewSection, rowsOf } from '../../search/rows.ts'
import type { Task } from '../../world/threads.ts'
import type { CountedWord } from './store.ts'
import { wordLedger } from './word-ledger.ts'

export type PageText = IndexedPage & { text: string }
/** Pages of a space, by its numeral. */
type Pages = { space: string; pages: PageText[] }
export type Cut = { sections: NewSection[]; words: CountedWord[] }

/** Cuts pages into sections, and these into words: milliseconds a page, so not on the event loop. */
export const cutPages: Task<Pages, Cut> = {
  name: 'search.cut-pages',
  lane: 'index',
  work({ space, pages }) {
    const ledger = wordLedger()
    const sections: NewSection[] = []
    for (const { text, ...page } of pages) {
      const rows = rowsOf(space, page, text)
      ledger.count(rows.map(({ words }) => words))
      for (const { words: _, ...section } of rows) sections.push(section)
    }
    return { sections, words: ledger.entries() }
  },
}
