import type { PageLayout, Variables } from '../../content/records.ts'
import { readLayout } from '../layout.ts'
import { lineNumber, type RepositoryProblem } from '../report/problems.ts'
import { type Document, isMap, isScalar, isSeq } from '../yaml/yaml-parse.ts'
import {
  entriesOf,
  isNothing,
  placeOf,
  readYaml,
  scalarOf,
  textOf,
  type YamlEntry,
} from '../yaml/yaml-read.ts'
import { TRUE_OR_FALSE, wrongValue } from '../yaml/yaml-say.ts'

/** What the head of a page says about it. An empty text counts as nothing said. */
export type HeadFields = {
  title?: string
  description?: string
  icon?: string
  emoji?: string
  hidden?: boolean
  noIndex?: boolean
  noRobotsIndex?: boolean
  condition?: string
  variables?: Variables
  layout?: PageLayout
  cover?: { src: string; yPos: number }
  /** What search engines list in place of this page; null where it was removed. */
  canonical?: string | null
  /** The same page in other languages, in the order of the list; what is no text is empty. */
  alternates?: string[]
  /** Among those beside it. Other tools keep order this way; it is read and never written. */
  position?: number
}

/** What a head leads to, as written. */
export type HeadTarget = { target: string; use: 'cover' | 'canonical' | 'alternate'; line: number }

export type ReadHead = { fields: HeadFields; targets: HeadTarget[]; problems: RepositoryProblem[] }

export function readFrontmatter(source: string, linesBefore: number): ReadHead {
  const head: ReadHead = { fields: {}, targets: [], problems: [] }
  const lineAt = (at: number) => lineNumber(source, at) + linesBefore
  const tell = (kind: string, message: string, at: number) => {
    head.problems.push({ kind, message, line: lineAt(at) })
  }
  const read = readYaml(source)
  switch (read.kind) {
    case 'broken':
      tell('broken-frontmatter', `The frontmatter ${read.message}`, read.at)
      break
    case 'empty':
      tell('broken-frontmatter', 'The frontmatter between the two `---` lines is empty.', 0)
      break
    case 'other':
      tell('broken-frontmatter', 'The frontmatter has to be lines of `key: value`.', 0)
      break
    default: {
      readEntries(head.fields, read.entries, read.document, tell)
      for (const [target, use, at] of targetsIn(read.entries, read.document))
        head.targets.push({ target, use, line: lineAt(at) })
    }
  }
  return head
}

type Tell = (kind: string, message: string, at: number) => void

function readEntries(fields: HeadFields, entries: YamlEntry[], document: Document, tell: Tell): void {
  const seen = new Set<string>()
  for (const entry of entries) {
    const { key, from } = entry
    const isAgain = seen.has(key)
    if (isAgain) tell('duplicate-key', `\`${key}\` is given twice; the last counts.`, from)
    seen.add(key)
    const isKnown = readEntry(fields, entry, document, tell)
    if (!isKnown && !isAgain)
      tell('unknown-key', `\`${key.slice(0, 100)}\` in the frontmatter is not known; it is kept.`, from)
  }
  readCover(fields, entries)
}

/** Whether the key has a meaning. */
function readEntry(fields: HeadFields, entry: YamlEntry, document: Document, tell: Tell): boolean {
  const { key } = entry
  switch (key) {
    case 'title':
    case 'description':
    case 'icon':
    case 'emoji':
      fields[key] = readText(entry, tell)
      return true
    case 'if':
      fields.condition = readText(entry, tell)
      return true
    case 'hidden':
    case 'noIndex':
    case 'noRobotsIndex':
      fields[key] = readFlag(entry, tell)
      return true
    case 'layout':
      fields.layout = readLayout(entry, document, tell)
      return true
    case 'vars':
      fields.variables = readPageVariables(entry, document, tell)
      return true
    case 'cover':
      readText(entry, tell)
      return true
    case 'coverY':
    case 'coverHeight':
      checkNumber(entry, tell)
      return true
    case 'sidebar_position':
    case 'nav_order':
    case 'weight':
      fields.position = readPosition(entry)
      return true
    case 'metaLinks':
      checkMetaLinks(entry, document, tell)
      fields.canonical = textOf(canonicalIn(entry, document)) || undefined
      fields.alternates = readAlternates(entry, document)
      return true
    case 'tags':
      checkTags(entry, tell)
      return true
    default:
      return false
  }
}

/** A number is read as the text that it was written with. */
function readText({ key, value, from }: YamlEntry, tell: Tell): string | undefined {
  if (isNothing(value)) return undefined
  const text = textOf(value)
  if (text === undefined) tell('wrong-value', wrongValue(key, value, 'a text'), from)
  else if (!isText(value))
    tell('wrong-value', wrongValue(key, value, 'a text', 'read as text: quotes make it one'), from)
  return text === '' ? undefined : text
}

function isText(value: unknown): boolean {
  return isScalar(value) && typeof value.value === 'string'
}

