// The history of one page: of all revisions of a space, those in which it is another one than before. The index says
// which these are, up to the revision that it follows to; what came after is looked at here, one revision after the
// other. Records are compared, texts by their hashes; none is read.
import { findInMaps } from '../../../engines/content/nodes/map.ts'
import type { NodeSession } from '../../../engines/content/nodes/nodes.ts'
import { readRevision } from '../../../engines/content/nodes/revision.ts'
import type { Hash, PageRecord } from '../../../engines/content/records.ts'
import type { ReadContext } from '../../../kit/domain/context.ts'
import { notFound } from '../../../kit/domain/problems.ts'
import type { PageOfRows, PageQuery } from '../../../kit/storage/page.ts'
import type { SeenSpace } from '../spaces/access.ts'
import { openNodes } from '../spaces/revisions/revisions.ts'
import { entriesOf, type HistoryEntry, type HistoryStep, startOf } from './history.ts'
import { isOther } from './index/changed-pages.ts'
import { type FoundStep, listPageSteps, listStepsAhead } from './index/store.ts'

export type PageHistoryEntry = HistoryEntry & { before?: PageRecord; after?: PageRecord }

/** Revisions that one request looks at where the index is behind. Its answer ends there, with a cursor that goes on. */
const MOST_LOOKED_AT = 1000

/** Revisions whose nodes are asked for together. */
const AT_ONCE = 100

export async function historyOfPage(ctx: ReadContext, space: SeenSpace, pageId: string, query: PageQuery) {
  const start = startOf(query, space.revisionId)
  // One more than asked for says where the next page begins.
  const { steps, beyond: unseen } = await stepsOf(ctx, {
    spaceId: space.id,
    pageId,
    start,
    most: query.limit + 1,
  })
  const beyond = steps[query.limit]?.id ?? unseen
  if (steps.length === 0 && beyond === undefined && !query.after) throw notFound('page')
  const shown = steps.slice(0, query.limit)
  const entries = await entriesOf(ctx, space.id, shown)
  const rows = entries.map((entry, at): PageHistoryEntry => ({ ...entry, ...statesOf(shown[at]) }))
  return { rows, next: beyond === undefined ? undefined : [beyond] } satisfies PageOfRows<PageHistoryEntry>
}

type PageStep = HistoryStep & { old?: PageRecord; now?: PageRecord }

function statesOf(step: PageStep | undefined) {
  return { before: step?.old, after: step?.now }
}

type Wanted = { spaceId: string; pageId: string; start: string; most: number }

/** `beyond` is where to go on when not all was looked at. */
async function stepsOf(ctx: ReadContext, { spaceId, pageId, start, most }: Wanted) {
  const nodes = openNodes(ctx)
  const chain = await listStepsAhead(ctx.db, spaceId, start, MOST_LOOKED_AT + 1)
  const steps = await changesIn(nodes, chain, pageId, most)
  const from = chain.at(-1)?.place ?? null
  if (from === null) return { steps, beyond: chain[MOST_LOOKED_AT]?.id }
  if (steps.length === most) return { steps }
  const known = await listPageSteps(ctx.db, { spaceId, pageId, from, most: most - steps.length })
  return { steps: [...steps, ...(await withStates(nodes, known, pageId))] }
}

async function changesIn(nodes: NodeSession, chain: FoundStep[], pageId: string, most: number) {
  const found: PageStep[] = []
  const goesOn = chain.length > MOST_LOOKED_AT || chain.at(-1)?.place !== null
  // Then the last one is only compared with.
  const count = goesOn ? chain.length - 1 : chain.length
  for (let from = 0; from < count && found.length < most; from += AT_ONCE) {
    const part = chain.slice(from, from + AT_ONCE + 1)
    const states = await statesIn(
      nodes,
      part.map(({ root }) => root),
      pageId,
    )
    for (const [at, { id, root }] of part.slice(0, Math.min(AT_ONCE, count - from)).entries()) {
      const [now, old] = [states[at], states[at + 1]]
      if (found.length < most && isOther(old, now))
        found.push({ id, root, before: part[at + 1]?.root ?? null, old, now })
    }
  }
  return found
}

async function withStates(nodes: NodeSession, steps: HistoryStep[], pageId: string): Promise<PageStep[]> {
  const states = await statesIn(
    nodes,
    steps.flatMap(({ root, before }) => [root, before]),
    pageId,
  )
  return steps.map((step, at) => ({ ...step, now: states[2 * at], old: states[2 * at + 1] }))
}

/** The page as each of many revisions has it. */
async function statesIn(nodes: NodeSession, roots: (Hash | null)[], pageId: string) {
  await nodes.fetch(roots)
  const maps: (Hash | null)[] = []
  for (const root of roots) maps.push((await readRevision(nodes, root)).root.pages)
  return findInMaps<PageRecord>(nodes, maps, pageId)
}
