// Words as questions to the index, in the order of their answers' worth.
import { type Field, lexemeOf, quoted, sampleFor, spaceLexeme } from './lexemes.ts'
import type { Query, Term, Wanted } from './query.ts'
import type { Vocabulary } from './vocabulary.ts'

/** A question: a tsquery, to be asked about a sample of the sections. */
export type Tier = { question: string; sample: number; isAboutTitles: boolean }

/** A part of a question, and about how many sections it is true for. */
type Part = { text: string; sections: number }

/** Above this many answers a sample has enough of them. An answer costs about half a microsecond. */
const ENOUGH = 2_000

/** What a tier finds comes before all that the next one finds. */
export function tiersOf({ exact, growing }: Query, vocabulary: Vocabulary): Tier[] {
  return distinct([
    ...[exact, growing].flatMap(inTitles),
    ...[exact, growing].flatMap((terms) => inSections('heading', terms, vocabulary)),
    ...[exact, growing].flatMap((terms) => inSections('own', terms, vocabulary)),
  ])
}

/** For when not all terms stand together anywhere: forgets the last one, then the last but one; then each is enough. */
export function looserTiersOf(terms: Term[], vocabulary: Vocabulary): Tier[] {
  const fewer = terms.slice(1).map((_, at) => terms.slice(0, terms.length - 1 - at))
  const one = any(terms.map((term) => inField('own', term, vocabulary)))
  return distinct([
    ...tiersOf({ exact: terms, growing: terms }, vocabulary),
    ...fewer.flatMap((terms) => inSections('own', terms, vocabulary)),
    ...sampled(one),
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
function inSections(field: Field, terms: Term[], vocabulary: Vocabulary): Tier[] {
  const here = terms.map((term) => inField(field, term, vocabulary))
  const either = terms.map((term, at) =>
    any([here[at] ?? NOWHERE, terms.length > 1 ? inField('above', term, vocabulary) : NOWHERE]),
  )
  const every = all(either)
  if (terms.length === 1 || every.sections === 0) return sampled(every)
  // As if the words had nothing to do with each other.
  const share = either.reduce(
    (product, { sections }) => product * Math.min(1, sections / vocabulary.sections),
    1,
  )
  const one = any(here)
  if (one.sections === 0) return []
  return sampled({ text: allOf([every.text, one.text]), sections: share * vocabulary.sections })
}

/** A part that is true nowhere is no question. Behind a sample comes the whole, should it have had too little. */
function sampled({ text, sections }: Part): Tier[] {
  if (sections === 0) return []
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
              sections: known.get(word)?.[COUNTS[field]] ?? 0,
            })),
          ),
        ),
      ),
    ),
  )
}

const COUNTS = { own: 'sections', heading: 'headings', above: 'below', title: 'sections' } as const

/** By this one the answers to a question are ranked: how often they have the words. */
export function rankingOf(terms: Term[], vocabulary: Vocabulary) {
  return any(terms.map((term) => inField('own', term, vocabulary))).text
}

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
