import { LRUCache } from 'lru-cache'
import type { ParsedExpression } from './expression.ts'
import { parseExpression } from './parse-expression.ts'

// By characters: the tree of a condition takes some fifty bytes for each, so all of them about 12 MB.
const MAX_CHARACTERS = 250_000
const LONGEST_KEPT = 4096

const kept = new LRUCache<string, ParsedExpression>({ maxSize: MAX_CHARACTERS })

/** A condition as a tree, or what is wrong with it. The same few are requested at every page view, so they are kept. */
export function readCondition(text: string): ParsedExpression {
  const known = kept.get(text)
  if (known) return known
  const parsed = parseExpression(text)
  if (text.length <= LONGEST_KEPT) kept.set(text, parsed, { size: text.length + 50 })
  return parsed
}
