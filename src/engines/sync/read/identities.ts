// Which page a file is: the one that lay at the same path, or the one whose file was moved there.

import type { TreeEntry } from '../../../world/git/git.ts'
import { groupBy } from '../../content/groups.ts'
import type { ContentRef, GitBlob, PageRecord, PageType } from '../../content/records.ts'

type Identified = { id: string; git?: GitBlob }

/**
 * The records that stand for files, by path. First by the same path; then by Git's rename detection; then by equal
 * bytes; so that each record is taken once, and only when its own file is gone.
 */
export function matchFiles<T extends Identified>(
  paths: Iterable<string>,
  known: Map<string, T>,
  files: Map<string, TreeEntry>,
  renames: Map<string, string>,
) {
  const matched = new Map<string, T>()
  const added: string[] = []
  const taken = new Set<string>()
  for (const path of paths) {
    const record = known.get(path)
    if (!record || taken.has(record.id)) added.push(path)
    else {
      matched.set(path, record)
      taken.add(record.id)
    }
  }
  const gone = new Map([...known].filter(([path, { id }]) => !files.has(path) && !taken.has(id)))
  const byBytes = new Map<string, T>()
  for (const record of gone.values()) if (record.git) byBytes.set(record.git.oid, record)
  for (const find of [
    (path: string) => gone.get(renames.get(path) ?? ''),
    (path: string) => byBytes.get(files.get(path)?.oid ?? ''),
  ])
    for (const path of added) {
      const record = matched.has(path) ? undefined : find(path)
      if (!record || taken.has(record.id)) continue
      matched.set(path, record)
      taken.add(record.id)
    }
  return { matched, gone: [...gone.values()].filter(({ id }) => !taken.has(id)) }
}

/** Pages that lost their file, and files that are new, under one title: the table of contents moved them. */
export function matchTitles(gone: PageRecord[], added: Map<string, string>) {
  const matched = new Map<string, PageRecord>()
  const pages = groupBy(gone, ({ title }) => title)
  const files = groupBy(added, ([, title]) => title)
  for (const [title, [page, ...others]] of pages) {
    const [file, ...more] = files.get(title) ?? []
    // Where a title is not the only one it says nothing.
    if (page && file && others.length === 0 && more.length === 0) matched.set(file[0], page)
  }
  return matched
}

export type ContentsEntry<T> = {
  /** What stands for it in the plan. */
  of: T
  kind: 'group' | 'link'
  title: string
  target?: ContentRef
  /** Where the pages of a group were before. */
  parents: (string | null)[]
}

/** Groups and links have no file: they are known again by what they say, a group also by the pages in it; each once. */
export function matchEntries<T>(entries: ContentsEntry<T>[], known: PageRecord[]) {
  const spare = new Map(
    known.filter(({ type }) => type === 'group' || type === 'link').map((page) => [page.id, page]),
  )
  const matched = new Map<T, PageRecord>()
  const take = (entry: ContentsEntry<T>, page: PageRecord | undefined) => {
    if (page?.type !== entry.kind) return
    matched.set(entry.of, page)
    spare.delete(page.id)
  }
  for (const words of LIKENESSES) {
    const alike = groupBy(spare.values(), (page) => words(page, page.type))
    for (const entry of entries)
      if (!matched.has(entry.of)) take(entry, alike.get(words(entry, entry.kind))?.shift())
  }
  for (const entry of entries) {
    const before = entry.parents.find((parent) => spare.has(parent ?? ''))
    if (before && !matched.has(entry.of)) take(entry, spare.get(before))
  }
  return matched
}

type Said = Pick<PageRecord, 'title' | 'target'>

/** The closest first. */
const LIKENESSES = [
  ({ title, target }: Said, type: PageType) => JSON.stringify([type, title, target]),
  ({ title, target }: Said, type: PageType) =>
    JSON.stringify(type === 'link' ? [type, target] : [type, title]),
  ({ title }: Said, type: PageType) => JSON.stringify([type, title]),
]
