// The difference of two revisions as a list of changes, in words that people use: created, edited, moved, deleted.
// Costs what differs; texts are compared by their hashes and not read.
import { yieldToEventLoop } from '../event-loop.ts'
import { type Changed, diffMaps } from '../nodes/map.ts'
import { type RevisionView, siblingsAt } from '../nodes/revision.ts'
import type { FileRecord, Hash, PageRecord, ReusableRecord } from '../records.ts'
import { outOfOrder } from './out-of-order.ts'

const PAGE_FIELDS = [
  'title',
  'description',
  'slug',
  'cover',
  'emoji',
  'icon',
  'layout',
  'variables',
  'target',
  'hidden',
  'noIndex',
  'noRobotsIndex',
  'condition',
  'canonical',
  'alternates',
  'body',
] as const
export type PageField = (typeof PAGE_FIELDS)[number]

const FILE_FIELDS = ['name', 'size', 'contentType', 'dimensions', 'blob'] as const
export type FileField = (typeof FILE_FIELDS)[number]

const REUSABLE_FIELDS = ['title', 'body'] as const
export type ReusableField = (typeof REUSABLE_FIELDS)[number]

/** Something that is on both sides, and how it differs. */
type Edited<T, Field> = { id: string; before: T; after: T; fields: Field[] }

/** The page above, null at the top; the same on both sides where only the position among its siblings changed. */
export type PageMove = { before: string | null; after: string | null }

export type ChangedPage =
  | { type: 'page_created' | 'page_deleted'; id: string; title: string }
  | ({ type: 'page_edited' } & Edited<PageRecord, PageField>)
  | { type: 'page_moved'; id: string; parent: PageMove }
export type ChangedFile =
  | { type: 'file_created' | 'file_deleted'; file: FileRecord }
  | ({ type: 'file_edited' } & Edited<FileRecord, FileField>)
export type ChangedReusable =
  | { type: 'reusable_content_created' | 'reusable_content_deleted'; reusable: ReusableRecord }
  | ({ type: 'reusable_content_edited' } & Edited<ReusableRecord, ReusableField>)
export type ChangedVariables = { type: 'variables_edited'; names: string[] }

export type RevisionChange = ChangedPage | ChangedFile | ChangedReusable | ChangedVariables

/** Pages first, then files, reusable contents and variables. */
export async function diffRevisions(before: RevisionView, after: RevisionView): Promise<RevisionChange[]> {
  return [
    ...(await diffPages(before, after)),
    ...(await diffFiles(before, after)),
    ...(await diffReusables(before, after)),
    ...diffVariables(before, after),
  ]
}

export async function diffPages(before: RevisionView, after: RevisionView): Promise<ChangedPage[]> {
  const pages = await diffMaps<PageRecord>(after.nodes, before.root.pages, after.root.pages)
  return [...pages.flatMap(pageChanges), ...(await reorderedPages(before, after, pages))]
}

export async function diffFiles(before: RevisionView, after: RevisionView): Promise<ChangedFile[]> {
  const files = await diffMaps<FileRecord>(after.nodes, before.root.files, after.root.files)
  return files.flatMap(fileChanges)
}

export async function diffReusables(before: RevisionView, after: RevisionView): Promise<ChangedReusable[]> {
  const reusables = await diffMaps<ReusableRecord>(after.nodes, before.root.reusables, after.root.reusables)
  return reusables.flatMap(reusableChanges)
}

function pageChanges({ id, before, after }: Changed<PageRecord>): ChangedPage[] {
  if (before && !after) return [{ type: 'page_deleted', id, title: before.title }]
  if (!after) return []
  if (!before) return [{ type: 'page_created', id, title: after.title }]
  const changes: ChangedPage[] = []
  const fields = changedPageFields(before, after)
  if (fields.length > 0) changes.push({ type: 'page_edited', id, before, after, fields })
  if (before.parent !== after.parent)
    changes.push({ type: 'page_moved', id, parent: { before: before.parent, after: after.parent } })
  return changes
}

/** What people see of a page, apart from its place; where it is in Git and when it was edited is none of it. */
export function changedPageFields(before: PageRecord, after: PageRecord) {
  return changedFields(PAGE_FIELDS, before, after)
}

function changedFields<T extends object, const Field extends keyof T>(
  fields: readonly Field[],
  before: T,
  after: T,
): Field[] {
  return fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
}

/** Pages that are elsewhere among the same siblings. */
async function reorderedPages(
  { root: old }: RevisionView,
  { root, nodes }: RevisionView,
  changed: Changed<PageRecord>[],
) {
  const lists: { parent: string | null; from: Hash | null; to: Hash | null }[] = [
    { parent: null, from: old.top, to: root.top },
  ]
  for (const { id, before, after } of changed)
    lists.push({ parent: id, from: before?.children ?? null, to: after?.children ?? null })
  const unequal = lists.filter(({ from, to }) => from !== to && from !== null && to !== null)
  await nodes.fetch(unequal.flatMap(({ from, to }) => [from, to]))
  const reordered: ChangedPage[] = []
  for (const { parent, from, to } of unequal) {
    const before = (await siblingsAt(nodes, from)).map(({ id }) => id)
    const after = (await siblingsAt(nodes, to)).map(({ id }) => id)
    for (const id of outOfOrder(before, after))
      reordered.push({ type: 'page_moved', id, parent: { before: parent, after: parent } })
    await yieldToEventLoop()
  }
  return reordered
}

function fileChanges({ id, before, after }: Changed<FileRecord>): ChangedFile[] {
  if (before && !after) return [{ type: 'file_deleted', file: before }]
  if (!after) return []
  if (!before) return [{ type: 'file_created', file: after }]
  const fields = changedFields(FILE_FIELDS, before, after)
  return fields.length > 0 ? [{ type: 'file_edited', id, before, after, fields }] : []
}

function reusableChanges({ id, before, after }: Changed<ReusableRecord>): ChangedReusable[] {
  if (before && !after) return [{ type: 'reusable_content_deleted', reusable: before }]
  if (!after) return []
  if (!before) return [{ type: 'reusable_content_created', reusable: after }]
  const fields = changedFields(REUSABLE_FIELDS, before, after)
  return fields.length > 0 ? [{ type: 'reusable_content_edited', id, before, after, fields }] : []
}

export function diffVariables({ root: old }: RevisionView, { root }: RevisionView): ChangedVariables[] {
  const names = [...new Set([...Object.keys(old.variables), ...Object.keys(root.variables)])]
  const changed = names.filter((name) => old.variables[name] !== root.variables[name])
  return changed.length > 0 ? [{ type: 'variables_edited', names: changed }] : []
}
