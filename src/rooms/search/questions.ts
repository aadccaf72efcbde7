// Words as questions to the index, in the order of their answers' worth.
import { type Field, lexemeOf, quoted, sampleFor, spaceLexeme } from './lexemes.ts'
import type { Query, Term, Wanted } from './query.ts'
import type { Vocabulary } from './vocabulary.ts'

/** A question: a tsquery, to be asked about a sample of the sections. */
export type Tier = { question: string; sample: number; isAboutTitles: boolean }

/** A part of a question, and about how many sections it is true for. */
type Part = { text: string; sections: number }

/** Above this many answers a sample has enough of them. An answer costs about half a microsecond. */
const ENOUGH = 600

/** What a tier finds comes before all that the next one finds: titles, headings, text; and then what only begins so. */
export function tiersOf({ exact, growing }: Query, vocabulary: Vocabulary): Tier[] {
  return distinct([
    ...inTitles(exact),
    ...inTitles(growing),
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

/** There are few titles: these are asked without counting, and prefixes as they are. */
function inTitles(terms: Term[]): Tier[] {
  const question = allOf(terms.map((term) => anyOf(term.map((wanted) => allOf(wanted.map(inTitle))))))
  return [{ question, sample: 0, isAboutTitles: true }]
}

function inTitle({ words, prefix }: Wanted) {
  if (prefix !== undefined) return `${quoted(lexemeOf('title', prefix))}:*`
  return anyOf(words.map((word) => quoted(lexemeOf('title', word))))
}

/** Every term in the field or in the title above, and one at least in the field. */
function inSections(terms: Term[], vocabulary: Vocabulary, field: 'heading' | 'own'): Tier[] {
  const one = inField(field, terms, vocabulary)
  if (terms.length === 1) return sampled(one)
  const either = terms.map((term) =>
    any([inField(field, [term], vocabulary), inField('above', [term], vocabulary)]),
  )
  // Without a title above, there is one in the field anyway.
  const isAbove = terms.some((term) => inField('above', [term], vocabulary).sections > 0)
  return sampled(together(isAbove ? [...either, one] : either, vocabulary))
}

/** About as often as if the words had nothing to do with each other. */
function together(parts: Part[], vocabulary: Vocabulary): Part {
  const { text, sections } = all(parts)
  const shares = parts.map((part) => Math.min(1, part.sections / vocabulary.sections))
  return {
    text,
    sections: sections && shares.reduce((product, share) => product * share, vocabulary.sections),
  }
}

/** A part that is true nowhere is no question. Behind a sample comes the whole, should it have had too little. */
function sampled({ text, sections }: Part): Tier[] {
  if (!(sections > 0)) return []
  const whole = { question: text, sample: 0, isAboutTitles: false }
  const sample = sampleFor(sections, ENOUGH)
  return sample === 0 ? [whole] : [{ ...whole, sample }, whole]
}

/** One of the terms. */
function inField(field: Field, terms: Term[], { words: known }: Vocabulary): Part {
  const lexeme = (word: string) => ({
    text: quoted(lexemeOf(field, word)),
    sections: (known.get(word)?.[COUNTS[field]] ?? 0) * (field === 'often' ? OFTEN : 1),
  })
  return any(terms.flat().map((wanted) => all(wanted.map(({ words }) => any(words.map(lexeme))))))
}

const COUNTS = {
  own: 'sections',
  often: 'sections',
  heading: 'headings',
  above: 'below',
  title: 'sections',
} as const
/** About so many of the sections that have a word have it often. */
const OFTEN = 1 / 4

/** Asked about some spaces only. */
export function within(spaceIds: string[], { question, sample }: Tier) {
  return allOf([anyOf(spaceIds.map((id) => quoted(spaceLexeme(id, sample)))), question])
}

const NOWHERE: Part = { text: '', sections: 0 }

function any(parts: Part[]): Part {
  const possible = parts.filter(({ sections }) => sections > 0)
  if (possible.length === 0) return NOWHERE
  const sections = possible.reduce((sum, part) => sum + part.sections, 0)
  return { text: anyOf(possible.map(({ text }) => text)), sections }
}

function all(parts: Part[]): Part {
  const sections = Math.min(...parts.map((part) => part.sections))
  return sections > 0 ? { text: allOf(parts.map(({ text }) => text)), sections } : NOWHERE
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
