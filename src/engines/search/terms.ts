// Text as the words it is found by. Worked out here and not by PostgreSQL, whose parser knows nothing of identifiers
// and takes a sentence without spaces for one word.

/** A place in a text with what it is found by. */
type Token = { start: number; end: number; forms: Forms }

/**
 * `parts` are its words in order: `get`, `user` of `getUser`, pairs of characters of 日本語. `whole` is an identifier in
 * one word, so that `userId`, `user_id` and `userid` find each other.
 */
export type Forms = { whole?: string; parts: Part[] }

/** A run of Chinese, Japanese or Korean is found by its characters and by overlapping pairs of them. */
type Part = { text: string; isRun: boolean }

/** In UTF-16 units. A lexeme of PostgreSQL may have 2 kB; what is longer than this is no word. */
export const LONGEST_WORD = 64
/** Of a text that is found by all of it, in UTF-16 units. */
const LONGEST_NAME = 200

const TOKEN = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:[-_.'’][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*/gu
const CONNECTOR = /[-_.'’]/u
const RUN = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]+/gu
const CAMEL = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u
/** Most words: nothing to split, nothing to fold but their case. */
const PLAIN = /^(?:[A-Z]?[a-z0-9]*|[A-Z]+[0-9]*)$/
const ASCII = /^[\x20-\x7e]*$/

export function* tokensOf(text: string): Generator<Token> {
  for (const match of text.matchAll(TOKEN)) {
    const forms = formsOf(match[0])
    if (forms.parts.length > 0) yield { start: match.index, end: match.index + match[0].length, forms }
  }
}

/** Every word that a text is found by, with repeats. */
export function termsOf(text: string): string[] {
  const terms: string[] = []
  // Not by tokensOf: where they stand is no matter here, and this is most of the work of indexing.
  for (const token of text.match(TOKEN) ?? []) {
    if (PLAIN.test(token)) {
      terms.push(plain(token))
      continue
    }
    const { whole, parts } = formsOf(token)
    if (whole !== undefined) terms.push(whole)
    for (const part of parts) {
      if (part.isRun) addRun(terms, part.text)
      else terms.push(part.text)
    }
  }
  return terms
}

/** 日本語 → 日本, 本語. Their sign tells them from words: there are far too many to count each. */
export const PAIR = '~'

export function pairsOf(run: string): string[] {
  const characters = [...run]
  return characters.slice(1).map((character, at) => `${PAIR}${characters[at]}${character}`)
}

/**
 * A text in one word, so that a heading is found by all of it: `log_format`, `logFormat` and "log format" are the same.
 * Undefined for what is longer than any word.
 */
export function nameOf(text: string): string | undefined {
  const parts = [...tokensOf(text.slice(0, LONGEST_NAME))].flatMap(({ forms }) => forms.parts)
  const name = parts.map(({ text }) => text).join('')
  return name === '' || name.length > LONGEST_WORD || text.length > LONGEST_NAME ? undefined : name
}

function addRun(terms: string[], run: string) {
  // Not spread into one call: a run may be longer than a call takes.
  for (const pair of pairsOf(run)) terms.push(pair)
  for (const character of run) terms.push(character)
}

function formsOf(token: string): Forms {
  if (PLAIN.test(token)) return { parts: [{ text: plain(token), isRun: false }] }
  const parts = token.split(CONNECTOR).flatMap(partsOf)
  if (parts.length < 2 || parts.some(({ isRun }) => isRun)) return { parts }
  return { whole: cut(parts.map(({ text }) => text).join('')), parts }
}

function plain(token: string) {
  return token.slice(0, LONGEST_WORD).toLowerCase()
}

function partsOf(piece: string): Part[] {
  const parts: Part[] = []
  let from = 0
  const addWords = (to: number) => {
    for (const word of piece.slice(from, to).split(CAMEL)) parts.push({ text: cut(fold(word)), isRun: false })
  }
  if (!ASCII.test(piece))
    for (const match of piece.matchAll(RUN)) {
      addWords(match.index)
      parts.push({ text: fold(match[0]), isRun: true })
      from = match.index + match[0].length
    }
  addWords(piece.length)
  return parts.filter(({ text }) => text !== '')
}

// Accents of Latin, Greek and Cyrillic, points of Hebrew and Arabic, signs that only choose how a character looks. Not
// all marks: in other scripts they are vowels, and in Japanese they tell が from か.
const ACCENTS = /[\u0300-\u036f]|[\u0591-\u05c7]|[\u064b-\u0652]|\u0670|[\u20d0-\u20ff]|[\ufe00-\ufe0f]/gu
const NO_WORD = /[^\p{L}\p{N}\p{M}]/gu
const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
}
const UNMARKED = /[ßæœøđðłþıς]/gu

/** Equal for what readers take for the same word: case, accents, width. */
export function fold(word: string): string {
  if (ASCII.test(word)) return word.toLowerCase()
  return word
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(ACCENTS, '')
    .normalize('NFC')
    .replace(UNMARKED, (letter) => LETTERS[letter] ?? letter)
    .replace(NO_WORD, '')
}

function cut(word: string) {
  if (word.length <= LONGEST_WORD) return word
  // Never through a surrogate pair: half of one cannot be stored.
  return word.slice(0, LONGEST_WORD).replace(/[\ud800-\udbff]$/, '')
}
