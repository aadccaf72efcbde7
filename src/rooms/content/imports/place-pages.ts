// Where imported pages go, as a list of changes.
import { MOST_LEVELS } from '../../../engines/content/draft/depth.ts'
import { textOfBody, withAncestors } from '../../../engines/content/nodes/revision.ts'
import type { PageRecord } from '../../../engines/content/records.ts'
import { type Sheet, shallowSheets } from '../../../engines/conversion/archives/import-tree.ts'
import { escapeTarget } from '../../../engines/markdown/write/escape.ts'
import type { ReadContext } from '../../../kit/domain/context.ts'
import { notFound } from '../../../kit/domain/problems.ts'
import type { StoredUpload } from '../pages/editing/incoming-files.ts'
import type { ContentChange } from '../pages/schema-changes.ts'
import { openView } from '../spaces/revisions/revisions.ts'

/** Pages that wait for their place, and files whose bytes are kept. */
export type ImportedContent = {
  pages: Sheet[]
  files: StoredUpload[]
  total: number
  /** Titles of pages that were deeper than pages may stand. */
  raised: string[]
}

/** A page that gets an import, the level it stands at, and whether it still has no text. */
type Target = { page: PageRecord; level: number; isEmpty: boolean }

export async function openPage(
  ctx: ReadContext,
  spaceId: string,
  revisionId: string,
  pageId: string,
): Promise<Target> {
  const view = await openView(ctx, spaceId, revisionId)
  const above = await withAncestors(view, [pageId])
  const page = above.get(pageId)
  if (!page) throw notFound('page')
  const isEmpty = page.type === 'document' && (await textOfBody(view, page.body)).trim() === ''
  return { page, level: above.size, isEmpty }
}

/** One document fills a page that is empty. All else becomes pages of its own, below the page or at the top. */
export function changesFor({ pages, files, raised }: ImportedContent, target?: Target) {
  const changes: ContentChange[] = []
  const kept: StoredUpload[][] = []
  if (files.length > 0) {
    changes.push({ operation: 'insert_files', files: [] })
    kept.push(files)
  }
  const [only, ...more] = pages
  if (target?.isEmpty && only && more.length === 0 && only.children.length === 0 && only.type === undefined)
    changes.push(filling(target.page, only))
  else {
    const { into, levels } = placeAt(target)
    const shallow = shallowSheets(pages, levels)
    insertAll(changes, shallow.sheets, into)
    raised = [...raised, ...shallow.raised]
  }
  return { changes, files: kept, raised }
}

/** Below a page at the last level there is no room: then it is beside it. */
function placeAt(target: Target | undefined) {
  if (!target) return { into: null, levels: MOST_LEVELS }
  const { page, level } = target
  if (level >= MOST_LEVELS) return { into: page.parent, levels: 1 }
  return { into: page.id, levels: MOST_LEVELS - level }
}

/** What the page says of itself stays; what it does not say yet comes with the text. */
function filling(page: PageRecord, sheet: Sheet): ContentChange {
  const { title, description, icon, emoji } = sheet
  return {
    operation: 'update_page',
    page: page.id,
    title: page.title === 'Untitled' ? title : undefined,
    description: page.description ? undefined : description,
    icon: page.icon || page.emoji ? undefined : icon,
    emoji: page.icon || page.emoji ? undefined : emoji,
    document: { markdown: textOfSheet(sheet) },
  }
}

/** No change can give a page a cover, so it is the first picture of the text. */
function textOfSheet({ cover, markdown }: Sheet) {
  return cover === undefined ? markdown : `![](${escapeTarget(cover)})\n\n${markdown}`
}

function looksOf(sheet: Sheet) {
  const { title, description, icon, emoji, hidden, noIndex, noRobotsIndex, condition } = sheet
  return { title, description, icon, emoji, hidden, noIndex, noRobotsIndex, condition }
}

function insertAll(changes: ContentChange[], sheets: readonly Sheet[], into: string | null) {
  for (const sheet of sheets) {
    const { ref, children } = sheet
    // Groups stand at the top only.
    const type = sheet.type === 'group' && into !== null ? 'document' : (sheet.type ?? 'document')
    const fields = { ...looksOf(sheet), into, ref }
    if (type === 'document')
      changes.push({
        operation: 'insert_page',
        type,
        ...fields,
        document: { markdown: textOfSheet(sheet) },
      })
    else changes.push({ operation: 'insert_page', type, ...fields, url: sheet.url })
    insertAll(changes, children, type === 'link' ? into : ref)
  }
}
