import type { NewSection } from './rows.ts'
import { spellingsOf } from './spelling.ts'
import type { CountedWord } from './store.ts'
import type { WordChange } from './store-index.ts'
import { EVERYWHERE } from './vocabulary.ts'

/** What comes to the vocabulary of a space and what goes, word by word. */
export function wordLedger() {
  const balance = new Map<string, CountedWord>()

  function entryOf(word: string) {
    const known = balance.get(word)
    if (known) return known
    const entry = { word, sections: 0, headings: 0, below: 0 }
    balance.set(word, entry)
    return entry
  }

  return {
    takeOut(words: CountedWord[]) {
      for (const { word, sections, headings, below } of words) {
        const entry = entryOf(word)
        entry.sections -= sections
        entry.headings -= headings
        entry.below -= below
      }
    },
    putIn(sections: NewSection[]) {
      for (const { words } of sections) {
        entryOf(EVERYWHERE).sections += 1
        for (const word of words.own) entryOf(word).sections += 1
        for (const word of words.heading) entryOf(word).headings += 1
        for (const word of words.above) entryOf(word).below += 1
      }
    },
    changes(): WordChange[] {
      return [...balance.values()]
        .filter(({ sections, headings, below }) => sections !== 0 || headings !== 0 || below !== 0)
        .map((entry) => ({ ...entry, spellings: spellingsOf(entry.word) }))
    },
  }
}
