import { type Document, isMap } from 'yaml'
import type { Layout, Variables } from '../content/records.ts'
import { readLayout } from './layout.ts'
import { lineNumber, type Problem } from './problems.ts'
import { entriesOf, isNothing, readYaml, scalarOf, textOf, type YamlEntry } from './yaml-read.ts'

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
  layout?: Layout
  cover?: { src: string; yPos: number }
}

/** Keys that have a meaning elsewhere and are kept here. */
const KEPT = new Set(['coverHeight', 'metaLinks', 'tags'])

export function readFrontmatter(
  source: string,
  linesBefore: number,
): { fields: HeadFields; problems: Problem[] } {
  const problems: Problem[] = []
  const tell = (kind: string, message: string, at: number) => {
    problems.push({ kind, message, line: lineNumber(source, at) + linesBefore })
  }
  const fields: HeadFields = {}
  const read = readYaml(source)
  switch (read.kind) {
    case 'broken':
      tell('broken-frontmatter', `The frontmatter is not valid YAML: ${read.message}`, read.at)
      break
    case 'empty':
      tell('broken-frontmatter', 'The frontmatter between the two `---` lines is empty.', 0)
      break
    case 'other':
      tell('broken-frontmatter', 'The frontmatter has to be lines of `key: value`.', 0)
      break
    default: {
      const seen = new Set<string>()
      for (const entry of read.entries) {
        if (seen.has(entry.key))
          tell('duplicate-key', `\`${entry.key}\` is given twice; the last counts.`, entry.from)
        seen.add(entry.key)
        readEntry(fields, entry, read.document, tell)
      }
      readCover(fields, read.entries, tell)
    }
  }
  return { fields, problems }
}

type Tell = (kind: string, message: string, at: number) => void

function readEntry(fields: HeadFields, entry: YamlEntry, document: Document, tell: Tell): void {
  const { key } = entry
  switch (key) {
    case 'title':
    case 'description':
    case 'icon':
    case 'emoji':
      fields[key] = readText(entry, tell)
      return
    case 'if':
      fields.condition = readText(entry, tell)
      return
    case 'hidden':
    case 'noIndex':
    case 'noRobotsIndex':
      fields[key] = readFlag(entry, tell)
      return
    case 'layout':
      fields.layout = readLayout(entry, document, tell)
      return
    case 'vars':
      fields.variables = readPageVariables(entry, document, tell)
      return
    case 'cover':
    case 'coverY':
      return
    default:
      if (!KEPT.has(key))
        tell('unknown-key', `\`${key}\` in the frontmatter is not known; it is kept.`, entry.from)
  }
}

function readText({ key, value, from }: YamlEntry, tell: Tell): string | undefined {
  if (isNothing(value)) return undefined
  const text = textOf(value)
  if (text === undefined) tell('wrong-value', `\`${key}\` in the frontmatter has to be text.`, from)
  return text === '' ? undefined : text
}

function readFlag({ key, value, from }: YamlEntry, tell: Tell): boolean | undefined {
  if (isNothing(value)) return undefined
  const flag = scalarOf(value)
  if (typeof flag === 'boolean') return flag
  tell('wrong-value', `\`${key}\` in the frontmatter is \`true\` or \`false\`, not \`${flag ?? ''}\`.`, from)
  return undefined
}

function readPageVariables(
  { value, from }: YamlEntry,
  document: Document,
  tell: Tell,
): Variables | undefined {
  if (isNothing(value)) return undefined
  if (!isMap(value)) {
    tell('wrong-value', '`vars` in the frontmatter has to be lines of `name: value`.', from)
    return undefined
  }
  const variables = new Map<string, Variables[string]>()
  for (const each of entriesOf(value, document)) {
    const scalar = scalarOf(each.value)
    if (scalar !== undefined) variables.set(each.key, scalar)
    else
      tell(
        'wrong-value',
        `The variable \`${each.key}\` has to be a text, a number or true or false.`,
        each.from,
      )
  }
  return variables.size === 0 ? undefined : Object.fromEntries(variables)
}

function readCover(fields: HeadFields, entries: YamlEntry[], tell: Tell): void {
  const cover = entries.findLast(({ key }) => key === 'cover')
  const height = entries.findLast(({ key }) => key === 'coverY')
  const src = cover && readText(cover, tell)
  if (!src) return
  const yPos = height ? Number(textOf(height.value) ?? 0) : 0
  if (height && !Number.isFinite(yPos)) tell('wrong-value', '`coverY` has to be a number.', height.from)
  fields.cover = { src, yPos: Number.isFinite(yPos) ? yPos : 0 }
}
