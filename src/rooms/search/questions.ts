// Words as questions to the index, in the order of their answers' worth.
import { type Field, lexemeOf, quoted, sampleFor, spaceLexeme } from './lexemes.ts'
import type { Query, Term, Wanted } from './query.ts'
import type { Vocabulary } from './vocabulary.ts'

/** A question: a tsquery, to be asked about a sample of the sections. */
export type Tier = { question: string; sample: number; isAboutTitles: boolean }

/** A part of a question, and about how many sections it is true for. */
type Part = { text: string; sections: number }

/** Above this many answers a sample has enough of them. An answer costs about half a microsecond. */
const ENOUGH = 1_000

/** What a tier finds comes before all that the next one finds. */
export function tiersOf({ exact, growing }: Query, vocabulary: Vocabulary): Tier[] {
  return distinct([
    ...[exact, growing].flatMap(inTitles),
    ...[exact, growing].flatMap((terms) => inSections(terms, vocabulary, 'heading')),
    ...inSections(exact, vocabulary, 'own', 'often'),
    ...[exact, growing].flatMap((terms) => inSections(terms, vocabulary, 'own')),
  ])
}

/** For when not all terms stand together anywhere: forgets the last one, then the last but one; then each is enough. */
export function looserTiersOf(terms: Term[], vocabulary: Vocabulary): Tier[] {
  const fewer = terms.slice(1).map((_, at) => terms.slice(0, terms.length - 1 - at))
  return distinct([
    ...tiersOf({ exact: terms, growing: terms }, vocabulary),
    ...fewer.flatMap((terms) => inSections(terms, vocabulary, 'own')),
    ...sampled(any(terms.map((term) => inField('own', term, vocabulary)))),
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

/** Every term in the field or in the title above, and one at least in the field itself, or in another one. */
function inSections(terms: Term[], vocabulary: Vocabulary, field: Field, one = field): Tier[] {
  const here = any(terms.map((term) => inField(one, term, vocabulary)))
  if (terms.length === 1) return sampled(here)
  const either = terms.map((term) =>
    any([inField(field, term, vocabulary), inField('above', term, vocabulary)]),
  )
  const every = all([...either, here])
  // As if the words had nothing to do with each other.
  const shares = [...either, here].map(({ sections }) => Math.min(1, sections / vocabulary.sections))
  const together = shares.reduce((product, share) => product * share, vocabulary.sections)
  return sampled({ text: every.text, sections: every.sections && together })
}

/** A part that is true nowhere is no question. Behind a sample comes the whole, should it have had too little. */
function sampled({ text, sections }: Part): Tier[] {
  if (!(sections > 0)) return []
  const whole = { question: text, sample: 0, isAboutTitles: false }
  const sample = sampleFor(sections, ENOUGH)
  return sample === 0 ? [whole] : [{ ...whole, sample }, whole]
}

function inField(field: Field, term: Term, { words: known }: Vocabulary): Part {
  return any(
    term.map((wanted) =>
      all(
        wanted.map(({ words }) =>
          any(
            words.map((word) => ({
              text: quoted(lexemeOf(field, word)),
              sections: (known.get(word)?.[COUNTS[field]] ?? 0) * (field === 'often' ? OFTEN : 1),
            })),
          ),
        ),
      ),
    ),
  )
}

const COUNTS = {
  own: 'sections',
  often: 'sections',
  heading: 'headings',
  above: 'below',
  title: 'sections',
} as const
/** About so many of the sections that have a word have it often. */
const OFTEN = 1 / 8

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
