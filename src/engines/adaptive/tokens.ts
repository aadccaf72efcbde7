export type ExpressionToken = {
  kind: 'text' | 'number' | 'name' | 'sign' | 'unknown' | 'end'
  /** As it was written. */
  source: string
  /** A text without its quotes, a name, a sign. */
  value: string
  position: number
}

const MAX_SHOWN = 40

/** A place where reading cannot go on; turned into an answer by parseExpression. */
export class Unreadable extends Error {
  readonly position: number
  readonly found: string
  readonly expected: string

  constructor(position: number, found: string, expected: string) {
    super(expected)
    this.position = position
    const start = found.length > MAX_SHOWN ? `${found.slice(0, MAX_SHOWN)}…` : found
    this.found = start.toWellFormed()
    this.expected = expected
  }
}

const BLANK = /\s+/y
const NUMBER = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const NAME = /[\p{L}_$][\p{L}\p{M}\p{N}_$]*/uy
// Variables may be called `api-version`. There is no subtraction that it could be mistaken for.
const NAME_AFTER_DOT = /[\p{L}_$][\p{L}\p{M}\p{N}_$]*(?:-+[\p{L}\p{M}\p{N}_$]+)*/uy
const SIGN = /===|!==|==|!=|<=|>=|&&|\|\||\?\?|\?\.|[<>!?:.,()[\]+-]/y

export function tokensOf(source: string): ExpressionToken[] {
  const tokens: ExpressionToken[] = []
  let position = match(BLANK, source, 0).length
  while (position < source.length) {
    const token = tokenAt(source, position, tokens.at(-1))
    tokens.push(token)
    position += token.source.length
    position += match(BLANK, source, position).length
  }
  tokens.push({ kind: 'end', source: '', value: '', position: source.length })
  return tokens
}

function tokenAt(source: string, position: number, before?: ExpressionToken): ExpressionToken {
  const first = source.charAt(position)
  if (first === '"' || first === "'") return textAt(source, position)
  const isMember = before?.kind === 'sign' && (before.value === '.' || before.value === '?.')
  for (const [kind, pattern] of [
    ['number', NUMBER],
    ['name', isMember ? NAME_AFTER_DOT : NAME],
    ['sign', SIGN],
  ] as const) {
    const found = match(pattern, source, position)
    if (found !== '') return { kind, source: found, value: found, position }
  }
  const unknown = String.fromCodePoint(source.codePointAt(position) ?? 0)
  return { kind: 'unknown', source: unknown, value: unknown, position }
}

function match(pattern: RegExp, source: string, position: number): string {
  pattern.lastIndex = position
  return pattern.exec(source)?.[0] ?? ''
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
])

function textAt(source: string, start: number): ExpressionToken {
  const quote = source.charAt(start)
  let value = ''
  let position = start + 1
  while (position < source.length) {
    const character = source.charAt(position)
    if (character === quote) {
      return { kind: 'text', source: source.slice(start, position + 1), value, position: start }
    }
    if (character !== '\\') {
      value += character
      position += 1
      continue
    }
    const hex = /^\\u([0-9a-fA-F]{4})/.exec(source.slice(position, position + 6))?.[1]
    const escaped = source.charAt(position + 1)
    value += hex ? String.fromCharCode(Number.parseInt(hex, 16)) : (ESCAPES.get(escaped) ?? escaped)
    position += hex ? 6 : 2
  }
  throw new Unreadable(start, 'a text without its end', `a closing ${quote} for the text that begins here`)
}
