// Which texts of a commit are read: most are as they were, and known.
import { yieldToEventLoop } from '../../content/event-loop.ts'
import { type GitBlob, NOT_YET, type PageRecord, type ReusableRecord } from '../../content/records.ts'
import {
  documentsIn,
  type FolderOrder,
  type PlannedDocument,
  planFromFolders,
  planFromSummary,
} from '../../repository/plan.ts'
import { isTextFile } from '../file-kinds.ts'
import type { Building, Repository } from '../types.ts'
import type { KnownContent } from './known.ts'
import { isCoverOverdue, pagesNaming } from './overdue-pages.ts'
import { shallowPlan } from './shallow-plan.ts'

/** Positions matter only where the folders are the table of contents. */
export function planOf(
  repository: Repository,
  pageFiles: Set<string>,
  positionOf: FolderOrder['positionOf'] = () => undefined,
) {
  const { summary, arrangement, readme } = repository
  const { nav, folders } = arrangement
  const listed = summary?.read ?? nav
  const plan = listed
    ? planFromSummary(listed, pageFiles)
    : planFromFolders(pageFiles, readme, { folders, positionOf })
  return shallowPlan(plan, repository)
}

type Matched<T> = { matched: Map<string, T> }
type Texts = {
  pageFiles: Set<string>
  includes: Set<string>
  pages: Matched<PageRecord>
  reusables: Matched<ReusableRecord>
  known: KnownContent
}

/** Texts that are not as they were, and those whose pages are not although the texts are. */
export async function filesToRead(
  building: Building,
  { pageFiles, includes, pages, reusables, known }: Texts,
) {
  const { repository, rereads, added } = building
  const { files } = repository
  if (rereads) return new Set([...pageFiles, ...includes])
  const planned = new Map<string, PlannedDocument>()
  for (const page of documentsIn(planOf(repository, pageFiles).plan)) planned.set(page.file, page)
  await yieldToEventLoop()
  const fileOf = new Map([...known.fileAt.values()].map((file) => [file.id, file]))
  const isAsBefore = (path: string, git: GitBlob | undefined) =>
    git?.path === path && git.oid === files.get(path)?.oid
  const isPageAsBefore = (path: string) => {
    const page = pages.matched.get(path)
    if (!page || !isAsBefore(path, page.git) || isCoverOverdue(page, repository, fileOf)) return false
    const { title = page.title, isHidden = false } = planned.get(path) ?? {}
    // A page without a title of its own has the one of the table of contents, and one that is not listed hides.
    return title === page.title && (isHidden || !page.hidden)
  }
  const asBefore = new Set<string>()
  for (const path of pageFiles) {
    if (isPageAsBefore(path)) asBefore.add(path)
    await yieldToEventLoop()
  }
  const isNew = (path: string) => (added?.has(path) ?? true) && !known.fileAt.has(path)
  const named = [...files.keys()].filter((path) => isNew(path) && !isTextFile(path, pageFiles))
  // Links to what is gone are broken now, and told of.
  for (const { git } of [...known.pages.values(), ...known.fileAt.values()])
    if (git && git.oid !== NOT_YET && !files.has(git.path)) named.push(git.path)
  await yieldToEventLoop()
  const naming = await pagesNaming(repository, [...asBefore], named)
  return new Set([
    ...[...pageFiles].filter((path) => naming.has(path) || !asBefore.has(path)),
    ...[...includes].filter((path) => !isAsBefore(path, reusables.matched.get(path)?.git)),
  ])
}
