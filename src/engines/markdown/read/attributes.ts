import { decodeHtml, encodeAttribute } from '../html/html-text.ts'
import { joinLines } from '../lines/blanks.ts'

// Attributes of tags and elements as they were written, one string each, so that order, quoting and what nobody knows
// survive a change of the ones that are known.

export type Attribute = { name: string; value: string | undefined; raw: string }
type Encode = (name: string, value: string | true) => string
export type WantedAttributes = readonly (readonly [name: string, value: string | true | undefined])[]

const ATTRIBUTE = /([^\s"'<>/=]+)(?:(\s*=\s*)("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^\s"'<>`]+))?/gsy
const ELEMENT_ATTRIBUTE = /([^\s"'<>/=]+)(?:(\s*=\s*)("[^"]*"|'[^']*'|[^\s"'=<>`]+))?/gy

/** Undefined when the text is not a list of attributes. Backslashes escape in the values of tags. */
export function readTagAttributes(source: string): Attribute[] | undefined {
  return readWith(ATTRIBUTE, source, (value) => value.replace(/\\([!-/:-@[-`{-~])/g, '$1'))
}

/** Elements have entities instead. */
export function readElementAttributes(source: string): Attribute[] | undefined {
  return readWith(ELEMENT_ATTRIBUTE, source, decodeHtml)
}

function readWith(
  pattern: RegExp,
  source: string,
  decode: (value: string) => string,
): Attribute[] | undefined {
  const found: Attribute[] = []
  let at = skipBlanks(source, 0)
  while (at < source.length) {
    pattern.lastIndex = at
    const match = pattern.exec(source)
    if (!match) return undefined
    const [raw, name = '', , quoted] = match
    found.push({ name, value: quoted === undefined ? undefined : decode(unquote(quoted)), raw })
    at = pattern.lastIndex
    const next = skipBlanks(source, at)
    // Two attributes with nothing between them are damage, not attributes.
    if (next === at && at < source.length) return undefined
    at = next
  }
  return found
}

function skipBlanks(source: string, from: number): number {
  let at = from
  while (at < source.length && /\s/.test(source.charAt(at))) at++
  return at
}

function unquote(value: string): string {
  const quote = value.charAt(0)
  return quote === '"' || quote === "'" ? value.slice(1, -1) : value
}

export function attributeValue(attributes: readonly Attribute[], name: string): string | undefined {
  const found = attributes.find((attribute) => attribute.name === name)
  return found && (found.value ?? '')
}

export function isSet(attributes: readonly Attribute[], name: string): boolean | undefined {
  const value = attributeValue(attributes, name)
  return value === undefined ? undefined : value !== 'false'
}

/** What to remember of attributes: nothing when the writer would write the very same. */
export function rememberAttributes(
  attributes: readonly Attribute[],
  wanted: WantedAttributes,
  encode: Encode,
): string[] | undefined {
  const raws = attributes.map((attribute) => attribute.raw)
  return raws.join(' ') === spell(wanted, encode).join(' ') ? undefined : raws
}

export function tagAttribute(name: string, value: string | true): string {
  if (value === true) return name
  return `${name}="${joinLines(value.replace(/[\\"]/g, '\\$&'))}"`
}

export function elementAttribute(name: string, value: string | true): string {
  return value === true ? name : `${name}="${encodeAttribute(value)}"`
}

function spell(wanted: WantedAttributes, encode: Encode): string[] {
  return wanted.flatMap(([name, value]) => (value === undefined ? [] : [encode(name, value)]))
}

/**
 * The attributes to write: those remembered, with the values now wanted. `was` tells what the remembered ones mean in the
 * writer's own spelling; an attribute that still means what is wanted keeps its spelling.
 */
export function writeAttributes(
  remembered: readonly string[] | undefined,
  wanted: WantedAttributes,
  form: { read: (source: string) => Attribute[] | undefined; encode: Encode },
  was: (attributes: Attribute[]) => WantedAttributes,
): string[] {
  const attributes = remembered?.length ? form.read(remembered.join(' ')) : undefined
  if (!attributes) return spell(wanted, form.encode)
  const values = new Map(wanted)
  const before = new Map(was(attributes))
  const written: string[] = []
  const seen = new Set<string>()
  for (const { name, raw } of attributes) {
    const isKnown = values.has(name) && !seen.has(name)
    const value = values.get(name)
    if (isKnown) seen.add(name)
    if (!isKnown || before.get(name) === value) written.push(raw)
    else if (value !== undefined) written.push(form.encode(name, value))
  }
  return [...written, ...spell(added(wanted, before, seen), form.encode)]
}

/** What is not among the remembered ones, unless it already counted without being written. */
function added(
  wanted: WantedAttributes,
  before: Map<string, string | true | undefined>,
  seen: Set<string>,
): WantedAttributes {
  return wanted.filter(([name, value]) => !seen.has(name) && before.get(name) !== value)
}

export const TAG_FORM = { read: readTagAttributes, encode: tagAttribute }
export const ELEMENT_FORM = { read: readElementAttributes, encode: elementAttribute }
