// The history of a space, and of a change request: revisions from the newest back, each the first parent of the one
// ahead of it. What a merge brought in is one step, however many steps it took there.
import { type RevisionSummary, summarize } from '../../../engines/content/diff/summary.ts'
import { readRevision } from '../../../engines/content/nodes/revision.ts'
import type { ReadContext } from '../../../kit/domain/context.ts'
import { notFound } from '../../../kit/domain/problems.ts'
import type { PageOfRows, PageQuery } from '../../../kit/storage/page.ts'
import type { SeenChangeRequest } from '../../review/change-requests/access.ts'
import type { SeenSpace } from '../spaces/access.ts'
import { type Ancestor, ancestorsOf, keepSummaries, openNodes } from '../spaces/revisions/revisions.ts'
import { findHistory, type HistoryRow } from './store.ts'

export type HistoryEntry = HistoryRow & { summary: RevisionSummary }

export async function historyOfSpace(
  ctx: ReadContext,
  space: SeenSpace,
  query: PageQuery,
): Promise<PageOfRows<HistoryEntry>> {
  const chain = await ancestorsOf(ctx, space.id, startOf(query, space.revisionId), query.limit + 1)
  return pageOfChain(ctx, space.id, chain, query.limit)
}

/** Its own edits and updates, not those of the space that it stands on. */
export async function historyOfChangeRequest(
  ctx: ReadContext,
  { id, spaceId, revisionId }: SeenChangeRequest,
  query: PageQuery,
): Promise<PageOfRows<HistoryEntry>> {
  const chain = await ancestorsOf(ctx, spaceId, startOf(query, revisionId), query.limit + 1)
  const end = chain.findIndex(({ changeRequestId }) => changeRequestId !== id)
  // The one before its first is not shown, but says what that changed.
  const page = await pageOfChain(ctx, spaceId, chain, end < 0 ? query.limit : end)
  return end < 0 ? page : { rows: page.rows }
}

/** A cursor names the revision that the next page begins with. */
export function startOf({ after }: PageQuery, head: string) {
  return after ? String(after[0]) : head
}

async function pageOfChain(ctx: ReadContext, spaceId: string, chain: Ancestor[], limit: number) {
  const steps = chain
    .slice(0, limit)
    .map(({ id, root }, at) => ({ id, root, before: chain[at + 1]?.root ?? null }))
  const next = chain[limit]
  return { rows: await entriesOf(ctx, spaceId, steps), next: next && [next.id] }
}

/** A revision, its root, and the root of the one before it. */
export type HistoryStep = { id: string; root: string | null; before: string | null }

export async function entriesOf(
  ctx: ReadContext,
  spaceId: string,
  steps: HistoryStep[],
): Promise<HistoryEntry[]> {
  const rows = await findHistory(
    ctx.db,
    spaceId,
    steps.map(({ id }) => id),
  )
  const missing = steps.filter(({ id }) => rows.get(id)?.summary === null)
  const fresh = await missingSummaries(ctx, spaceId, missing)
  return steps.flatMap(({ id }) => {
    const row = rows.get(id)
    const summary = row?.summary ?? fresh.get(id)
    return row && summary ? [{ ...row, summary }] : []
  })
}

/** Of revisions from before summaries were kept, and of what came whole. Worked out once, then kept. */
async function missingSummaries(ctx: ReadContext, spaceId: string, steps: HistoryStep[]) {
  const nodes = openNodes(ctx)
  await nodes.fetch(steps.flatMap(({ root, before }) => [root, before]))
  const summaries = new Map<string, RevisionSummary>()
  for (const { id, root, before } of steps)
    summaries.set(id, await summarize(await readRevision(nodes, before), await readRevision(nodes, root)))
  await keepSummaries(ctx, spaceId, summaries)
  return summaries
}

/** One revision that is in a chain. */
export async function entryOf(ctx: ReadContext, spaceId: string, id: string): Promise<HistoryEntry> {
  const [own, parent] = await ancestorsOf(ctx, spaceId, id, 2)
  const [entry] = own ? await entriesOf(ctx, spaceId, [{ ...own, before: parent?.root ?? null }]) : []
  if (!entry) throw notFound('revision')
  return entry
}
