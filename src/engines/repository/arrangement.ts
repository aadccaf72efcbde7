// How other tools arrange the pages of a repository that has no table of contents of ours: the `nav` of MkDocs, and the
// categories of Docusaurus.
import { isReadme, joinPath } from '../content/draft/refile.ts'
import { resolvePath } from './paths.ts'
import { titleOfFile } from './plan.ts'
import type { Summary, SummaryEntry, SummaryPart } from './summary/summary.ts'
import { summaryTarget } from './summary/summary-target.ts'
import { type Document, isMap, isSeq } from './yaml/yaml-parse.ts'
import { entriesOf, readYaml, scalarOf, textOf } from './yaml/yaml-read.ts'

export type Arrangement = {
  /** The pages in order, where a tool keeps a list of them. */
  nav?: Summary
  /** By their paths. */
  folders: ReadonlyMap<string, FolderLook>
}

export type FolderLook = { title?: string; position?: number }

export const NAV_FILES = ['mkdocs.yml', 'mkdocs.yaml']
export const CATEGORY_FILE = /(?:^|\/)_category_\.(?:json|ya?ml)$/

type IsFile = (path: string) => boolean

/** The `nav` of a `mkdocs.yml` as a table of contents. Undefined where there is none, or nothing to be made of it. */
export function readNav(text: string, isFile: IsFile): Summary | undefined {
  const read = readYaml(text)
  if (read.kind !== 'map') return
  const { document } = read
  const named = (key: string) => read.entries.find((entry) => entry.key === key)?.value
  const folder = resolvePath('', textOf(named('docs_dir')) ?? 'docs')
  if (folder === undefined) return
  const nav = navReader(folder, document, isFile)
  const parts: SummaryPart[] = []
  for (const entry of nav.entriesIn(named('nav'))) {
    const isSection = entry.target.kind === 'none'
    const last = parts.at(-1)
    if (isSection) parts.push({ group: { line: entry.line, title: entry.title }, entries: entry.children })
    else if (last && !last.group) last.entries.push(entry)
    else parts.push({ entries: [entry] })
  }
  return parts.length > 0 ? { parts, problems: [] } : undefined
}

/** A list may be in many places, even in itself, by an alias. */
const MOST_ENTRIES = 20_000
const DEEPEST = 20

function navReader(folder: string, yaml: Document, isFile: IsFile) {
  let count = 0

  /** A list holds paths, and maps from a title to a path, to an address or to a list. */
  function entriesIn(list: unknown, depth = 0): SummaryEntry[] {
    if (!isSeq(list) || depth > DEEPEST) return []
    return list.items.flatMap((item) => {
      if (!isMap(item)) return entryOf('', item, depth) ?? []
      return entriesOf(item, yaml).flatMap(({ key, value }) => entryOf(key, value, depth) ?? [])
    })
  }

  function entryOf(title: string, value: unknown, depth: number): SummaryEntry | undefined {
    const line = count++
    if (line > MOST_ENTRIES) return
    if (isSeq(value))
      return sectionOf({ line, title, target: { kind: 'none' }, children: entriesIn(value, depth + 1) })
    const written = textOf(value)
    if (written === undefined) return
    const { target } = summaryTarget(written, joinPath(folder, 'nav'))
    if (target.kind === 'file' && !isFile(target.path)) return
    const named = target.kind === 'file' ? titleOfFile(target.path) : written
    return { line, title: title || named, target, children: [] }
  }

  /** A section whose first page is the index of a folder is that page. */
  function sectionOf(section: SummaryEntry): SummaryEntry | undefined {
    const [first, ...others] = section.children
    if (!first) return
    const isIndex = first.target.kind === 'file' && isReadme(first.target.path) && first.children.length === 0
    return isIndex ? { ...section, line: first.line, target: first.target, children: others } : section
  }

  return { entriesIn }
}

/** A `_category_.json` or `_category_.yml`: JSON is YAML too. */
export function readCategory(text: string): FolderLook {
  const read = readYaml(text)
  const look: FolderLook = {}
  for (const { key, value } of read.kind === 'map' ? read.entries : []) {
    const position = scalarOf(value)
    if (key === 'label') look.title = textOf(value)
    if (key === 'position' && typeof position === 'number') look.position = position
  }
  return look
}
