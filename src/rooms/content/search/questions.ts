// Words as questions to the index, in the order of their answers' worth.
import {
  ANY_SPACE,
  lexemeOf,
  numeral,
  quoted,
  type SearchField,
  sampleFor,
  sampleLexeme,
} from '../../../engines/search/lexemes.ts'
import { identifiersIn, type Query, type Term, type WantedWords } from '../../../engines/search/query.ts'
import type { Vocabulary } from './index/vocabulary.ts'
import type { Questions } from './store.ts'

/** A question: a tsquery, to be asked about a sample of the sections of those spaces that may have an answer. */
export type Tier = { question: string; spaces: number[]; sample: number; isAboutTitles: boolean }

/** A part of a question; about how many sections it is true for, and in which spaces these are. */
type Part = { text: string; sections: number; spaces: Set<number> }

/** Above this many answers a sample has enough of them. An answer costs about half a microsecond. */
const ENOUGH = 150

/**
 * What a tier finds comes before all that the next one finds: what is called just that; titles, headings, text; and then
 * what only begins so.
 */
export function tiersOf({ exact, growing, name }: Query, vocabulary: Vocabulary): Tier[] {
  const identifiers = identifiersIn(exact)
  return distinct([
    ...(name === undefined ? [] : called(name, exact, vocabulary)),
    ...(identifiers.length < exact.length ? [] : inTitles(identifiers, vocabulary)),
    ...(identifiers.length < exact.length ? [] : inSections(identifiers, vocabulary, 'heading')),
    ...inTitles(exact, vocabulary),
    ...inTitles(growing, vocabulary),
    ...inSections(exact, vocabulary, 'heading'),
    // Of several words it says little that one is there often.
    ...(exact.length > 1 ? [] : sampled(inField('often', exact, vocabulary))),
    ...inSections(exact, vocabulary, 'own'),
    ...inSections(growing, vocabulary, 'heading'),
    ...inSections(growing, vocabulary, 'own'),
  ])
}

/** For when not all terms stand together anywhere: forgets the last one, then the last but one; then each is enough. */
export function looserTiersOf(terms: Term[], vocabulary: Vocabulary): Tier[] {
  const fewer = terms.slice(1).map((_, at) => terms.slice(0, terms.length - 1 - at))
  return distinct([
    ...fewer.flatMap((terms) =>
      sampled(
        together(
          terms.map((term) => inField('own', [term], vocabulary)),
          vocabulary,
        ),
      ),
    ),
    ...sampled(inField('own', terms, vocabulary)),
  ])
}

/** All of a title, then all of a heading. What is called so has all the words, so only spaces that have them are asked. */
function called(name: string, terms: Term[], vocabulary: Vocabulary): Tier[] {
  const spaces = [...all(terms.map((term) => inField('own', [term], vocabulary))).spaces]
  if (spaces.length === 0) return []
  return [
    { question: lexeme('wholeTitle', name), spaces, sample: 0, isAboutTitles: true },
    { question: lexeme('wholeHeading', name), spaces, sample: 0, isAboutTitles: false },
  ]
}

/** There are few titles: these are asked without samples, and prefixes as they are. */
function inTitles(terms: Term[], vocabulary: Vocabulary): Tier[] {
  const inTitle = (one: WantedWords): Part =>
    one.prefix === undefined
      ? inField('title', [[[one]]], vocabulary)
      : { ...inField('own', [[[one]]], vocabulary), text: `${lexeme('title', one.prefix)}:*` }
  const part = all(terms.map((term) => any(term.map((wanted) => all(wanted.map(inTitle))))))
  const { text: question, spaces } = part
  return spaces.size === 0 ? [] : [{ question, spaces: [...spaces], sample: 0, isAboutTitles: true }]
}

/** Every term in the field or in the title above, and one at least in the field. */
function inSections(terms: Term[], vocabulary: Vocabulary, field: 'heading' | 'own'): Tier[] {
  const here = terms.map((term) => inField(field, [term], vocabulary))
  const isLong = terms.length > MOST_IN_TITLES
  if (isLong && field === 'heading') return []
  const above = terms.map((term) =>
    terms.length === 1 || isLong ? NOWHERE : inField('above', [term], vocabulary),
  )
  const either = here.map((part, at) => any([part, above[at] ?? NOWHERE]))
  // Where nothing of it is in a title above, there is one in the field anyway.
  const isAbove = above.some(({ spaces }) => spaces.size > 0)
  return sampled(together(isAbove ? [...either, any(here)] : either, vocabulary))
}

