import { type Document, isAlias, isMap, isScalar, parseYaml, type YAMLMap } from './yaml-parse.ts'

// Maps in YAML, read leniently: a value counts as what it was meant to be, and what is broken is told.

/** `from` is where the key stands. */
export type YamlEntry = { key: string; value: unknown; from: number }
export type YamlRead =
  | { kind: 'map'; entries: YamlEntry[]; map: YAMLMap; document: Document }
  | { kind: 'empty' }
  | { kind: 'other' }
  /** `message` goes behind what the text is: it is not valid, or more than anybody reads. */
  | { kind: 'broken'; message: string; at: number }

/** The entries of the map that a text consists of, in order. Never throws. */
export function readYaml(source: string): YamlRead {
  try {
    const document = parseYaml(source)
    if ('refused' in document)
      return broken(`${document.refused}; it is kept, and has no effect`, document.at)
    const [error] = document.errors
    if (error) return broken(`is not valid YAML: ${error.message}`, error.pos[0])
    const map = document.contents
    if (isNothing(map)) return { kind: 'empty' }
    if (!isMap(map)) return { kind: 'other' }
    return { kind: 'map', map, document, entries: entriesOf(map, document) }
  } catch (error) {
    // What the package trips over is damage in a file, not the end of an import.
    return broken(`is not valid YAML: ${error instanceof Error ? error.message : 'unreadable'}`, 0)
  }
}

function broken(message: string, at: number): YamlRead {
  return { kind: 'broken', message, at }
}

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
