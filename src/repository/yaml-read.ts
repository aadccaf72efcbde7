import { type Document, isAlias, isMap, isScalar, parseDocument, type YAMLMap } from 'yaml'

// Maps in YAML, read leniently: a value counts as what it was meant to be, and what is broken is told.

/** `from` is where the key stands. */
export type YamlEntry = { key: string; value: unknown; from: number }
export type YamlRead =
  | { kind: 'map'; entries: YamlEntry[]; map: YAMLMap; document: Document }
  | { kind: 'empty' }
  | { kind: 'other' }
  | { kind: 'broken'; message: string; at: number }

/** The entries of the map that a text consists of, in order. Never throws. */
export function readYaml(source: string): YamlRead {
  if (source.length > LONGEST)
    return { kind: 'broken', message: 'it is longer than 500,000 characters', at: 0 }
  if (isTooDeep(source)) return { kind: 'broken', message: 'too many brackets lie in each other', at: 0 }
  try {
    const document = parseDocument(source, { uniqueKeys: false, prettyErrors: false, logLevel: 'silent' })
    const [error] = document.errors
    if (error) return { kind: 'broken', message: error.message, at: error.pos[0] }
    const map = document.contents
    if (isNothing(map)) return { kind: 'empty' }
    if (!isMap(map)) return { kind: 'other' }
    return { kind: 'map', map, document, entries: entriesOf(map, document) }
  } catch (error) {
    // Thousands of brackets overflow the parser's stack.
    return { kind: 'broken', message: error instanceof Error ? error.message : 'unreadable', at: 0 }
  }
}

/** The parser takes the square of the depth. Brackets in texts count too: nobody writes so many. */
function isTooDeep(source: string): boolean {
  let depth = 0
  for (const sign of source.match(/[[\]{}]/g) ?? []) {
    depth = sign === '[' || sign === '{' ? depth + 1 : Math.max(0, depth - 1)
    if (depth > DEEPEST) return true
  }
  return false
}

const DEEPEST = 200
const LONGEST = 500_000

export function entriesOf(map: YAMLMap, document: Document): YamlEntry[] {
  return map.items.map(({ key, value }) => ({
    key: textOf(key) ?? '',
    value: isAlias(value) ? value.resolve(document) : value,
    from: placeOf(key),
  }))
}

export function placeOf(node: unknown): number {
  return isScalar(node) ? (node.range?.[0] ?? 0) : 0
}

/** A scalar as text: `1.10` and `true` as they are written. Nothing, and what is no scalar, is undefined. */
export function textOf(node: unknown): string | undefined {
  if (!isScalar(node) || isNothing(node)) return undefined
  return typeof node.value === 'string' ? readable(node.value) : (node.source ?? String(node.value))
}

export function isNothing(node: unknown): boolean {
  return node === null || node === undefined || (isScalar(node) && (node.value ?? null) === null)
}

export function scalarOf(node: unknown): string | number | boolean | undefined {
  const value = isScalar(node) ? node.value : undefined
  if (typeof value === 'string') return readable(value)
  if (typeof value === 'boolean') return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  return textOf(node)
}

/** `"\\0"` can be written in YAML, and be kept nowhere else. */
function readable(text: string): string {
  return text.replaceAll('\0', '\ufffd')
}
