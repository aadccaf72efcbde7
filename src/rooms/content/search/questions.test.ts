import { describe, expect, it } from 'vitest'
import { sampleLexemesOf } from '../../../engines/search/lexemes.ts'
import { readQuery } from '../../../engines/search/query.ts'
import type { Vocabulary } from './index/vocabulary.ts'
import { askedOf, looserTiersOf, tiersOf } from './questions.ts'

type Counts = Record<string, { sections: number; headings?: number; titles?: number; spaces?: number[] }>

function vocabularyOf(sections: number, counts: Counts): Vocabulary {
  const words = Object.entries(counts).map(([word, { sections, headings = 0, titles = 0, spaces = [0] }]) => {
    return [word, { word, sections, headings, below: 0, titles, spaces }] as const
  })
  return { sections, words: new Map(words) }
}

describe('questions', () => {
  it('begin with what is called so, go on with titles and end with text', () => {
    const vocabulary = vocabularyOf(100, { token: { sections: 10, headings: 2, titles: 1 } })
    const tiers = tiersOf(readQuery('token '), vocabulary)
    expect(tiers.map(({ question }) => question)).toEqual([
      "'%!token'",
      "'%#token'",
      "'%=token'",
      "'%+token'",
      "'%*token'",
      "'%:token'",
    ])
  })

  it('are not asked where they can have no answer', () => {
    const vocabulary = vocabularyOf(100, {
      here: { sections: 10, titles: 1, spaces: [0, 2] },
      there: { sections: 10, titles: 1, spaces: [1, 2] },
      alone: { sections: 10, spaces: [1] },
    })
    expect(tiersOf(readQuery('here there'), vocabulary).map(({ spaces }) => spaces)).toEqual([
      [2],
      [2],
      [2],
      [2],
    ])
    expect(tiersOf(readQuery('here alone'), vocabulary)).toEqual([])
    expect(tiersOf(readQuery('here missing'), vocabulary)).toEqual([])
    const isAboutTitles = tiersOf(readQuery('alone'), vocabulary).map((tier) => tier.isAboutTitles)
    expect(isAboutTitles).toEqual([true, false, false, false])
  })

  it('about what stands everywhere go to a sample first, and then to the whole', () => {
    const vocabulary = vocabularyOf(50_000, { the: { sections: 45_000 }, rare: { sections: 3 } })
    const samples = (query: string) =>
      tiersOf(readQuery(query), vocabulary)
        .filter(({ isAboutTitles, question }) => !isAboutTitles && !/[*#]/.test(question))
        .map(({ sample }) => sample)
    expect(samples('the')).toEqual([3, 0])
    expect(samples('the rare')).toEqual([0])
  })

  it('give up the last word first, when not all stand together', () => {
    const vocabulary = vocabularyOf(100, { a: { sections: 1 }, b: { sections: 5 }, c: { sections: 9 } })
    const terms = readQuery('a b c').exact
    expect(looserTiersOf(terms, vocabulary).map(({ question }) => question)).toEqual([
      "('%:a' & '%:b')",
      "'%:a'",
      "('%:a' | '%:b' | '%:c')",
    ])
  })

  it('name the space or the sample of it that they are about', () => {
    const tier = { question: "'%:a'", spaces: [7, 37], sample: 2, isAboutTitles: false }
    expect(askedOf([tier])).toEqual([{ 0: "('7@2' & '7:a')" }, { 0: "('11@2' & '11:a')" }])
  })

  it('go to each space in their order, first where the first may have an answer', () => {
    const tier = { question: "'%=a'", spaces: [2], sample: 0, isAboutTitles: true }
    const next = { ...tier, question: "'%:a'", spaces: [1, 2] }
    expect(askedOf([tier, next])).toEqual([{ 0: "'2=a'", 1: "'2:a'" }, { 1: "'1:a'" }])
  })
})

describe('samples', () => {
  it('hold a quarter, a sixteenth and a sixty-fourth, one inside the other', () => {
    const count = [0, 0, 0]
    for (let at = 0; at < 20_000; at++) {
      const lexemes = sampleLexemesOf('s', `page${at % 200} ${Math.floor(at / 200)}`)
      for (const sample of lexemes.keys()) count[sample] = (count[sample] ?? 0) + 1
    }
    const shares = count.map((number) => number / 20_000)
    for (const [sample, share] of [1 / 4, 1 / 16, 1 / 64].entries())
      expect((shares[sample] ?? 0) / share).toBeCloseTo(1, 0)
  })
})
