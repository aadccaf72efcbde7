import type { Term } from './query.ts'
import { type Forms, PAIR, tokensOf } from './terms.ts'

const LENGTH = 200
/** Characters before the match. */
const BEFORE = 60

/** Where a searched word first occurs in a text. */
export type Finder = (text: string) => number | undefined

export function finderFor(terms: Term[]): Finder {
  const wanted = terms.flat(2)
  const words = new Set(wanted.flatMap((one) => one.words.map((word) => word.replace(PAIR, ''))))
  const prefixes = wanted.map(({ prefix }) => prefix).filter((prefix) => prefix !== undefined)
  const typed = [...new Set([...prefixes, ...words])]
  const matches = ({ whole, parts }: Forms) =>
    [whole ?? '', ...parts.map(({ text }) => text)].some((text) => typed.some((word) => text.includes(word)))
  return (text) =>
    findAsTyped(text, typed) ?? (BEYOND_ASCII.test(text) ? findToken(text, matches) : undefined)
}

// Most matches are written as they were typed: looking for these takes a tenth of the time of cutting a text into words,
// which only accents and the like need.
const BEYOND_ASCII = /[^\p{ASCII}]/u

function findAsTyped(text: string, typed: string[]) {
  const lower = text.toLowerCase()
  if (lower.length !== text.length) return
  let [first, inside]: (number | undefined)[] = []
  for (const word of typed) {
    const at = lower.indexOf(word)
    if (at < 0) continue
    const isInside = at > 0 && /[\p{L}\p{N}]/u.test(lower[at - 1] ?? '')
    if (isInside) inside = Math.min(at, inside ?? at)
    else first = Math.min(at, first ?? at)
  }
  return first ?? inside
}

function findToken(text: string, matches: (forms: Forms) => boolean) {
  for (const { start, forms } of tokensOf(text)) if (matches(forms)) return start
}

/** About 200 characters around the first match; from the beginning where nothing matches. */
export function snippetOf(body: string, find: Finder): string {
  if (body.length <= LENGTH) return onOneLine(body)
  const start = startOf(body, find(body) ?? 0)
  const end = start + LENGTH >= body.length ? body.length : wordEnd(body, start + LENGTH)
  return `${start > 0 ? '…' : ''}${onOneLine(body.slice(start, end))}${end < body.length ? '…' : ''}`
}

function startOf(body: string, match: number) {
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
  const trimmed = text.trim()
  return /\s\s|[^\S ]/.test(trimmed) ? trimmed.replaceAll(/\s+/g, ' ') : trimmed
}