function readFlag({ key, value, from }: YamlEntry, tell: Tell): boolean | undefined {
  if (isNothing(value)) return undefined
  const flag = scalarOf(value)
  if (typeof flag === 'boolean') return flag
  tell('wrong-value', wrongValue(key, value, TRUE_OR_FALSE), from)
  return undefined
}

/** What is none is another tool's to complain about. */
function readPosition({ value }: YamlEntry): number | undefined {
  const position = scalarOf(value)
  return typeof position === 'number' ? position : undefined
}

function readPageVariables(
  { key, value, from }: YamlEntry,
  document: Document,
  tell: Tell,
): Variables | undefined {
  if (isNothing(value)) return undefined
  if (!isMap(value)) {
    tell('wrong-value', wrongValue(key, value, 'lines of `name: value` below it'), from)
    return undefined
  }
  const variables = new Map<string, Variables[string]>()
  for (const each of entriesOf(value, document)) {
    const scalar = scalarOf(each.value)
    if (scalar !== undefined) variables.set(each.key, scalar)
    else {
      const expected = 'a text, a number, `true` or `false`'
      tell('wrong-value', wrongValue(`vars.${each.key}`, each.value, expected), each.from)
    }
  }
  return variables.size === 0 ? undefined : Object.fromEntries(variables)
}

function readCover(fields: HeadFields, entries: YamlEntry[]): void {
  const src = textOf(entries.findLast(({ key }) => key === 'cover')?.value)
  if (!src) return
  const yPos = Number(textOf(entries.findLast(({ key }) => key === 'coverY')?.value) ?? 0)
  fields.cover = { src, yPos: Number.isFinite(yPos) ? yPos : 0 }
}

function checkNumber({ key, value, from }: YamlEntry, tell: Tell): void {
  if (isNothing(value) || typeof scalarOf(value) === 'number') return
  const isMeant = Number.isFinite(Number(textOf(value) ?? 'none'))
  tell('wrong-value', wrongValue(key, value, 'a number', isMeant ? 'read as one' : undefined), from)
}

function checkMetaLinks({ key, value, from }: YamlEntry, document: Document, tell: Tell): void {
  if (isNothing(value)) return
  if (!isMap(value)) {
    tell('wrong-value', wrongValue(key, value, '`alternates` or `canonical` below it'), from)
    return
  }
  for (const each of entriesOf(value, document)) {
    const place = `${key}.${each.key}`
    if (each.key === 'canonical') readText({ ...each, key: place }, tell)
    else if (each.key !== 'alternates')
      tell(
        'unknown-key',
        `\`${place.slice(0, 100)}\` in the frontmatter is not known; it is kept.`,
        each.from,
      )
    else if (!isNothing(each.value) && !(isSeq(each.value) && each.value.items.every(isText)))
      tell('wrong-value', wrongValue(place, each.value, 'a list of pages or addresses'), each.from)
  }
}

function checkTags({ key, value, from }: YamlEntry, tell: Tell): void {
  if (isNothing(value)) return
  const isTag = (tag: unknown) => isText(tag) || (isMap(tag) && isText(tag.get('tag', true)))
  if (!isSeq(value)) tell('wrong-value', wrongValue(key, value, 'a list'), from)
  else
    for (const tag of value.items.filter((item) => !isTag(item)).slice(0, 1))
      tell('wrong-value', wrongValue(`${key}[]`, tag, 'a text, or a map with `tag`,'), from)
}

function readAlternates(entry: YamlEntry, document: Document): string[] | undefined {
  const items = alternatesIn(entry, document)
  return items.length === 0 ? undefined : items.map((item) => textOf(item) ?? '')
}

function canonicalIn(entry: YamlEntry, document: Document): unknown {
  return metaLinkIn(entry, document, 'canonical')
}

function metaLinkIn({ value }: YamlEntry, document: Document, name: string): unknown {
  const below = isMap(value) ? entriesOf(value, document) : []
  return below.findLast(({ key }) => key === name)?.value
}

function alternatesIn(entry: YamlEntry, document: Document): unknown[] {
  const list = metaLinkIn(entry, document, 'alternates')
  return isSeq(list) ? list.items : []
}

function* targetsIn(
  entries: YamlEntry[],
  document: Document,
): Generator<[target: string, use: HeadTarget['use'], at: number]> {
  const cover = entries.findLast(({ key }) => key === 'cover')
  const src = textOf(cover?.value)
  if (cover && src) yield [src, 'cover', cover.from]
  const links = entries.findLast(({ key }) => key === 'metaLinks')
  if (!links) return
  const canonical = canonicalIn(links, document)
  const named = textOf(canonical)
  if (named) yield [named, 'canonical', placeOf(canonical)]
  for (const item of alternatesIn(links, document)) {
    const target = textOf(item)
    if (target) yield [target, 'alternate', placeOf(item)]
  }
}
