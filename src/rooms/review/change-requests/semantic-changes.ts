// The difference of two revisions as clients get it.
import {
  type ChangedFile,
  type ChangedPage,
  type ChangedReusable,
  type ChangedVariables,
  diffRevisions,
  type RevisionChange,
} from '../../../engines/content/diff/changes.ts'
import { findPagesWithPaths, type RevisionView } from '../../../engines/content/nodes/revision.ts'
import type { FileRecord, PageRecord, ReusableRecord } from '../../../engines/content/records.ts'
import { WRITER } from '../../../engines/reading/audience.ts'
import type { ReadContext } from '../../../kit/domain/context.ts'
import { wireFieldOf } from '../../content/pages/present.ts'
import { presentMetaLinks } from '../../content/pages/present-meta-links.ts'
import { documentId } from '../../content/pages/reading/documents.ts'
import { downloadUrl } from '../../content/pages/reading/downloads.ts'

type Comparison = { ctx: ReadContext; spaceId: string; before: RevisionView; after: RevisionView }

/** The first `limit` changes, and how many more there are. */
export async function semanticChanges(place: Comparison, limit: number) {
  const all = await diffRevisions(place.before, place.after)
  const shown = all.slice(0, limit)
  const paths = await pathsOf(place, shown.filter(isPageChange))
  const changes = shown.map((change) => presentChange(place, paths, change))
  const more = all.length - shown.length
  return { changes, more: more > 0 ? more : undefined }
}

type Pages = Awaited<ReturnType<typeof findPagesWithPaths>>
type Paths = { old: Pages; now: Pages }

function isPageChange(change: RevisionChange): change is ChangedPage {
  return change.type.startsWith('page_')
}

async function pathsOf({ before, after }: Comparison, changes: ChangedPage[]): Promise<Paths> {
  const named = changes.flatMap((change) =>
    change.type === 'page_moved' ? [change.id, change.parent.before, change.parent.after] : [change.id],
  )
  const ids = [...new Set(named)].filter((id) => id !== null)
  return { old: await findPagesWithPaths(before, ids), now: await findPagesWithPaths(after, ids) }
}

function presentChange(place: Comparison, paths: Paths, change: RevisionChange): object {
  if (isPageChange(change)) return presentPageChange(place, paths, change)
  switch (change.type) {
    case 'file_created':
    case 'file_deleted':
    case 'file_edited':
      return presentFileChange(place, change)
    case 'reusable_content_created':
    case 'reusable_content_deleted':
    case 'reusable_content_edited':
      return presentReusableChange(place, change)
    case 'variables_edited':
      return presentVariables(place, change)
    default:
      return change satisfies never
  }
}

function presentPageChange(place: Comparison, { old, now }: Paths, change: ChangedPage): object {
  const { type, id } = change
  switch (change.type) {
    case 'page_created':
      return { type, page: presentPage(now, id) }
    case 'page_deleted':
      return { type, page: presentPage(old, id) }
    case 'page_edited':
      return { type, page: presentPage(now, id), attributes: pageAttributes(place, change) }
    case 'page_moved': {
      const { before, after } = change.parent
      const parent = { before: presentPage(old, before), after: presentPage(now, after) }
      return { type, page: presentPage(now, id), parent }
    }
    default:
      return change satisfies never
  }
}

function presentPage(pages: Pages, id: string | null) {
  const found = id === null ? undefined : pages.get(id)
  return found && { id: found.page.id, type: found.page.type, title: found.page.title, path: found.path }
}

function pageAttributes(
  { ctx, spaceId }: Comparison,
  { before, after, fields }: Extract<ChangedPage, { type: 'page_edited' }>,
) {
  const idOf = ({ id, body }: PageRecord) => (body ? documentId(ctx, spaceId, id, body) : undefined)
  const linksOf = (page: PageRecord) => presentMetaLinks(ctx.links, page, WRITER)
  return Object.fromEntries(
    fields.map((field) => {
      const name = wireFieldOf(field)
      if (field === 'body') return [name, { before: idOf(before), after: idOf(after) }]
      if (name === 'metaLinks') return [name, { before: linksOf(before), after: linksOf(after) }]
      return [name, { before: before[field], after: after[field] }]
    }),
  )
}

function presentFileChange({ ctx, spaceId }: Comparison, change: ChangedFile): object {
  const show = (file: FileRecord) => {
    const { id, name, contentType } = file
    return { id, name, contentType, downloadURL: downloadUrl(ctx, { id: spaceId }, file) }
  }
  if (change.type !== 'file_edited') return { type: change.type, file: show(change.file) }
  const { type, before, after, fields } = change
  const attributes = Object.fromEntries(
    fields.map((field) =>
      field === 'blob'
        ? ['downloadURL', { before: show(before).downloadURL, after: show(after).downloadURL }]
        : [field, { before: before[field], after: after[field] }],
    ),
  )
  return { type, file: show(after), attributes }
}

function presentReusableChange({ ctx, spaceId }: Comparison, change: ChangedReusable): object {
  const show = ({ id, title, body }: ReusableRecord) => ({
    id,
    title,
    document: documentId(ctx, spaceId, id, body),
  })
  if (change.type !== 'reusable_content_edited')
    return { type: change.type, reusableContent: show(change.reusable) }
  const [before, after] = [show(change.before), show(change.after)]
  const attributes = Object.fromEntries(
    change.fields.map((field) => {
      const name = field === 'body' ? 'document' : field
      return [name, { before: before[name], after: after[name] }]
    }),
  )
  return { type: change.type, reusableContent: after, attributes }
}

function presentVariables({ before, after }: Comparison, { type, names }: ChangedVariables) {
  const variables = names.map((name) => [
    name,
    { before: before.root.variables[name], after: after.root.variables[name] },
  ])
  return { type, variables: Object.fromEntries(variables) }
}
