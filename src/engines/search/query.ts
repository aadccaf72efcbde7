// What somebody typed, as words to look for.
import { type Forms, nameOf, pairsOf, tokensOf } from './terms.ts'

/** One of the words must be there; with a prefix, those that begin with it stand for it. */
export type WantedWords = { words: string[]; prefix?: string }

/** One word as it was typed: of its alternatives one must be there, with all that it wants. */
export type Term = WantedWords[][]

/** `growing` takes the last word for one that may not be complete yet; `name` is all of it, as one word. */
export type Query = { exact: Term[]; growing: Term[]; name?: string }

/** Nobody types more; what comes behind is left out rather than refused. */
const MOST_TERMS = 16
const MOST_LEXEMES = 40

export function readQuery(text: string): Query {
  const tokens = [...tokensOf(text)]
  const terms = new Map<string, { exact: Term; growing: Term }>()
  let lexemes = 0
  for (const token of tokens) {
    const exact = termOf(token.forms, false)
    lexemes += Math.max(...exact.map((wanted) => wanted.length))
    if (terms.size > 0 && (lexemes > MOST_LEXEMES || terms.size >= MOST_TERMS)) break
    const growing = token === tokens.at(-1) ? termOf(token.forms, true) : exact
    terms.set(JSON.stringify(exact), { exact, growing })
  }
  const read = [...terms.values()]
  return {
    exact: read.map(({ exact }) => exact),
    growing: read.map(({ growing }) => growing),
    name: nameOf(text),
  }
}

/** Terms that are identifiers, in one word alone: `log_format`, and not a log of some format. */
export function identifiersIn(terms: Term[]): Term[] {
  return terms.flatMap(([whole, parts]) => (whole && parts ? [[whole]] : []))
}

function termOf({ whole, parts }: Forms, isGrowing: boolean): Term {
  const last = parts.at(-1)
  const wanted = parts.flatMap((part) => {
    if (!part.isRun) return [isGrowing && part === last ? beginningWith(part.text) : exactly(part.text)]
    const pairs = pairsOf(part.text).slice(0, MOST_LEXEMES)
    return pairs.length === 0 ? [exactly(part.text)] : pairs.map(exactly)
  })
  if (whole === undefined) return [wanted]
  return [[isGrowing ? beginningWith(whole) : exactly(whole)], wanted]
}

function exactly(word: string): WantedWords {
  return { words: [word] }
}

function beginningWith(prefix: string): WantedWords {
  return { words: [], prefix }
}
