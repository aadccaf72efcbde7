// The tree of pages that a repository means: by its table of contents, or by its folders where there is none.
import { folderBelow, folderOf, isReadme, joinPath } from '../content/draft/refile.ts'
import type { FolderLook } from './arrangement.ts'
import { entriesIn, type Summary, type SummaryEntry } from './summary/summary.ts'

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
  /** It hides because it is not listed. Below a page that does so, a page need not hide itself. */
  isHidden: boolean
  below: PlannedPage[]
}
export type PlannedGroup = { kind: 'group'; title: string; line?: number; below: PlannedPage[] }
export type PlannedLink = {
  kind: 'link'
  title: string
  line: number
  /** A page that is elsewhere too, or an address. */
  target: { file: string; fragment?: string } | { url: string }
  below: []
}

export function* documentsIn(pages: PlannedPage[]): Generator<PlannedDocument> {
  for (const page of pages) {
    if (page.kind === 'document') yield page
    yield* documentsIn(page.below)
  }
}

/** What is in the table of contents, and behind it the pages that are not. */
export function planFromSummary(summary: Summary, files: ReadonlySet<string>): PlannedPage[] {
  const listed = new Map<string, PlannedDocument>()
  const meant = linesMeant(summary)
  const pages: PlannedPage[] = []

  function plan(entries: SummaryEntry[], into: PlannedPage[], isTop: boolean) {
    for (const entry of entries) planOne(entry, into, isTop)
  }

  function planOne({ title, line, target, children }: SummaryEntry, into: PlannedPage[], isTop: boolean) {
    const isPage = target.kind === 'file' && files.has(target.path)
    if (isPage && meant.get(target.path) === line) {
      const below: PlannedPage[] = []
      const listing = { isUnlisted: false, isHidden: false }
      const page = { kind: 'document' as const, file: target.path, title, line, ...listing, below }
      into.push(page)
      // Before those below it: one of them may name it again.
      listed.set(target.path, page)
      plan(children, below, false)
    } else if (target.kind === 'none' && isTop && children.length > 0) {
      const below: PlannedPage[] = []
      into.push({ kind: 'group', title, line, below })
      plan(children, below, false)
    } else {
      // Only pages have pages below them, and groups, which are at the top: here they follow it.
      const link = isPage ? { file: target.path, fragment: target.fragment } : { url: addressIn(target) }
      into.push({ kind: 'link', title, line, target: link, below: [] })
      plan(children, into, false)
    }
  }

  for (const { group, entries } of summary.parts) {
    const below: PlannedPage[] = group ? [] : pages
    if (group) pages.push({ kind: 'group', title: group.title, line: group.line, below })
    plan(entries, below, !group)
  }
  placeUnlisted(pages, listed, files)
  return pages
}

/** A page may be listed several times. It is where no fragment is named, there where it has pages below it, there first. */
export function linesMeant(summary: Summary) {
  const lines = new Map<string, { line: number; weight: number }>()
  for (const { target, line, children } of entriesIn(summary)) {
    if (target.kind !== 'file') continue
    const weight = (target.fragment ? 0 : 2) + (children.length > 0 ? 1 : 0)
    if (weight > (lines.get(target.path)?.weight ?? -1)) lines.set(target.path, { line, weight })
  }
  return new Map(Array.from(lines, ([path, { line }]) => [path, line]))
}

function addressIn(target: SummaryEntry['target']) {
  if (target.kind === 'url') return target.url
  return target.kind === 'file' ? target.path : ''
}

