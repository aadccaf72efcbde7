import type { ShownText } from '../../../../engines/reading/included-texts.ts'
import {
  type IndexedPage,
  rowsOf,
  type SectionRow,
  type SpaceOfRows,
} from '../../../../engines/search/rows.ts'
import type { Task } from '../../../../world/threads/threads.ts'
import type { CountedWord } from '../store.ts'
import { wordLedger } from './word-ledger.ts'

export type PageText = IndexedPage & ShownText
type Pages = SpaceOfRows & { pages: PageText[] }
export type Cut = { sections: SectionRow[]; words: CountedWord[] }

/** Cuts pages into sections, and these into words: milliseconds a page, so not on the event loop. */
export const cutPages: Task<Pages, Cut> = {
  name: 'search.cut-pages',
  lane: 'index',
  work({ pages, ...space }) {
    const ledger = wordLedger()
    const sections: SectionRow[] = []
    for (const page of pages) {
      const rows = rowsOf(space, page, page)
      ledger.count(rows.map(({ words }) => words))
      for (const { words: _, ...section } of rows) sections.push(section)
    }
    return { sections, words: ledger.entries() }
  },
}
