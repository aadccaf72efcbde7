// Archives of Markdown or of an exported site.
import { readTarget } from '../content/paths.ts'
import { replaceTargets } from '../markdown/links.ts'
import { readConfig } from '../repository/config.ts'
import { splitPage } from '../repository/page-file.ts'
import { sheetsInFolders } from './folders.ts'
import type { Forest, Sheet } from './forest.ts'
import { isMarkdownPath, isPagePath } from './names.ts'
import { anchorsIn, type PageOptions, sheetAt } from './pages.ts'
import { openShelf, type Shelf } from './shelf.ts'
import { type Entry, readSummary } from './summary.ts'
import { decodeText } from './text.ts'
import { type Files, unzip, withoutCommonFolder } from './unzip.ts'

export async function convertZip(bytes: Uint8Array): Promise<Forest> {
  return convertFiles(withoutCommonFolder(await unzip(bytes)))
}

export function convertFiles(all: Files, more: Partial<PageOptions> = {}): Forest {
  const { files, summary } = spaceIn(all)
  const shelf = openShelf(files)
  const isContent = (path: string) => isPagePath(path) && !path.startsWith('.gitbook/') && path !== summary
  const paths = [...files.keys()].filter(isContent)
  for (const path of paths) shelf.refOfPage(path)
  const options = { isWholeSite: true, linkedTo: anchorsIn(shelf, paths), ...more }
  const make = (path: string) =>
    sheetAt(shelf, path, {
      ...options,
      edit: (text) => (isMarkdownPath(path) ? withIncludes(files, path, text) : text),
    })
  const text = summary && files.get(summary)
  const sheets = text
    ? listed(shelf, readSummary(decodeText(text), true), paths, make)
    : sheetsInFolders(shelf, paths, make)
  // Assets belong to the space whether a page shows them or not.
  for (const path of files.keys()) if (path.startsWith('.gitbook/assets/')) shelf.take(path)
  return shelf.forest(sheets)
}

/** The folder that the configuration names, and its table of contents if it has one. */
function spaceIn(all: Files): { files: Files; summary?: string } {
  const text = all.get('.gitbook.yaml') ?? all.get('.gitbook.yml')
  const { root, summary } = readConfig(text ? decodeText(text) : '')
  const folder = root === '' || root.endsWith('/') ? root : `${root}/`
  const below = [...all].filter(([path]) => path.startsWith(folder))
  const files = new Map(below.map(([path, bytes]) => [path.slice(folder.length), bytes]))
  return files.has(summary) ? { files, summary } : { files }
}

/** The pages as a table of contents has them; those it does not name come last and are hidden. */
function listed(shelf: Shelf, entries: Entry[], paths: string[], make: (path: string) => Sheet): Sheet[] {
  const left = new Set(paths)
  const sheetOf = (entry: Entry): Sheet => {
    const { title, target = '', isGroup } = entry
    const read = readTarget(target, '')
    const path = read.kind === 'inside' && target !== '' ? pathAt(left, read.path) : undefined
    if (path !== undefined) left.delete(path)
    const sheet = path === undefined ? bare(shelf, title, target) : { ...make(path), title }
    return { ...sheet, children: entry.children.map(sheetOf), ...(isGroup && { type: 'group' }) }
  }
  const sheets = entries.map(sheetOf)
  return [...sheets, ...[...left].map((path) => ({ ...make(path), hidden: true }))]
}

function pathAt(left: ReadonlySet<string>, path: string) {
  return [path, `${path}.md`, `${path}/README.md`].find((candidate) => left.has(candidate))
}

/** An entry without a page of its own. */
function bare(shelf: Shelf, title: string, target: string): Sheet {
  const sheet = { ref: shelf.nextRef(), title, markdown: '', children: [] }
  return /^https?:/i.test(target) ? { ...sheet, type: 'link', url: target } : sheet
}

const INCLUDE = /^\{% include "([^"\n]+)" %\}[ \t]*$/gm

/** Contents that several pages share become part of each of them; their links start from where they lie. */
function withIncludes(files: Files, path: string, text: string) {
  return text.replaceAll(INCLUDE, (tag, target: string) => {
    const read = readTarget(target, path)
    const found = read.kind === 'inside' ? files.get(read.path) : undefined
    if (read.kind !== 'inside' || !found) return tag
    const shared = splitPage(decodeText(found)).body.trim()
    return replaceTargets(shared, (written) => {
      const meant = readTarget(written, read.path)
      return meant.kind === 'inside' ? `/${encodeURI(meant.path)}${meant.tail}` : undefined
    })
  })
}
