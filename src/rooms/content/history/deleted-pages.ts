// Pages that were deleted lately: what the revisions of a space took away, and what is not there again.
import { diffPages } from '../../../engines/content/diff/changes.ts'
import { findPages, readRevision } from '../../../engines/content/nodes/revision.ts'
import type { ReadContext } from '../../../kit/domain/context.ts'
import type { SeenSpace } from '../spaces/access.ts'
import { ancestorsOf, openNodes } from '../spaces/revisions/revisions.ts'
import { entriesOf, type HistoryEntry } from './history.ts'

export type DeletedPageRow = {
  id: string
  title: string
  below: number
  revision: string
  entry: HistoryEntry
}

const MOST_LOOKED_AT = 500
const MOST_LISTED = 100
const LONGEST_AGO = 30 * 24 * 60 * 60 * 1000

export async function deletedPages(ctx: ReadContext, space: SeenSpace): Promise<DeletedPageRow[]> {
  const chain = await ancestorsOf(ctx, space.id, space.revisionId, MOST_LOOKED_AT + 1)
  const steps = chain
    .slice(0, MOST_LOOKED_AT)
    .map(({ id, root }, at) => ({ id, root, before: chain[at + 1]?.root ?? null }))
  const since = ctx.clock.now().getTime() - LONGEST_AGO
  const entries = new Map((await entriesOf(ctx, space.id, steps)).map((entry) => [entry.id, entry]))
  const nodes = openNodes(ctx)
  const head = await readRevision(nodes, chain[0]?.root ?? null)
  const found = new Map<string, DeletedPageRow>()
  for (const [at, { id, root, before }] of steps.entries()) {
    const entry = entries.get(id)
    const revision = chain[at + 1]?.id
    if (found.size >= MOST_LISTED || !entry || entry.createdAt.getTime() < since) break
    if (revision === undefined || entry.summary.pages.deleted === 0) continue
    const old = await readRevision(nodes, before)
    const changes = await diffPages(old, await readRevision(nodes, root))
    const gone = new Set(changes.flatMap(({ type, id }) => (type === 'page_deleted' ? [id] : [])))
    const pages = await findPages(old, gone)
    const isBack = await findPages(head, gone)
    const topOf = (id: string): string => {
      const parent = pages.get(id)?.parent ?? null
      return parent !== null && gone.has(parent) && !isBack.has(parent) ? topOf(parent) : id
    }
    for (const id of gone) {
      const top = pages.get(topOf(id))
      if (!top || isBack.has(id) || (found.has(top.id) && found.get(top.id)?.entry !== entry)) continue
      const row = found.get(top.id) ?? { id: top.id, title: top.title, below: -1, revision, entry }
      found.set(top.id, { ...row, below: row.below + 1 })
    }
  }
  return [...found.values()].slice(0, MOST_LISTED)
}
