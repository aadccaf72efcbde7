import { EVERYWHERE } from './lexemes.ts'
import type { SectionWords } from './rows.ts'
import type { CountedWord } from './store.ts'

const COUNTS = ['sections', 'headings', 'below', 'titles'] as const

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

  return {
    count(sections: SectionWords[]) {
      for (const { own, heading, above, title } of sections) {
        entryOf(EVERYWHERE).sections += 1
        for (const word of own) entryOf(word).sections += 1
        for (const word of heading) entryOf(word).headings += 1
        for (const word of above) entryOf(word).below += 1
        for (const word of title) entryOf(word).titles += 1
      }
    },
    putIn: (words: CountedWord[]) => add(words, 1),
    takeOut: (words: CountedWord[]) => add(words, -1),
    /** Those that came or went. */
    entries: () => [...balance.values()].filter((entry) => COUNTS.some((count) => entry[count] !== 0)),
  }
}
