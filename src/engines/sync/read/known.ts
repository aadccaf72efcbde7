// What the space has already, by the files it is in: so that a page keeps its id from one import to the next.
import { yieldToEventLoop } from '../../content/event-loop.ts'
import { fileOfAsset, fileOfPage } from '../../content/links/paths.ts'
import { allEntries } from '../../content/nodes/map.ts'
import { flatTrees, wholeTree } from '../../content/nodes/page-tree.ts'
import type { RevisionView } from '../../content/nodes/revision.ts'
import type { FileRecord, PageRecord, ReusableRecord } from '../../content/records.ts'

export type KnownContent = {
  /** All pages of the sync base, by id. */
  pages: Map<string, PageRecord>
  pageAt: Map<string, PageRecord>
  /** The slugs that readers see, by page. */
  slugs: Map<string, string>
  fileAt: Map<string, FileRecord>
  reusableAt: Map<string, ReusableRecord>
}

/**
 * `syncBase` is what the space and the repository last agreed on, `current` what readers see now: it may have pages that
 * wait to be exported, and their files may have been, by an export that was cut short.
 */
export async function knownContent(syncBase: RevisionView, current: RevisionView): Promise<KnownContent> {
  const pages = new Map<string, PageRecord>()
  const pageAt = new Map<string, PageRecord>()
  const slugs = new Map<string, string>()
  const fileAt = new Map<string, FileRecord>()
  const reusableAt = new Map<string, ReusableRecord>()
  const trees = await wholeTree(current)
  await yieldToEventLoop()
  for (const { page, path } of flatTrees(trees)) {
    if (page.type !== 'document') continue
    pageAt.set(fileOfPage(page, path), page)
    slugs.set(page.id, page.slug)
  }
  for (const file of await allEntries<FileRecord>(current.nodes, current.root.files))
    fileAt.set(fileOfAsset(file), file)
  await yieldToEventLoop()
  for (const page of await allEntries<PageRecord>(syncBase.nodes, syncBase.root.pages)) {
    pages.set(page.id, page)
    if (page.git) pageAt.set(page.git.path, page)
  }
  for (const file of await allEntries<FileRecord>(syncBase.nodes, syncBase.root.files))
    fileAt.set(fileOfAsset(file), file)
  for (const reusable of await allEntries<ReusableRecord>(syncBase.nodes, syncBase.root.reusables))
    if (reusable.git) reusableAt.set(reusable.git.path, reusable)
  return { pages, pageAt, slugs, fileAt, reusableAt }
}
