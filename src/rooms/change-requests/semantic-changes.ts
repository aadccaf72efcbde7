// The difference of two revisions in words that people use: created, edited, moved, deleted.
import { type Changed, diffMaps } from '../../content/map.ts'
import type { FileRecord, PageRecord, ReusableRecord, Variables } from '../../content/records.ts'
import { findPagesWithPaths, type Reading, siblingsAt } from '../../content/revision.ts'
import type { Ctx } from '../../domain/context.ts'
import { documentId } from '../content/documents.ts'
import { downloadUrl } from '../content/downloads.ts'
import { outOfOrder } from './out-of-order.ts'

type Place = { ctx: Ctx; spaceId: string; before: Reading; after: Reading }

/** The first `limit` changes, and how many more there are. */
export async function semanticChanges(place: Place, limit: number) {
  const { before, after } = place
  const { pool } = after
  const pages = await diffMaps<PageRecord>(pool, before.root.pages, after.root.pages)
  const files = await diffMaps<FileRecord>(pool, before.root.files, after.root.files)
  const reusables = await diffMaps<ReusableRecord>(pool, before.root.reusables, after.root.reusables)
  const changes = [
    ...(await pageChanges(place, pages, await reorderedPages(place, pages))),
    ...files.flatMap((file) => fileChanges(place, file)),
    ...reusables.flatMap((reusable) => reusableChanges(place, reusable)),
    ...variableChanges(before.root.variables, after.root.variables),
  ]
  const more = changes.length - limit
  return { changes: changes.slice(0, limit), more: more > 0 ? more : undefined }
}

/** Pages that stand elsewhere among the same siblings, with the page above. */
async function reorderedPages({ before, after }: Place, changed: Changed<PageRecord>[]) {
  const lists = [
    { parent: null, from: before.root.top, to: after.root.top },
    ...changed.map(({ id, before, after }) => ({
      parent: id,
      from: before?.children ?? null,
      to: after?.children ?? null,
    })),
  ].filter(({ from, to }) => from !== to && from !== null && to !== null)
  const reordered: { id: string; parent: string | null }[] = []
  for (const { parent, from, to } of lists) {
    const old = (await siblingsAt(after.pool, from)).map(({ id }) => id)
    const now = (await siblingsAt(after.pool, to)).map(({ id }) => id)
    for (const id of outOfOrder(old, now)) reordered.push({ id, parent })
  }
  return reordered
}

async function pageChanges(
  place: Place,
  changed: Changed<PageRecord>[],
  reordered: { id: string; parent: string | null }[],
) {
  const shuffled = reordered.flatMap(({ id, parent }) => [id, parent])
  const named = [
    ...new Set([
      ...changed.flatMap(({ id, before, after }) => [id, before?.parent, after?.parent]),
      ...shuffled,
    ]),
  ].filter((id) => typeof id === 'string')
  const [then, now] = [
    await findPagesWithPaths(place.before, named),
    await findPagesWithPaths(place.after, named),
  ]
  const show = (pages: typeof now, id: string | null | undefined) => {
    const found = id ? pages.get(id) : undefined
    return found && { id: found.page.id, type: found.page.type, title: found.page.title, path: found.path }
  }
  const among = reordered.map(({ id, parent }) => ({
    type: 'page_moved',
    page: show(now, id),
    parent: { before: show(then, parent), after: show(now, parent) },
  }))
  const told = changed.flatMap(({ id, before, after }): object[] => {
    if (!after) return [{ type: 'page_deleted', page: show(then, id) }]
    const page = show(now, id)
    if (!before) return [{ type: 'page_created', page }]
    const attributes = pageAttributes(place, before, after)
    const edited = Object.keys(attributes).length > 0 ? [{ type: 'page_edited', page, attributes }] : []
    if (before.parent === after.parent) return edited
    const parent = { before: show(then, before.parent), after: show(now, after.parent) }
    return [...edited, { type: 'page_moved', page, parent }]
  })
  return [...told, ...among]
}

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
] as const
const PAGE_FLAGS = ['hidden', 'noIndex', 'noRobotsIndex', 'condition'] as const

function pageAttributes({ ctx, spaceId }: Place, before: PageRecord, after: PageRecord) {
  const attributes: Record<string, unknown> = {}
  for (const field of [...PAGE_FIELDS, ...PAGE_FLAGS])
    if (!isSame(before[field], after[field]))
      attributes[field] = { before: before[field], after: after[field] }
  if (before.body !== after.body) {
    const idOf = (page: PageRecord) => (page.body ? documentId(ctx, spaceId, page.id, page.body) : undefined)
    attributes.document = { before: idOf(before), after: idOf(after) }
  }
  return attributes
}

function isSame(one: unknown, other: unknown) {
  return JSON.stringify(one) === JSON.stringify(other)
}

function fileChanges({ ctx, spaceId }: Place, { before, after }: Changed<FileRecord>): object[] {
  const show = (file: FileRecord) => {
    const { id, name, contentType } = file
    return { id, name, contentType, downloadURL: downloadUrl(ctx, { id: spaceId }, file) }
  }
  if (before && !after) return [{ type: 'file_deleted', file: show(before) }]
  if (!after) return []
  if (!before) return [{ type: 'file_created', file: show(after) }]
  const attributes: Record<string, unknown> = {}
  for (const field of ['name', 'size', 'contentType', 'dimensions'] as const)
    if (!isSame(before[field], after[field]))
      attributes[field] = { before: before[field], after: after[field] }
  if (before.blob !== after.blob)
    attributes.downloadURL = { before: show(before).downloadURL, after: show(after).downloadURL }
  return Object.keys(attributes).length > 0 ? [{ type: 'file_edited', file: show(after), attributes }] : []
}

function reusableChanges({ ctx, spaceId }: Place, { before, after }: Changed<ReusableRecord>): object[] {
  const show = ({ id, title, body }: ReusableRecord) => ({
    id,
    title,
    document: documentId(ctx, spaceId, id, body),
  })
  if (before && !after) return [{ type: 'reusable_content_deleted', reusableContent: show(before) }]
  if (!after) return []
  const reusableContent = show(after)
  if (!before) return [{ type: 'reusable_content_created', reusableContent }]
  const attributes = {
    title: before.title === after.title ? undefined : { before: before.title, after: after.title },
    document:
      before.body === after.body
        ? undefined
        : { before: show(before).document, after: reusableContent.document },
  }
  if (!attributes.title && !attributes.document) return []
  return [{ type: 'reusable_content_edited', reusableContent, attributes }]
}

function variableChanges(before: Variables, after: Variables): object[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const changed = names.filter((name) => before[name] !== after[name])
  if (changed.length === 0) return []
  const variables = Object.fromEntries(
    changed.map((name) => [name, { before: before[name], after: after[name] }]),
  )
  return [{ type: 'variables_edited', variables }]
}