/** Below the page in whose folder they are, or at the very end. */
function placeUnlisted(
  pages: PlannedPage[],
  listed: Map<string, PlannedDocument>,
  files: ReadonlySet<string>,
) {
  const rest = [...files].filter((file) => !listed.has(file)).sort(byName)
  if (rest.length === 0) return
  const unlisted = rest.map(
    (file): PlannedDocument => ({ kind: 'document', file, isUnlisted: true, isHidden: true, below: [] }),
  )
  const owners = new Map([...unlisted, ...listed.values()].map((page) => [folderBelow(page.file), page]))
  for (const page of unlisted) {
    const owner = ownerOf(page, owners)
    page.isHidden = !owner?.isUnlisted
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

/** What says more of an order than names do. */
export type FolderOrder = {
  folders: ReadonlyMap<string, FolderLook>
  positionOf(file: string): number | undefined
}

const BY_NAME: FolderOrder = { folders: new Map(), positionOf: () => undefined }

/**
 * A folder is its README, or the page beside it that has its name, with the other pages below it. A folder without
 * either is a group; as groups are at the top, one that is in another follows it, and below a page its pages stand
 * by themselves. The first page is the one that the configuration names, wherever it is.
 */
export function planFromFolders(
  files: Iterable<string>,
  readme = 'README.md',
  order: FolderOrder = BY_NAME,
): PlannedPage[] {
  const top: Folder = { name: '', pages: [], folders: new Map() }
  const all = new Set(files)
  for (const file of [...all].sort(byName)) {
    const parts = file === readme ? [] : file.split('/').slice(0, -1)
    let folder = top
    for (const part of parts) {
      const inside = folder.folders.get(part) ?? { name: part, pages: [], folders: new Map() }
      folder.folders.set(part, inside)
      folder = inside
    }
    const page: PlannedDocument = { kind: 'document', file, isUnlisted: false, isHidden: false, below: [] }
    if (file === readme) top.page = page
    else if (isReadme(file) && !folder.page && !(folder === top && all.has(readme))) folder.page = page
    else folder.pages.push(page)
  }
  return [...(top.page ? [top.page] : []), ...pagesIn(top, '', order)]
}

type Placed = { pages: (PlannedDocument | PlannedGroup)[]; position: number | undefined }

function pagesIn(folder: Folder, path: string, order: FolderOrder): Placed['pages'] {
  const beside = new Map(folder.pages.map((page) => [folderBelow(page.file), page]))
  const alone = folder.pages.map((page) => ({ pages: [page], position: order.positionOf(page.file) }))
  const inside = [...folder.folders.values()].map((one) => placeOf(one, joinPath(path, one.name)))
  return [...alone, ...inside].sort(byPosition).flatMap(({ pages }) => pages)

  function placeOf(one: Folder, at: string): Placed {
    const { title = titleOf(one.name), position } = order.folders.get(at) ?? {}
    const pages = pagesIn(one, at, order)
    const page = one.page ?? beside.get(at)
    if (!page) {
      const groups = pages.filter(({ kind }) => kind === 'group')
      const [only, ...others] = groups
      const own = pages.filter(({ kind }) => kind === 'document')
      // A folder that has nothing but another folder in it stands for that.
      if (own.length === 0 && only && others.length === 0) return { pages: [{ ...only, title }], position }
      const group: PlannedGroup = { kind: 'group', title, below: own }
      return { pages: own.length > 0 ? [group, ...groups] : groups, position }
    }
    page.below = pages.flatMap((each) => (each.kind === 'group' ? each.below : each))
    return { pages: one.page ? [page] : [], position: position ?? order.positionOf(page.file) }
  }
}

/** What has no position comes behind what has one, in the order in which it was. */
function byPosition(one: Placed, other: Placed) {
  return (one.position ?? Number.POSITIVE_INFINITY) - (other.position ?? Number.POSITIVE_INFINITY) || 0
}

/** A name of a file or folder as a title: getting-started is Getting started, and so is 01-getting-started. */
export function titleOf(name: string) {
  const words = name
    .replace(/\.md$/i, '')
    .replace(/^\d{1,3}[-_.]+(?=\p{L})/u, '')
    .replaceAll(/[-_]+/g, ' ')
    .trim()
  return words === '' ? 'Untitled' : words.charAt(0).toUpperCase() + words.slice(1)
}

/** Of a page that has no title of its own; a README is named after its folder. */
export function titleOfFile(path: string) {
  const [name = path, folder = ''] = path.split('/').reverse()
  return titleOf(isReadme(path) && folder !== '' ? folder : name)
}

const names = new Intl.Collator('en', { numeric: true })

/** README first, then as people sort: 2 before 10. */
function byName(one: string, other: string) {
  return names.compare(one.replace(/readme\.md$/i, ''), other.replace(/readme\.md$/i, ''))
}
