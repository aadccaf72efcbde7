// The history of one page: of all revisions of a space, those in which it is another one than before. Records are
// compared, texts by their hashes; none is read.
import { changedPageFields } from '../../../engines/content/diff/changes.ts'
import { findInMaps } from '../../../engines/content/nodes/map.ts'
import type { NodeSession } from '../../../engines/content/nodes/nodes.ts'
import { readRevision } from '../../../engines/content/nodes/revision.ts'
import type { PageRecord } from '../../../engines/content/records.ts'
import type { ReadContext } from '../../../kit/domain/context.ts'
import { notFound } from '../../../kit/domain/problems.ts'
import type { PageOfRows, PageQuery } from '../../../kit/storage/page.ts'
import type { SeenSpace } from '../spaces/access.ts'
import { type Ancestor, ancestorsOf, openNodes } from '../spaces/revisions/revisions.ts'
import { entriesOf, type HistoryEntry, type HistoryStep, startOf } from './history.ts'

export type PageHistoryEntry = HistoryEntry & { before?: PageRecord; after?: PageRecord }

/** Revisions that one request looks at. Behind them its answer ends, with a cursor that goes on from there. */
const MOST_LOOKED_AT = 1000

/** Revisions whose nodes are asked for together. */
const AT_ONCE = 100

export async function historyOfPage(ctx: ReadContext, space: SeenSpace, pageId: string, query: PageQuery) {
  const chain = await ancestorsOf(ctx, space.id, startOf(query, space.revisionId), MOST_LOOKED_AT + 1)
  // One more than asked for says where the next page begins.
  const found = await changesIn(openNodes(ctx), chain, pageId, query.limit + 1)
  const beyond = found[query.limit]?.id ?? chain[MOST_LOOKED_AT]?.id
  if (found.length === 0 && beyond === undefined && !query.after) throw notFound('page')
  const shown = found.slice(0, query.limit)
  const entries = await entriesOf(ctx, space.id, shown)
  const rows = entries.map((entry, at): PageHistoryEntry => ({ ...entry, ...statesOf(shown[at]) }))
  return { rows, next: beyond === undefined ? undefined : [beyond] } satisfies PageOfRows<PageHistoryEntry>
}

type PageStep = HistoryStep & { old?: PageRecord; now?: PageRecord }

function statesOf(step: PageStep | undefined) {
  return { before: step?.old, after: step?.now }
}

async function changesIn(
  nodes: NodeSession,
  chain: Ancestor[],
  pageId: string,
  most: number,
): Promise<PageStep[]> {
  const found: PageStep[] = []
  const last = Math.min(chain.length, MOST_LOOKED_AT)
  for (let from = 0; from < last && found.length < most; from += AT_ONCE) {
    const part = chain.slice(from, Math.min(from + AT_ONCE, last) + 1)
    const states = await statesIn(nodes, part, pageId)
    for (const [at, { id, root }] of part.slice(0, Math.min(AT_ONCE, last - from)).entries()) {
      const [now, old] = [states[at], states[at + 1]]
      if (found.length < most && isOther(old, now))
        found.push({ id, root, before: part[at + 1]?.root ?? null, old, now })
    }
  }
  return found
}

async function statesIn(nodes: NodeSession, part: Ancestor[], pageId: string) {
  await nodes.fetch(part.map(({ root }) => root))
  const maps: (string | null)[] = []
  for (const { root } of part) maps.push((await readRevision(nodes, root)).root.pages)
  return findInMaps<PageRecord>(nodes, maps, pageId)
}

function isOther(old: PageRecord | undefined, now: PageRecord | undefined) {
  if (!old || !now) return old !== now
  return old.parent !== now.parent || changedPageFields(old, now).length > 0
}
