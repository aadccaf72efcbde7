// The tree of pages that a repository means: by its table of contents, or by its folders where there is none.
import { folderBelow, folderOf } from '../content/refile.ts'
import type { Summary, SummaryEntry } from './summary.ts'

export type PlannedPage = PlannedDocument | PlannedGroup | PlannedLink

export type PlannedDocument = {
  kind: 'document'
  file: string
  /** As the table of contents has it; a page's own title comes first. */
  title?: string
  /** The line of the table of contents that stands for it. */
  line?: number
  /** In the repository, but not in its table of contents. */
  isUnlisted: boolean
  below: PlannedPage[]
}
export type PlannedGroup = { kind: 'group'; title: string; line?: number; below: PlannedPage[] }
export type PlannedLink = {
  kind: 'link'
  title: string
  line: number
  /** A page that stands elsewhere too, or an address. */
  target: { file: string; fragment?: string } | { url: string }
  below: []
}

/** What stands in the table of contents, and behind it the pages that do not. */
export function planFromSummary(summary: Summary, files: ReadonlySet<string>): PlannedPage[] {
  const listed = new Map<string, PlannedDocument>()
  const isPlain = (entry: SummaryEntry) => entry.target.kind === 'file' && !entry.target.fragment
  const all = summary.parts.flatMap(({ entries }) => entries.flatMap(withChildren))
  // A page that is listed with and without a fragment is the one without.
  const plain = new Set(
    all.filter(isPlain).map(({ target }) => (target.kind === 'file' ? target.path : undefined)),
  )

  function planned(entry: SummaryEntry, isTop: boolean): PlannedPage[] {
    const { title, line, target, children } = entry
    const pagesBelow = () => children.flatMap((child) => planned(child, false))
    if (target.kind === 'file' && files.has(target.path)) {
      const { path, fragment } = target
      if (listed.has(path) || (fragment && plain.has(path)))
        return [{ kind: 'link', title, line, target: { file: path, fragment }, below: [] }, ...pagesBelow()]
      const page: PlannedDocument = {
        kind: 'document',
        file: path,
        title,
        line,
        isUnlisted: false,
        below: [],
      }
      // Before those below it: one of them may name it again.
      listed.set(path, page)
      page.below = pagesBelow()
      return [page]
    }
    const below = pagesBelow()
    // Only pages have pages below them, and groups, which stand at the top.
    if (target.kind === 'none' && isTop && children.length > 0) return [{ kind: 'group', title, line, below }]
    const url = target.kind === 'url' ? target.url : target.kind === 'file' ? target.path : ''
    return [{ kind: 'link', title, line, target: { url }, below: [] }, ...below]
  }

  const pages = summary.parts.flatMap(({ group, entries }): PlannedPage[] => {
    const below = entries.flatMap((entry) => planned(entry, !group))
    return group ? [{ kind: 'group', title: group.title, line: group.line, below }] : below
  })
  placeUnlisted(pages, listed, files)
  return pages
}

function withChildren(entry: SummaryEntry): SummaryEntry[] {
  return [entry, ...entry.children.flatMap(withChildren)]
}

/** Below the page in whose folder they lie, or at the very end. */
function placeUnlisted(
  pages: PlannedPage[],
  listed: Map<string, PlannedDocument>,
  files: ReadonlySet<string>,
) {
  const rest = [...files].filter((file) => !listed.has(file)).sort(byName)
  const unlisted = rest.map(
    (file): PlannedDocument => ({ kind: 'document', file, isUnlisted: true, below: [] }),
  )
  const owners = new Map([...unlisted, ...listed.values()].map((page) => [folderBelow(page.file), page]))
  for (const page of unlisted) {
    const owner = ownerOf(page, owners)
    if (owner) owner.below.push(page)
    else pages.push(page)
  }
}

function ownerOf(page: PlannedDocument, owners: Map<string, PlannedDocument>) {
  for (let at = folderOf(page.file); at !== ''; at = folderOf(at)) {
    const owner = owners.get(at)
    if (owner && owner !== page) return owner
  }
}

type Folder = { name: string; page?: PlannedDocument; pages: PlannedDocument[]; folders: Map<string, Folder> }

const README = /^(readme|index)\.md$/i

/**
 * A folder is its README with the other pages below it. At the top a folder without one is a group. The first page is
 * the one that the configuration names, wherever it lies.
 */
export function planFromFolders(files: Iterable<string>, readme = 'README.md'): PlannedPage[] {
  const top: Folder = { name: '', pages: [], folders: new Map() }
  const all = new Set(files)
  for (const file of [...all].sort(byName)) {
    const parts = file === readme ? [] : file.split('/').slice(0, -1)
    const name = file.split('/').at(-1) ?? ''
    let folder = top
    for (const part of parts) {
      const inside = folder.folders.get(part) ?? { name: part, pages: [], folders: new Map() }
      folder.folders.set(part, inside)
      folder = inside
    }
    const page: PlannedDocument = { kind: 'document', file, isUnlisted: false, below: [] }
    if (file === readme) top.page = page
    else if (README.test(name) && !folder.page && !(folder === top && all.has(readme))) folder.page = page
    else folder.pages.push(page)
  }
  const home = top.page ? [top.page] : []
  return [...home, ...top.pages, ...foldersOf(top).flatMap((folder) => pagesOf(folder, true))]
}

function pagesOf(folder: Folder, isTop: boolean): PlannedPage[] {
  const below = [...folder.pages, ...foldersOf(folder).flatMap((inside) => pagesOf(inside, false))]
  if (folder.page) return [{ ...folder.page, below }]
  return isTop ? [{ kind: 'group', title: titleOf(folder.name), below }] : below
}

function foldersOf(folder: Folder) {
  return [...folder.folders.values()]
}

/** A name of a file or folder as a title: getting-started is Getting started. */
export function titleOf(name: string) {
  const words = name.replace(/\.md$/i, '').replaceAll(/[-_]+/g, ' ').trim()
  return words === '' ? 'Untitled' : words.charAt(0).toUpperCase() + words.slice(1)
}

const names = new Intl.Collator('en', { numeric: true })

/** README first, then as people sort: 2 before 10. */
function byName(one: string, other: string) {
  return names.compare(one.replace(/readme\.md$/i, ''), other.replace(/readme\.md$/i, ''))
}
