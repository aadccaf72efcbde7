// An import: fetched and converted before the transaction opens, then put in as ordinary changes, so that it is one
// revision and obeys the same rules as any edit.
import { MOST_LEVELS } from '../../../engines/content/draft/depth.ts'
import { findPage } from '../../../engines/content/nodes/revision.ts'
import { countPages } from '../../../engines/conversion/archives/import-tree.ts'
import { type Conversion, convertTask } from '../../../engines/conversion/task.ts'
import type { OutsideContext, ReadContext, WriteContext } from '../../../kit/domain/context.ts'
import { notFound, Problem } from '../../../kit/domain/problems.ts'
import { TaskTimeout } from '../../../world/threads/threads.ts'
import { TaskLost } from '../../../world/threads/worker-handles.ts'
import type { SeenChangeRequest } from '../../review/change-requests/access.ts'
import { lockForEditing, requireNotMerged } from '../../review/change-requests/change-requests.ts'
import { editChangeRequest } from '../../review/change-requests/edit-change-request.ts'
import type { StoredUpload } from '../pages/editing/incoming-files.ts'
import { editLive } from '../pages/live.ts'
import type { SeenSpace } from '../spaces/access.ts'
import { lockSpace, requireUnlocked } from '../spaces/heads.ts'
import { openView } from '../spaces/revisions/revisions.ts'
import { type FetchedSource, fetchImages, fetchSource, keepFile } from './fetch-source.ts'
import { changesFor, type ImportedContent, openPage } from './place-pages.ts'
import type { ImportContent, ImportContentResult } from './schema.ts'
import { inLineOf, inTurn } from './turns.ts'

const PATIENCE = 30_000

/** Where an import goes: below a page, or to the top; of a change request, or of the space itself. */
export type ImportDestination = {
  space: SeenSpace
  revisionId: string
  pageId?: string
  changeRequest?: SeenChangeRequest
}

/** Fetches and converts; nothing is changed yet. What can be refused without that is refused first. */
export async function bring(
  ctx: OutsideContext,
  { space, revisionId, pageId, changeRequest }: ImportDestination,
  wanted: ImportContent,
): Promise<ImportedContent> {
  requireUnlocked(space)
  if (changeRequest) requireNotMerged(changeRequest)
  if (pageId !== undefined) await requirePage(ctx, space.id, revisionId, pageId)
  return inLineOf(space.organizationId, async () => {
    const fetched = await fetchSource(ctx, space.organizationId, wanted)
    const { images, files, ...converted } = await inTurn(() => convertAndKeep(ctx, wanted, fetched))
    return { ...converted, files: [...files, ...(await fetchImages(ctx, images))] }
  })
}

/** The files are put away before the turn ends: no two that convert hold theirs longer than they must. */
async function convertAndKeep(ctx: OutsideContext, wanted: ImportContent, fetched: FetchedSource) {
  const { pages, files, images, missing, left, raised } = await convert(ctx, wanted, fetched)
  const kept: StoredUpload[] = []
  for (const file of files) kept.push(await keepFile(ctx, file))
  return {
    pages,
    files: kept,
    images,
    raised,
    total: countPages(pages) + files.length + images.length + missing + left,
  }
}

async function requirePage(ctx: ReadContext, spaceId: string, revisionId: string, pageId: string) {
  const view = await openView(ctx, spaceId, revisionId)
  if (!(await findPage(view, pageId))) throw notFound('page')
}

async function convert(ctx: OutsideContext, { source }: ImportContent, { bytes, ...origin }: FetchedSource) {
  const conversion = await ctx.threads
    .run(convertTask, { ...origin, source, bytes }, { timeout: PATIENCE })
    .catch((error: unknown): Conversion => {
      const reason = outgrown(error)
      if (reason === undefined) throw error
      return { refused: { kind: 'too_large', message: reason, details: {} } }
    })
  if ('tree' in conversion) return conversion.tree
  const { kind, message, details } = conversion.refused
  throw new Problem(kind, `body.url could not be imported: ${message}`, { field: 'body.url', ...details })
}

/** A process that was ended because of what it had to work on. */
function outgrown(error: unknown) {
  if (error instanceof TaskTimeout)
    return `it takes longer than ${PATIENCE / 1000} s to convert; import it in smaller parts`
  if (error instanceof TaskLost) return 'it needs too much memory to convert; import it in smaller parts'
}

export async function importIntoChangeRequest(
  ctx: WriteContext,
  seen: SeenChangeRequest,
  brought: ImportedContent,
  pageId?: string,
) {
  const { revisionId } = await lockForEditing(ctx, seen)
  const page = pageId === undefined ? undefined : await openPage(ctx, seen.spaceId, revisionId, pageId)
  const placed = changesFor(brought, page)
  return resultOf(brought, await editChangeRequest(ctx, seen, placed), placed.raised)
}

export async function importIntoSpace(
  ctx: WriteContext,
  space: SeenSpace,
  brought: ImportedContent,
  pageId?: string,
) {
  const { revisionId } = await lockSpace(ctx, space.id)
  const page = pageId === undefined ? undefined : await openPage(ctx, space.id, revisionId, pageId)
  const placed = changesFor(brought, page)
  return resultOf(brought, await editLive(ctx, space, placed), placed.raised)
}

function resultOf(
  { pages, files, total }: ImportedContent,
  { revisionId }: { revisionId: string },
  raised: string[],
): ImportContentResult {
  const importedResources = countPages(pages) + files.length
  const result = { revision: revisionId, importedResources, totalResources: total }
  return raised.length === 0 ? result : { ...result, problems: [tooDeep(raised)] }
}

/** Names told in one line. */
const MOST_NAMED = 10

function tooDeep(titles: string[]) {
  const named = titles.slice(0, MOST_NAMED).map((title) => `“${title.slice(0, 100)}”`)
  const more = titles.length > MOST_NAMED ? ` and ${titles.length - MOST_NAMED} more` : ''
  const message = `More than ${MOST_LEVELS} levels deep, and placed at level ${MOST_LEVELS}: ${named.join(', ')}${more}`
  return { kind: 'too-deep', message }
}
