import { resolvePath } from './paths.ts'
import { lineNumber, type RepositoryProblem } from './report/problems.ts'
import { unsafePart } from './safe-paths.ts'
import { type Document, isMap } from './yaml/yaml-parse.ts'
import { replaceYaml } from './yaml/yaml-patch.ts'
import { entriesOf, isNothing, readYaml, textOf, type YamlEntry } from './yaml/yaml-read.ts'

// `.gitbook.yaml`: where the space is below this file, and which of its files are the home page and the table of
// contents.

/** `key` and `written` are the two as they are in the file. */
export type Redirect = { from: string; to: string; key: string; written: string }
export type RepositoryConfig = {
  root: string
  readme: string
  summary: string
  redirects: Redirect[]
  problems: RepositoryProblem[]
}

/** Any text is a configuration: what cannot be read has its default. `root` is '' for the folder of the file itself. */
export function readConfig(text: string): RepositoryConfig {
  const config: RepositoryConfig = {
    root: '',
    readme: 'README.md',
    summary: 'SUMMARY.md',
    redirects: [],
    problems: [],
  }
  const tell = (kind: string, message: string, at: number) => {
    config.problems.push({ kind, message, line: lineNumber(text, at) })
  }
  const read = readYaml(text)
  if (read.kind === 'broken') tell('broken-config', `The configuration ${read.message}`, read.at)
  if (read.kind === 'other') tell('broken-config', 'The configuration has to be lines of `key: value`.', 0)
  if (read.kind !== 'map') return config
  for (const entry of read.entries) readEntry(config, entry, read.document, tell)
  return config
}

type Tell = (kind: string, message: string, at: number) => void

function readEntry(config: RepositoryConfig, entry: YamlEntry, document: Document, tell: Tell): void {
  switch (entry.key) {
    case 'root':
      config.root = readPath(entry, '', tell)
      return
    case 'structure':
      for (const each of mapBelow(entry, document, tell)) {
        if (each.key === 'readme') config.readme = readPath(each, 'README.md', tell) || 'README.md'
        else if (each.key === 'summary') config.summary = readPath(each, 'SUMMARY.md', tell) || 'SUMMARY.md'
        else tell('unknown-key', `\`${each.key}\` below \`structure\` is not known; it is kept.`, each.from)
      }
      return
    case 'redirects':
      config.redirects = readRedirects(mapBelow(entry, document, tell), tell)
      return
    default:
      tell('unknown-key', `\`${entry.key}\` in the configuration is not known; it is kept.`, entry.from)
  }
}

function mapBelow({ key, value, from }: YamlEntry, document: Document, tell: Tell): YamlEntry[] {
  if (isMap(value)) return entriesOf(value, document)
  if (!isNothing(value)) tell('broken-config', `\`${key}\` needs lines of \`key: value\` below it.`, from)
  return []
}

/** A path below the folder of the file; a slash in front means that folder too. */
function readPath({ key, value, from }: YamlEntry, fallback: string, tell: Tell): string {
  if (isNothing(value)) return fallback
  const written = textOf(value)
  if (written === undefined) {
    tell('broken-config', `\`${key}\` has to be a path.`, from)
    return fallback
  }
  const path = resolvePath('', written.trim())
  if (path !== undefined && (path === '' || unsafePart(path) === undefined)) return path
  tell('outside-root', `\`${key}\` leads to \`${written}\`, which is outside the folder of this file.`, from)
  return fallback
}

function readRedirects(entries: YamlEntry[], tell: Tell): Redirect[] {
  const redirects = new Map<string, Redirect>()
  for (const { key, value, from } of entries) {
    const to = textOf(value)
    const name = key.replace(/^\/+/, '')
    if (to === undefined) tell('broken-config', `The redirect of \`${key}\` has to name a page.`, from)
    else if (redirects.has(name))
      tell('duplicate-key', `\`${key}\` is redirected twice; the last counts.`, from)
    if (to !== undefined)
      redirects.set(name, { from: name, to: to.replace(/^(?:\.\/)+/, ''), key, written: to })
  }
  return [...redirects.values()]
}

/** The text with redirects that lead to where files are now; `movedTo` knows them by where they lay. */
export function patchRedirects(
  text: string,
  redirects: readonly Redirect[],
  movedTo: ReadonlyMap<string, string>,
): string {
  const replacements = redirects.flatMap(({ to, key, written }) => {
    const path = movedTo.get(to)
    return path === undefined
      ? []
      : [{ path: ['redirects', key], value: written.slice(0, written.length - to.length) + path }]
  })
  return replaceYaml(text, replacements)
}
