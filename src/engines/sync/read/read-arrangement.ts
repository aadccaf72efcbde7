// What other tools say of the order of pages, for a repository that says nothing of it in our words.

import type { TreeEntry } from '../../../world/git/git.ts'
import { folderOf } from '../../content/draft/refile.ts'
import { yieldToEventLoop } from '../../content/event-loop.ts'
import {
  type Arrangement,
  CATEGORY_FILE,
  type FolderLook,
  NAV_FILES,
  readCategory,
  readNav,
} from '../../repository/arrangement.ts'
import type { FileSource, Repository } from '../types.ts'

/** Longer than any that somebody wrote. */
const MOST_BYTES = { nav: 200_000, category: 10_000 }
const MOST_CATEGORIES = 1_000

/** `isOurs`: whether the repository has a configuration or a table of contents of ours, which then is all that counts. */
export async function readArrangement(
  cache: FileSource,
  files: Repository['files'],
  { isOurs }: { isOurs: boolean },
): Promise<Arrangement> {
  const folders = new Map<string, FolderLook>()
  if (isOurs) return { folders }
  const nav = NAV_FILES.map((name) => files.get(name)).find((entry) => entry && entry.size <= MOST_BYTES.nav)
  const categories = new Map<string, TreeEntry>()
  for (const [path, entry] of files)
    if (CATEGORY_FILE.test(path) && entry.size <= MOST_BYTES.category && categories.size < MOST_CATEGORIES)
      categories.set(path, entry)
  const wanted = [...(nav ? [nav] : []), ...categories.values()].map(({ oid }) => oid)
  const texts = new Map<string, string>()
  if (wanted.length > 0)
    await cache.readBlobs(new Set(wanted), (oid, bytes) => {
      texts.set(oid, bytes.toString('utf8'))
    })
  for (const [path, { oid }] of categories) {
    folders.set(folderOf(path), readCategory(texts.get(oid) ?? ''))
    await yieldToEventLoop()
  }
  return { nav: nav && readNav(texts.get(nav.oid) ?? '', (path) => files.has(path)), folders }
}
