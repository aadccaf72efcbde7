// What is in the index for a section. All sections share one index, so in front of a word stand the number of the
// space and a sign for the field; words themselves hold letters and digits only.

/** `own` is the heading and the text of a section; at the top of a page also the title of that. */
export type SearchField = keyof typeof SIGNS

const SIGNS = {
  own: ':',
  heading: '+',
  /** Some three times. */
  often: '*',
  /** On the first section of a page. */
  title: '=',
  /** On the other sections: a word of the title counts for them too, but does not make them a hit by itself. */
  above: '^',
  /** All of the title, or of the heading, in one word: who types just that means it. */
  wholeTitle: '!',
  wholeHeading: '#',
} as const

/** Every section has this word: it counts them. */
export const EVERYWHERE = ''

/** Of a space by its number. */
export function lexemeOf(space: string, field: SearchField, word: string) {
  return space + SIGNS[field] + word
}

export function numeral(number: number) {
  return number.toString(36)
}

/** Stands in a question for the numeral of a space, until it is asked there. */
export const ANY_SPACE = '%'

/**
 * A section may belong to samples of its space: one in four sections is in the first, one in sixteen in the second. Of a
 * word that stands nearly everywhere, a sample shows as much as all of it, at a part of the cost.
 */
const SAMPLES = 3
const ONE_IN = 4

export function sampleLexeme(space: string, sample: number) {
  return `${space}@${sample}`
}

export function sampleLexemesOf(space: string, place: string) {
  const spread = hashOf(place)
  const samples = Array.from({ length: SAMPLES }, (_, at) => at + 1)
  return samples
    .filter((sample) => spread % ONE_IN ** sample === 0)
    .map((sample) => sampleLexeme(space, sample))
}

/** The smallest sample in which about this many of so many sections are. */
export function sampleFor(sections: number, enough: number) {
  const wanted = Math.floor(Math.log(sections / enough) / Math.log(ONE_IN))
  return Math.max(0, Math.min(SAMPLES, wanted))
}

/** FNV-1a. */
function hashOf(text: string) {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return (value ^ (value >>> 15)) >>> 0
}

/** In quotes, as PostgreSQL reads it in a tsvector and in a tsquery. */
export function quoted(lexeme: string) {
  // Hardly ever: words hold none of these.
  if (!/['\\]/.test(lexeme)) return `'${lexeme}'`
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