/** Who types more words asks for a text: titles and headings do not have them, and looking takes longest for these. */
const MOST_IN_TITLES = 3

/** About as often as if the words had nothing to do with each other. */
function together(parts: Part[], vocabulary: Vocabulary): Part {
  const shares = parts.map((part) => Math.min(1, part.sections / vocabulary.sections))
  const every = all(parts)
  const sections = shares.reduce((product, share) => product * share, vocabulary.sections)
  return every.sections === 0 ? every : { ...every, sections }
}

/** A part that is true nowhere is no question. Behind a sample comes the whole, should it have had too little. */
function sampled({ text, sections, spaces }: Part): Tier[] {
  if (spaces.size === 0) return []
  const whole = { question: text, spaces: [...spaces], sample: 0, isAboutTitles: false }
  const sample = sampleFor(sections / spaces.size, ENOUGH)
  return sample === 0 ? [whole] : [{ ...whole, sample }, whole]
}

/** One of the terms. */
function inField(field: CountedField, terms: Term[], { words: known }: Vocabulary): Part {
  const counted = (word: string): Part => {
    const found = known.get(word)
    const sections = (found?.[COUNTS[field]] ?? 0) * (field === 'often' ? OFTEN : 1)
    if (!found || sections === 0) return NOWHERE
    return { text: lexeme(field, word), sections, spaces: new Set(found.spaces) }
  }
  return any(terms.flat().map((wanted) => all(wanted.map(({ words }) => any(words.map(counted))))))
}

type CountedField = keyof typeof COUNTS
const COUNTS = {
  own: 'sections',
  often: 'sections',
  heading: 'headings',
  above: 'below',
  title: 'titles',
} as const
/** About so many of the sections that have a word have it often. */
const OFTEN = 1 / 4

function lexeme(field: SearchField, word: string) {
  return quoted(lexemeOf(ANY_SPACE, field, word))
}

/** What each space is asked; those that may have answers to the first question come first. */
export function askedOf(tiers: Tier[]): Questions[] {
  const bySpace = new Map<number, Questions>()
  for (const [tier, { question, spaces, sample }] of tiers.entries()) {
    const inSample = sample === 0 ? [] : [quoted(sampleLexeme(ANY_SPACE, sample))]
    const asked = allOf([...inSample, question])
    for (const space of spaces) {
      const questions = bySpace.get(space) ?? {}
      bySpace.set(space, { ...questions, [tier]: asked.replaceAll(ANY_SPACE, numeral(space)) })
    }
  }
  return [...bySpace.values()]
}

const NOWHERE: Part = { text: '', sections: 0, spaces: new Set() }

function any(parts: Part[]): Part {
  const possible = parts.filter(({ spaces }) => spaces.size > 0)
  const [only] = possible
  if (!only) return NOWHERE
  if (possible.length === 1) return only
  return {
    text: anyOf(possible.map(({ text }) => text)),
    sections: possible.reduce((sum, part) => sum + part.sections, 0),
    spaces: new Set(possible.flatMap(({ spaces }) => [...spaces])),
  }
}

function all(parts: Part[]): Part {
  const [first, ...others] = parts
  if (!first) return NOWHERE
  const spaces = [...first.spaces].filter((space) => others.every((part) => part.spaces.has(space)))
  if (spaces.length === 0) return NOWHERE
  return {
    text: allOf(parts.map(({ text }) => text)),
    sections: Math.min(...parts.map(({ sections }) => sections)),
    spaces: new Set(spaces),
  }
}

function anyOf(questions: string[]) {
  return questions.length === 1 ? (questions[0] ?? '') : `(${questions.join(' | ')})`
}

function allOf(questions: string[]) {
  return questions.length === 1 ? (questions[0] ?? '') : `(${questions.join(' & ')})`
}

function distinct(tiers: Tier[]) {
  return [...new Map(tiers.map((tier) => [`${tier.sample} ${tier.question}`, tier])).values()]
}
