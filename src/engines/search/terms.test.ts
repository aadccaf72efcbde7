import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readQuery, type Term } from './query.ts'
import { distance, errorsForgiven, spellingsNear, spellingsOf } from './similar-words.ts'
import { fold, LONGEST_WORD, termsOf } from './terms.ts'

const anyText = fc.string({ unit: 'binary', maxLength: 60 })

describe('terms', () => {
  it.each([
    ['Hello, World!', ['hello', 'world']],
    ['getUserById', ['getuserbyid', 'get', 'user', 'by', 'id']],
    ['user_id', ['userid', 'user', 'id']],
    ['--dry-run', ['dryrun', 'dry', 'run']],
    ['HTMLParser', ['htmlparser', 'html', 'parser']],
    ['SELECT Utf8 UTF8 A1b I', ['select', 'utf8', 'utf8', 'a1b', 'i']],
    ['2D v2API', ['2d', '2', 'd', 'v2api', 'v2', 'api']],
    ['/v1/orgs/{id}', ['v1', 'orgs', 'id']],
    ['package.json', ['packagejson', 'package', 'json']],
    ['Crème brûlée', ['creme', 'brulee']],
    ['Straße, Øre, Łódź', ['strasse', 'ore', 'lodz']],
    ['Ελλάς', ['ελλασ']],
    ['Привет, Мир', ['привет', 'мир']],
    ['ＡＰＩ', ['api']],
    ['日本語', ['~日本', '~本語', '日', '本', '語']],
    ['한국어', ['~한국', '~국어', '한', '국', '어']],
    ['ﾃﾞｰﾀ', ['~デー', '~ータ', 'デ', 'ー', 'タ']],
    ['が', ['が']],
    ['Python入門', ['python', '~入門', '入', '門']],
    ['❤️ 1️⃣ 👩‍👩‍👧 & | ! :*', ['1']],
    ['', []],
  ])('of %j', (text, terms) => {
    expect(termsOf(text)).toEqual(terms)
  })

  it('are letters and digits only, folded for good, and not too long', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const term of termsOf(text)) {
          expect(term).toMatch(/^~?[\p{L}\p{N}\p{M}]+$/u)
          expect(term.isWellFormed()).toBe(true)
          expect(term.length).toBeLessThanOrEqual(LONGEST_WORD)
        }
      }),
    )
    expect(termsOf('a'.repeat(512))).toEqual(['a'.repeat(LONGEST_WORD)])
    expect(termsOf('𝒳'.repeat(200)).every((term) => term.isWellFormed())).toBe(true)
  })

  it('do not depend on case or on how accents are written', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'éÉàçñÅoøЁй') }), (word) => {
        expect(fold(word.normalize('NFD'))).toBe(fold(word.normalize('NFC')))
        expect(fold(word.toUpperCase())).toBe(fold(word.toLowerCase()))
      }),
    )
  })
})

describe('queries', () => {
  const isIn = (terms: string[], term: Term) =>
    term.some((wanted) =>
      wanted.every(({ words, prefix }) =>
        prefix === undefined
          ? words.some((word) => terms.includes(word))
          : terms.some((one) => one.startsWith(prefix)),
      ),
    )

  it('find the text they were taken from', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { exact, growing } = readQuery(text)
        const terms = termsOf(text)
        for (const term of [...exact, ...growing]) expect(isIn(terms, term)).toBe(true)
      }),
    )
  })

  it('find every run of characters inside a longer one', () => {
    const run = fc.string({ unit: fc.constantFrom(...'日本語東京'), minLength: 3, maxLength: 12 })
    fc.assert(
      fc.property(run, fc.nat(), fc.nat(), (text, from, length) => {
        const start = from % text.length
        const { exact } = readQuery(text.slice(start, start + 1 + (length % (text.length - start))))
        for (const term of exact) expect(isIn(termsOf(text), term)).toBe(true)
      }),
    )
  })

  it('stay small', () => {
    const size = (text: string) => readQuery(text).growing.flat(2).length
    expect(size('a b c d e f g h i j k l m n o p q r s t u v'.repeat(10))).toBeLessThanOrEqual(16)
    expect(size('語'.repeat(100) + '本'.repeat(400))).toBeLessThanOrEqual(40)
  })
})

describe('spelling', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcdeé'), minLength: 4, maxLength: 14 })

  it('finds every word with one error, and long ones with two', () => {
    fc.assert(
      fc.property(
        word,
        fc.array(fc.tuple(fc.nat(), fc.constantFrom('x', '')), { maxLength: 2 }),
        (meant, edits) => {
          let typed = meant
          for (const [at, letter] of edits) {
            const place = at % typed.length
            typed = typed.slice(0, place) + letter + typed.slice(place + (at % 2))
          }
          const errors = errorsForgiven(typed)
          // Where the one is short and the other long, one error is what is found for sure.
          const sure = Math.min(errors, errorsForgiven(meant))
          if (distance(typed, meant, 3) > sure) return
          const keys = new Set([...spellingsNear(typed, 1), ...spellingsNear(typed, 2)])
          expect(spellingsOf(meant).some((key) => keys.has(key))).toBe(true)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('finds swapped letters', () => {
    fc.assert(
      fc.property(word, fc.nat(), (meant, at) => {
        const place = at % (meant.length - 1)
        const typed =
          meant.slice(0, place) + meant.slice(place + 1, place + 2) + meant[place] + meant.slice(place + 2)
        expect(distance(typed, meant, 2)).toBeLessThanOrEqual(1)
        const keys = new Set(spellingsNear(typed, 1))
        expect(spellingsOf(meant).some((key) => keys.has(key))).toBe(true)
      }),
    )
  })

  it('forgives nothing in short words and in numbers', () => {
    for (const word of ['abc', '12345', 'sha256', 'a'.repeat(40), '日本'])
      expect(errorsForgiven(word)).toBe(0)
    expect(spellingsOf('abc')).toEqual([])
  })
})
