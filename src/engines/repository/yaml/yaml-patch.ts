import { isDeepStrictEqual } from 'node:util'
import { isBlank, lineEndOf } from '../text-lines.ts'
import { valuesOf, withoutAliases } from './yaml-aliases.ts'
import { isMap, isScalar, isSeq, type Scalar, stringify, type YAMLMap } from './yaml-parse.ts'
import { placeOf, readYaml, textOf } from './yaml-read.ts'
import { spellEntry, spellScalar, type YamlScalar, type YamlStyle, type YamlValue } from './yaml-spell.ts'
import { plainValue } from './yaml-values.ts'

// Changes values of a map in YAML and leaves every other line as it is.

/** A map in a text: how far its keys are indented, and where its lines end. */
type InsertionPoint = { map: YAMLMap; indent: string; to: number }
type Span = { from: number; to: number }

/** The text with another value at a path of keys; undefined takes the entry away. */
export function setYaml(
  source: string,
  path: readonly string[],
  value: YamlValue | undefined,
  lineEnd = yamlLineEnd(source),
): string {
  const read = readYaml(source)
  const values = valuesOf(source)
  if (read.kind === 'empty') return value === undefined ? source : begun(source, path, value, lineEnd)
  if (read.kind !== 'map' || values === undefined) {
    // Text that cannot be read stays as a comment: keys added to it could not be read either.
    const comment = commentedOut(source)
    return value === undefined ? comment : append(comment, '', path, value, lineEnd)
  }
  const wanted = changed(values, path, value)
  const edited = read.map.flow ? undefined : edit(source, rootPlace(source, read.map), path, value, lineEnd)
  if (edited !== undefined && isDeepStrictEqual(valuesOf(edited), wanted)) return edited
  const spelledOut = withoutAliases(source, read.document)
  if (spelledOut !== source && isDeepStrictEqual(valuesOf(spelledOut), values))
    return setYaml(spelledOut, path, value, lineEnd)
  // A map in braces, a key given twice: rare enough to be written anew.
  return isDeepStrictEqual(wanted, {}) ? '' : stringify(wanted).replaceAll('\n', lineEnd)
}

/** The first entry. Behind a mark that ends the text, `...`, it would not count. */
function begun(source: string, path: readonly string[], value: YamlValue, lineEnd: string): string {
  const text = append(source, '', path, value, lineEnd)
  const isRead = isDeepStrictEqual(valuesOf(text), changed({}, path, value))
  return isRead ? text : append(commentedOut(source), '', path, value, lineEnd)
}

export type YamlReplacement = { path: readonly string[]; value: string }

/** The text with other texts where there are texts already, all in one reading: there may be a thousand. */
export function replaceYaml(source: string, replacements: YamlReplacement[]): string {
  const read = readYaml(source)
  if (read.kind !== 'map' || replacements.length === 0) return source
  const spots = replacements.flatMap(({ path, value }) => {
    const old = scalarAt(read.map, path)
    const style = old && INLINE[old.type ?? '']
    const [from, to] = old?.range ?? []
    return style === undefined || from === undefined || to === undefined ? [] : [{ style, from, to, value }]
  })
  spots.sort((a, b) => b.from - a.from)
  const edited = spots.reduce(
    (text, { style, from, to, value }) => spliced(text, { from, to }, spellScalar(value, style, '', 0)),
    source,
  )
  const wanted = replacements.reduce<unknown>(
    (values, { path, value }) => changed(values, path, value),
    valuesOf(source),
  )
  if (isDeepStrictEqual(valuesOf(edited), wanted)) return edited
  return replacements.reduce((text, { path, value }) => setYaml(text, path, value), source)
}

function scalarAt(node: unknown, [key, ...rest]: readonly string[]): Scalar | undefined {
  if (key === undefined) return isScalar(node) && isReplaceable(node) ? node : undefined
  if (isMap(node)) return scalarAt(node.items.findLast((pair) => textOf(pair.key) === key)?.value, rest)
  return isSeq(node) ? scalarAt(node.items[Number(key)], rest) : undefined
}

/** A carriage return alone ends no line of YAML. */
function yamlLineEnd(source: string): string {
  const lineEnd = lineEndOf(source)
  return lineEnd === '\r' ? '\n' : lineEnd
}

function commentedOut(source: string): string {
  return source.replace(/(?<![^\n])(?!\r?\n|$)/g, '# ')
}

