import { EVERYWHERE } from '../../../../engines/search/lexemes.ts'
import type { SectionWords } from '../../../../engines/search/rows.ts'
import { PAIR } from '../../../../engines/search/terms.ts'
import type { CountedWord } from '../store.ts'

const COUNTS = ['sections', 'headings', 'below', 'titles'] as const

export type WordLedger = ReturnType<typeof wordLedger>

/** What comes to the vocabulary of a space and what goes, word by word. */
export function wordLedger() {
  const balance = new Map<string, CountedWord>()

  function entryOf(word: string) {
    const known = balance.get(word)
    if (known) return known
    const entry = { word, sections: 0, headings: 0, below: 0, titles: 0 }
    balance.set(word, entry)
    return entry
  }

  function add(words: CountedWord[], sign: 1 | -1) {
    for (const counted of words) {
      const entry = entryOf(counted.word)
      for (const count of COUNTS) entry[count] += sign * counted[count]
    }
  }

  function countIn(words: Iterable<string>, count: (typeof COUNTS)[number]) {
    for (const word of words) if (!word.startsWith(PAIR)) entryOf(word)[count] += 1
  }

  return {
    count(sections: SectionWords[]) {
      for (const { own, heading, above, title } of sections) {
        entryOf(EVERYWHERE).sections += 1
        countIn(own, 'sections')
        countIn(heading, 'headings')
        countIn(above, 'below')
        countIn(title, 'titles')
      }
    },
    putIn: (words: CountedWord[]) => add(words, 1),
    takeOut: (words: CountedWord[]) => add(words, -1),
    isEmpty: () => balance.size === 0,
    clear: () => balance.clear(),
    /** Those that came or went. */
    entries: () => [...balance.values()].filter((entry) => COUNTS.some((count) => entry[count] !== 0)),
  }
}
