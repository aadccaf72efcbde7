// Which page a file is: the one that lay at the same path, or the one whose file was moved there.
import type { GitBlob, PageRecord } from '../../content/records.ts'
import type { TreeEntry } from '../../world/git.ts'

type Kept = { id: string; git?: GitBlob }

/**
 * The records that stand for files, by path. First by the same path; then by Git's rename detection; then by equal
 * bytes; so that each record is taken once, and only when its own file is gone.
 */
export function matchFiles<T extends Kept>(
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
  const [pages, paths] = [new Map<string, PageRecord[]>(), new Map<string, string[]>()]
  const put = <T>(map: Map<string, T[]>, title: string, value: T) => {
    const known = map.get(title)
    if (known) known.push(value)
    else map.set(title, [value])
  }
  for (const page of gone) put(pages, page.title, page)
  for (const [path, title] of added) put(paths, title, path)
  for (const [title, [page, ...others]] of pages) {
    const [path, ...more] = paths.get(title) ?? []
    // Where a title is not the only one it says nothing.
    if (page && path !== undefined && others.length === 0 && more.length === 0) matched.set(path, page)
  }
  return matched
}