/** What the text shall mean. A map that loses its last entry is lost too. In a list the key is a number. */
function changed(
  values: unknown,
  [key = '', ...rest]: readonly string[],
  value: YamlValue | undefined,
): object {
  if (Array.isArray(values) && values[Number(key)] !== undefined)
    return values.with(Number(key), rest.length > 0 ? changed(values[Number(key)], rest, value) : value)
  const entries = new Map<string, unknown>(isObject(values) ? Object.entries(values) : [])
  const inner = rest.length > 0 ? changed(entries.get(key), rest, value) : value
  const isGone =
    inner === undefined || (rest.length > 0 && value === undefined && isDeepStrictEqual(inner, {}))
  if (isGone) entries.delete(key)
  else entries.set(key, inner)
  return Object.fromEntries(entries)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function rootPlace(source: string, map: YAMLMap): InsertionPoint {
  return { map, indent: indentOf(source, map), to: source.length }
}

function indentOf(source: string, map: YAMLMap): string {
  const at = placeOf(map.items[0]?.key)
  return source.slice(lineStart(source, at), at)
}

function edit(
  source: string,
  place: InsertionPoint,
  [key = '', ...rest]: readonly string[],
  value: YamlValue | undefined,
  lineEnd: string,
): string | undefined {
  const { map, indent } = place
  const index = map.items.findLastIndex((pair) => textOf(pair.key) === key)
  const old = map.items[index]?.value
  if (index < 0) {
    if (value === undefined) return source
    return append(source.slice(0, place.to), indent, [key, ...rest], value, lineEnd) + source.slice(place.to)
  }
  const span = spanOf(source, place, index)
  const isOnly = isMap(old) && old.items.every((item) => textOf(item.key) === rest[0])
  if (value === undefined && (rest.length === 0 || (rest.length === 1 && isOnly)))
    return spliced(source, span, '')
  const item = isSeq(old) && rest.length > 0 ? scalarAt(old, rest) : undefined
  if (item && typeof value === 'string') return replaced(source, { span, indent, old: item, value }, lineEnd)
  if (rest.length > 0 && isMap(old) && !old.flow && old.items.length > 0)
    return edit(source, { map: old, indent: indentOf(source, old), to: span.to }, rest, value, lineEnd)
  if (rest.length > 0 && isMap(old) && old.items.length > 0) {
    const inner = plainValue(old, { source, aliases: new Map() })
    const whole = stringify({ [key]: changed(inner, rest, value) })
    return indent === '' ? spliced(source, span, whole.replaceAll('\n', lineEnd)) : undefined
  }
  if (value === undefined) return source
  if (rest.length === 0 && typeof value !== 'object' && isScalar(old) && isReplaceable(old))
    return replaced(source, { span, indent, old, value }, lineEnd)
  return spliced(source, span, append('', indent, [key, ...rest], value, lineEnd))
}

/** A value with nothing written, or with an anchor that others use, is not just characters to be exchanged. */
function isReplaceable(old: Scalar): boolean {
  return old.value !== null && !old.anchor && !old.tag
}

function replaced(
  source: string,
  { span, indent, old, value }: { span: Span; indent: string; old: Scalar; value: YamlScalar },
  lineEnd: string,
): string {
  const style = STYLES[old.type ?? ''] ?? 'plain'
  const [from, end] = old.range ?? [span.from, span.to]
  const spelt = spellScalar(value, style, indent, from - lineStart(source, from)).replaceAll('\n', lineEnd)
  const isBlock = style === 'folded' || style === 'literal'
  return spliced(source, { from, to: isBlock ? span.to : end }, isBlock ? spelt + lineEnd : spelt)
}

const STYLES: Record<string, YamlStyle | undefined> = {
  PLAIN: 'plain',
  QUOTE_SINGLE: 'single',
  QUOTE_DOUBLE: 'double',
  BLOCK_FOLDED: 'folded',
  BLOCK_LITERAL: 'literal',
}

/** Styles that stand on one line. */
const INLINE: typeof STYLES = {
  PLAIN: STYLES.PLAIN,
  QUOTE_SINGLE: STYLES.QUOTE_SINGLE,
  QUOTE_DOUBLE: STYLES.QUOTE_DOUBLE,
}

function append(
  source: string,
  indent: string,
  [key = '', ...rest]: readonly string[],
  value: YamlValue,
  lineEnd: string,
): string {
  const nested = rest.reduceRight<YamlValue>((inner, name) => ({ [name]: inner }), value)
  const isEnded = source === '' || source.endsWith('\n')
  return (isEnded ? source : source + lineEnd) + spellEntry(key, nested, indent).replaceAll('\n', lineEnd)
}

/** The lines of an entry. Blank lines and comments behind it belong to what follows. */
function spanOf(source: string, { map, indent, to }: InsertionPoint, index: number): Span {
  const from = lineStart(source, placeOf(map.items[index]?.key))
  const next = map.items[index + 1]
  let end = next ? lineStart(source, placeOf(next.key)) : to
  for (let last = lineStart(source, end - 1); last > from; last = lineStart(source, end - 1)) {
    const line = source.slice(last, end).replace(/\r?\n$/, '')
    const isComment =
      line.trimStart().startsWith('#') && line.length - line.trimStart().length <= indent.length
    if (!isBlank(line) && !isComment) break
    end = last
  }
  return { from, to: end }
}

function lineStart(source: string, at: number): number {
  return at <= 0 ? 0 : source.lastIndexOf('\n', at - 1) + 1
}

function spliced(source: string, { from, to }: Span, text: string): string {
  return source.slice(0, from) + text + source.slice(to)
}
