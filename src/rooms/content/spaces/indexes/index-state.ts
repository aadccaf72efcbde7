// How an index follows the content of a space, by the difference between what it describes and what readers see.
import type { NodeSession } from '../../../../engines/content/nodes/nodes.ts'
import { type RevisionView, readRevision } from '../../../../engines/content/nodes/revision.ts'
import type { Hash } from '../../../../engines/content/records.ts'
import type { ReadContext } from '../../../../kit/domain/context.ts'
import { findHeadRoot, openNodes } from '../revisions/revisions.ts'
import { EMPTY, type IndexState } from './store.ts'

export { type IndexState, MOST_PENDING } from './store.ts'

export type AheadOfIndex = {
  /** The root that readers see now. */
  root: Hash | null
  after: RevisionView
  /** All contents that pages may be in the index as. */
  indexed: RevisionView[]
}

/** What readers see now, where an index does not describe it yet; undefined also without such a space. */
export async function rootAheadOfIndex(
  ctx: ReadContext,
  spaceId: string,
  state: IndexState | undefined,
  rootOf: (ctx: ReadContext, spaceId: string) => Promise<Hash | null | undefined> = findHeadRoot,
) {
  const root = await rootOf(ctx, spaceId)
  if (!state || root === undefined) return
  if (state.root === root && state.pending.length === 0) return
  return { root, state }
}

/** What an index must read to get there. */
export async function openAhead(ctx: ReadContext, { root, state }: { root: Hash | null; state: IndexState }) {
  const nodes = openNodes(ctx)
  const after = await readRevision(nodes, root)
  return { root, after, indexed: await indexedRevisions(nodes, state) } satisfies AheadOfIndex
}

export function indexedRevisions(nodes: NodeSession, { root, pending }: IndexState) {
  const roots = new Set([root, ...pending.map((hash) => (hash === EMPTY ? null : hash))])
  return Promise.all([...roots].map((hash) => readRevision(nodes, hash)))
}

/** The state of an index towards roots while steps are made. */
export function pendingWith({ pending }: IndexState, ...roots: (Hash | null)[]) {
  return [...new Set([...pending, ...roots.map((root) => root ?? EMPTY)])]
}
