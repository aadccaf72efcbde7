// Where a value is in a JSON text. Only asked for when something is wrong, so that reading itself stays fast.
import type { FilePath } from './refusal.ts'

/** The offset of the value at a path, or of the last part of the path that is there. */
export function offsetInJson(text: string, path: FilePath): number {
  let at = skipSpace(text, 0)
  for (const key of path) {
    const next = text[at] === '{' ? offsetOfKey(text, at, String(key)) : offsetOfItem(text, at, Number(key))
    if (next === undefined) return at
    at = next
  }
  return at
}

const SPACE = /[ \t\n\r]*/y
const STRING = /"(?:[^"\\]|\\.)*"/y
const SCALAR = /[^,\]}\s]+/y

function skipSpace(text: string, at: number) {
  return match(SPACE, text, at)
}

/** Where what matches at `at` ends; `at` itself when nothing does. */
function match(pattern: RegExp, text: string, at: number) {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

function offsetOfKey(text: string, object: number, key: string): number | undefined {
  let at = skipSpace(text, object + 1)
  while (text[at] === '"') {
    const end = match(STRING, text, at)
    const value = skipSpace(text, skipSpace(text, end) + 1)
    if (text.slice(at, end) === JSON.stringify(key)) return value
    at = behindComma(text, behindValue(text, value))
  }
}

function offsetOfItem(text: string, list: number, wanted: number): number | undefined {
  if (text[list] !== '[') return
  let at = skipSpace(text, list + 1)
  for (let index = 0; at < text.length && text[at] !== ']'; index++) {
    if (index === wanted) return at
    at = behindComma(text, behindValue(text, at))
  }
}

function behindComma(text: string, at: number) {
  const comma = skipSpace(text, at)
  return text[comma] === ',' ? skipSpace(text, comma + 1) : comma
}

/** How much deeper it is behind a sign. */
const STEPS: Readonly<Record<string, number>> = { '{': 1, '[': 1, '}': -1, ']': -1, ',': 0, ':': 0 }

/** Counts brackets rather than calling itself: a text may have any depth. */
function behindValue(text: string, start: number) {
  let at = start
  let depth = 0
  do {
    at = skipSpace(text, at)
    const sign = text[at]
    if (sign === '"') at = match(STRING, text, at)
    else if (sign !== undefined && sign in STEPS) {
      depth += STEPS[sign] ?? 0
      at++
    } else at = Math.max(match(SCALAR, text, at), at + 1)
  } while (depth > 0 && at < text.length)
  return at
}
