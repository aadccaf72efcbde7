// What differs between contents as far as links go: which pages have other texts or stand elsewhere, what came and went.
import { breathe } from '../breath.ts'
import { type Changed, diffMaps } from '../nodes/map.ts'
import { findPages, type Reading, siblingsAt } from '../nodes/revision.ts'
import type { FileRecord, PageRecord } from '../records.ts'

/** What differs from any of some contents. */
export async function changesBetween(befores: Reading[], after: Reading) {
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

async function addChanges(changes: Changes, before: Reading, after: Reading) {
  const pages = await diffMaps<PageRecord>(after.pool, before.root.pages, after.root.pages)
  for (const { id, before, after } of pages) {
    if (!after) changes.removed.add(id)
    else if (!before || before.body !== after.body) changes.changed.add(id)
  }
  await breathe()
  // Links are relative: below a page that moved, all of them start from another place.
  const placed = placedAnew(pages)
  await breathe()
  const moved = await pagesBelow(after, placed)
  for (const id of moved) changes.changed.add(id)
  await breathe()
  const files = await diffMaps<FileRecord>(after.pool, before.root.files, after.root.files)
  for (const file of files) if (!file.after) changes.removedFiles.add(file.id)
  if (moved.size > 0 || files.some((file) => !file.before)) changes.hasNewPlaces = true
}

/** Pages whose file may be another one: those that were placed or named anew, and all below them. */
export async function movedPages(before: Reading, after: Reading) {
  const pages = await diffMaps<PageRecord>(after.pool, before.root.pages, after.root.pages)
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

async function pagesBelow(reading: Reading, pages: PageRecord[]) {
  const ids = new Set(pages.map(({ id }) => id))
  let level = pages
  while (level.length > 0) {
    await reading.pool.fetch(level.map(({ children }) => children))
    const below: string[] = []
    for (const { children } of level) {
      for (const { id } of await siblingsAt(reading.pool, children)) if (!ids.has(id)) below.push(id)
      await breathe()
    }
    for (const id of below) ids.add(id)
    level = [...(await findPages(reading, below)).values()]
  }
  return ids
}
