import type { Term } from './query.ts'
import { type Forms, pairsOf, tokensOf } from './terms.ts'

const LENGTH = 200
/** Characters before the match. */
const BEFORE = 60

/** Whether something that was searched for stands at a place. */
export type Matcher = (forms: Forms) => boolean

export function matcherFor(terms: Term[]): Matcher {
  const wanted = terms.flat(2)
  const words = new Set(wanted.flatMap((one) => one.words))
  const prefixes = [...new Set(wanted.map(({ prefix }) => prefix).filter((prefix) => prefix !== undefined))]
  const isWanted = (word: string) => words.has(word) || prefixes.some((prefix) => word.startsWith(prefix))
  return ({ whole, parts }) =>
    (whole !== undefined && isWanted(whole)) ||
    parts.some(({ text, isRun }) => (isRun ? [...pairsOf(text), ...text].some(isWanted) : isWanted(text)))
}

/** About 200 characters around the first match; from the beginning where nothing matches. */
export function snippetOf(body: string, matches: Matcher): string {
  if (body.length <= LENGTH) return onOneLine(body)
  const start = startOf(body, matches)
  const end = start + LENGTH >= body.length ? body.length : wordEnd(body, start + LENGTH)
  return `${start > 0 ? '…' : ''}${onOneLine(body.slice(start, end))}${end < body.length ? '…' : ''}`
}

function startOf(body: string, matches: Matcher) {
  let match = 0
  for (const { start, forms } of tokensOf(body)) {
    if (!matches(forms)) continue
    match = start
    break
  }
  if (match <= BEFORE) return 0
  const from = Math.min(match - BEFORE, body.length - LENGTH)
  // At the next word; where there are no spaces, at a whole character.
  const space = body.slice(from, match).search(/\s/)
  return space < 0 ? between(body, from) : from + space + 1
}

function wordEnd(body: string, at: number) {
  const space = body.slice(at - 30, at).search(/\s\S*$/)
  return space < 0 ? between(body, at) : at - 30 + space
}

/** Not in the middle of a surrogate pair. */
function between(text: string, at: number) {
  return /[\udc00-\udfff]/.test(text[at] ?? '') ? at - 1 : at
}

function onOneLine(text: string) {
  return text.replaceAll(/\s+/g, ' ').trim()
}
