// What differs between contents as far as links go: which pages have other texts or are elsewhere, what came and went.
import { yieldToEventLoop } from '../event-loop.ts'
import { type Changed, diffMaps } from '../nodes/map.ts'
import { findPages, type RevisionView, siblingsAt } from '../nodes/revision.ts'
import type { FileRecord, PageRecord } from '../records.ts'

/** What differs from any of some contents. */
export async function changesBetween(befores: RevisionView[], after: RevisionView) {
  const changes = {
    changed: new Set<string>(),
    removed: new Set<string>(),
    removedFiles: new Set<string>(),
    hasNewPlaces: false,
  }
  for (const before of befores) await addChanges(changes, before, after)
  return changes
}

type Changes = Awaited<ReturnType<typeof changesBetween>>

async function addChanges(changes: Changes, before: RevisionView, after: RevisionView) {
  const pages = await diffMaps<PageRecord>(after.nodes, before.root.pages, after.root.pages)
  for (const { id, before, after } of pages) {
    if (!after) changes.removed.add(id)
    else if (!before || before.body !== after.body) changes.changed.add(id)
  }
  await yieldToEventLoop()
  // Links are relative: below a page that moved, all of them start from another place.
  const placed = placedAnew(pages)
  await yieldToEventLoop()
  const moved = await pagesBelow(after, placed)
  for (const id of moved) changes.changed.add(id)
  await yieldToEventLoop()
  const files = await diffMaps<FileRecord>(after.nodes, before.root.files, after.root.files)
  for (const file of files) if (!file.after) changes.removedFiles.add(file.id)
  if (moved.size > 0 || files.some((file) => !file.before)) changes.hasNewPlaces = true
}

/** Pages whose file may be another one: those that were placed or named anew, and all below them. */
export async function movedPages(before: RevisionView, after: RevisionView) {
  const pages = await diffMaps<PageRecord>(after.nodes, before.root.pages, after.root.pages)
  return pagesBelow(after, placedAnew(pages))
}

function placedAnew(pages: Changed<PageRecord>[]) {
  return pages.flatMap(({ before, after }) => (after && hasOtherFile(before, after) ? [after] : []))
}

function hasOtherFile(before: PageRecord | undefined, after: PageRecord) {
  return (
    !before ||
    before.slug !== after.slug ||
    before.parent !== after.parent ||
    (before.children === null) !== (after.children === null) ||
    before.git?.path !== after.git?.path
  )
}

async function pagesBelow(view: RevisionView, pages: PageRecord[]) {
  const ids = new Set(pages.map(({ id }) => id))
  let level = pages
  while (level.length > 0) {
    await view.nodes.fetch(level.map(({ children }) => children))
    const below: string[] = []
    for (const { children } of level) {
      for (const { id } of await siblingsAt(view.nodes, children)) if (!ids.has(id)) below.push(id)
      await yieldToEventLoop()
    }
    for (const id of below) ids.add(id)
    level = [...(await findPages(view, below)).values()]
  }
  return ids
}
