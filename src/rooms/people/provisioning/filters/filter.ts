// Filters of SCIM (RFC 7644, section 3.4.2.2), as trees. They come from outside: how long, how deep and how many parts
// they may have is bounded, and nothing of them is ever a part of a statement but as a parameter.
import { scimInvalid } from '../problems.ts'

export type Filter =
  | { kind: 'and' | 'or'; parts: Filter[] }
  | { kind: 'not'; part: Filter }
  | { kind: 'compare'; attribute: string; operator: Operator; value: FilterValue }
  | { kind: 'present'; attribute: string }

const OPERATORS = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const
export type Operator = (typeof OPERATORS)[number]
export type FilterValue = string | number | boolean | null

export const LONGEST = 1_000
const DEEPEST = 5
const MOST_COMPARISONS = 20
const TOKEN = /\s*(?:("(?:[^"\\]|\\.)*")|([()[\]])|([^\s()[\]"]+))/y
/** Schemas may stand before an attribute. */
const URN = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/i

type Reader = { tokens: string[]; at: number; comparisons: number }

export function parseFilter(text: string): Filter {
  if (text.length > LONGEST) throw refused(`must have at most ${LONGEST} characters`)
  const reader = { tokens: tokensOf(text), at: 0, comparisons: 0 }
  const filter = readOr(reader, '', 0)
  if (reader.at < reader.tokens.length) throw refused(`has "${reader.tokens[reader.at]}" where it should end`)
  return filter
}

function tokensOf(text: string) {
  const trimmed = text.trimEnd()
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < trimmed.length) {
    const found = TOKEN.exec(trimmed)
    if (!found) throw refused('has a text that does not end')
    tokens.push(found[1] ?? found[2] ?? found[3] ?? '')
  }
  return tokens
}

/** `within` is the attribute whose parts are compared: `emails[value eq "a"]`. */
function readOr(reader: Reader, within: string, depth: number): Filter {
  return readJoined(reader, 'or', () => readJoined(reader, 'and', () => readOne(reader, within, depth)))
}

function readJoined(reader: Reader, kind: 'and' | 'or', read: () => Filter): Filter {
  const first = read()
  const parts = [first]
  while (isWord(reader, kind)) {
    reader.at += 1
    parts.push(read())
  }
  return parts.length === 1 ? first : { kind, parts }
}

function readOne(reader: Reader, within: string, depth: number): Filter {
  if (depth > DEEPEST) throw refused(`is nested more than ${DEEPEST} deep`)
  if (isWord(reader, 'not')) {
    reader.at += 1
    return { kind: 'not', part: readNested(reader, ['(', ')'], within, depth) }
  }
  if (reader.tokens[reader.at] === '(') return readNested(reader, ['(', ')'], within, depth)
  return readComparison(reader, within, depth)
}

function readNested(reader: Reader, [open, close]: [string, string], within: string, depth: number) {
  expect(reader, open)
  const filter = readOr(reader, within, depth + 1)
  expect(reader, close)
  return filter
}

function readComparison(reader: Reader, within: string, depth: number): Filter {
  const name = next(reader)
  if (!/^[A-Za-z][\w$.:-]*$/.test(name)) throw refused(`has "${name}" where an attribute should be`)
  const attribute = within + name.replace(URN, '').toLowerCase()
  if (reader.tokens[reader.at] === '[' && within === '') {
    const chosen = readNested(reader, ['[', ']'], `${attribute}.`, depth)
    const part = /^\.[A-Za-z]+$/.exec(reader.tokens[reader.at] ?? '')?.[0]
    if (!part) return chosen
    reader.at += 1
    return { kind: 'and', parts: [chosen, readOperator(reader, attribute + part.toLowerCase())] }
  }
  return readOperator(reader, attribute)
}

function readOperator(reader: Reader, attribute: string): Filter {
  reader.comparisons += 1
  if (reader.comparisons > MOST_COMPARISONS) throw refused(`has more than ${MOST_COMPARISONS} comparisons`)
  const word = next(reader).toLowerCase()
  if (word === 'pr') return { kind: 'present', attribute }
  const operator = OPERATORS.find((known) => known === word)
  if (!operator) throw refused(`has "${word}" where an operator should be`)
  return { kind: 'compare', attribute, operator, value: readValue(next(reader)) }
}

function readValue(token: string): FilterValue {
  try {
    const value: unknown = JSON.parse(token)
    if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value as FilterValue
  } catch {
    // Entra writes booleans with a capital.
    if (/^(true|false)$/i.test(token)) return token.toLowerCase() === 'true'
  }
  throw refused(`has ${token} where a value should be`)
}

function isWord({ tokens, at }: Reader, word: string) {
  return tokens[at]?.toLowerCase() === word
}

function next(reader: Reader) {
  const token = reader.tokens[reader.at]
  if (token === undefined) throw refused('ends too early')
  reader.at += 1
  return token
}

function expect(reader: Reader, token: string) {
  if (next(reader) !== token) throw refused(`has no "${token}" where one should be`)
}

export function refused(why: string) {
  return scimInvalid('invalidFilter', `The filter ${why}`)
}
