import { type RevisionSummary, summarize } from '../../../../engines/content/diff/summary.ts'
import {
  type DerivedKind,
  type NodeSession,
  openNodeSession,
} from '../../../../engines/content/nodes/nodes.ts'
import { type RevisionView, readRevision } from '../../../../engines/content/nodes/revision.ts'
import type { Hash } from '../../../../engines/content/records.ts'
import type { ReadContext, WriteContext } from '../../../../kit/domain/context.ts'
import { notFound } from '../../../../kit/domain/problems.ts'
import { afterCommit } from '../../../../kit/storage/db.ts'
import {
  findRevision,
  insertNodes,
  insertRevision,
  isAncestor,
  listAncestors,
  loadNodes,
  type RevisionRow,
  selectHeadRoot,
  updateSummaries,
} from './store.ts'

export type { Ancestor, RevisionRow } from './store.ts'

/** The nodes of all content, for one piece of work. */
export function openNodes(ctx: ReadContext): NodeSession {
  return openNodeSession({ load: (hashes) => loadNodes(ctx.db, hashes) }, ctx.nodeCache)
}

/** A revision with the way to read what it holds. */
export type OpenRevision = { row: RevisionRow; view: RevisionView }

export async function openRevision(ctx: ReadContext, spaceId: string, id: string, nodes = openNodes(ctx)) {
  const row = await requireRevision(ctx, spaceId, id)
  return { row, view: await readRevision(nodes, row.root) } satisfies OpenRevision
}

/** What a revision holds, for who needs nothing else of it. */
export async function openView(ctx: ReadContext, spaceId: string, id: string, nodes = openNodes(ctx)) {
  return readRevision(nodes, await rootOf(ctx, spaceId, id))
}

const ROOT: DerivedKind<Hash> = { name: 'root' }

/** Asked once for a revision: it never changes. */
export async function rootOf(ctx: ReadContext, spaceId: string, id: string): Promise<Hash | null> {
  const key = `${spaceId} ${id}`
  const known = ctx.nodeCache.findDerived(ROOT, key)
  if (known !== undefined) return known
  const { root } = await requireRevision(ctx, spaceId, id)
  if (root !== null) ctx.nodeCache.keepDerived(ROOT, key, root, root.length)
  return root
}

export async function requireRevision(ctx: ReadContext, spaceId: string, id: string): Promise<RevisionRow> {
  const row = await findRevision(ctx.db, spaceId, id)
  if (!row) throw notFound('revision')
  return row
}

/** A revision and those before it, each the first parent of the one ahead, newest first. */
export function ancestorsOf(ctx: ReadContext, spaceId: string, from: string, most: number) {
  return listAncestors(ctx.db, spaceId, from, most)
}

/** Whether readers saw a revision on the way to this one. */
export function isInHistory(ctx: ReadContext, revision: RevisionRow, head: string) {
  return isAncestor(ctx.db, revision, head)
}

/** They follow from what is there, so whoever works them out may keep them. */
export async function keepSummaries(
  ctx: ReadContext,
  spaceId: string,
  summaries: Map<string, RevisionSummary>,
) {
  if (summaries.size > 0) await updateSummaries(ctx.db, spaceId, summaries)
}

/** The root of the revision that a space is at; undefined when there is no such space. */
export function findHeadRoot(ctx: ReadContext, spaceId: string) {
  return selectHeadRoot(ctx.db, spaceId)
}

type NewRevision = Pick<RevisionRow, 'spaceId' | 'type' | 'parents'> & {
  /** Made here unless somebody had to know it before. */
  id?: string
  root: Hash | null
  changeRequestId?: string
  git?: RevisionRow['git']
  /** Who asked for it, where that is not who acts: work in the background is nobody's own. */
  createdBy?: string | null
}

/** Stores what was made so far, for work that makes much: without a revision that leads to it, it is swept. */
export async function storeNodes(ctx: ReadContext, nodes: NodeSession) {
  await insertNodes(ctx.db, nodes.takeFresh(), ctx.clock.now())
}

/** Keeps a revision, of its nodes those that are new, and what it changed. */
export async function writeRevision(ctx: WriteContext, nodes: NodeSession | undefined, details: NewRevision) {
  const { id = ctx.ids.next(), changeRequestId = null, git = null, ...rest } = details
  const { createdBy = ctx.actor.id || null } = details
  const summary = nodes && (await summaryOf(ctx, nodes, details))
  const now = ctx.clock.now()
  if (nodes && rest.root !== null) await storeRoot(ctx, nodes, { ...rest, id, root: rest.root })
  await insertRevision(ctx.db, {
    ...rest,
    id,
    changeRequestId,
    git: git && JSON.stringify(git),
    summary: summary && JSON.stringify(summary),
    createdBy,
    createdAt: now,
  })
  return id
}

/** More nodes than an edit makes are read when they are needed: all at once they would keep others waiting. */
const MOST_NEAR = 100

type StoredRoot = { spaceId: string; id: string; root: Hash }

async function storeRoot(ctx: WriteContext, nodes: NodeSession, { spaceId, id, root }: StoredRoot) {
  const fresh = nodes.freshBelow(root)
  await insertNodes(ctx.db, fresh, ctx.clock.now())
  afterCommit(ctx.db, () => {
    if (fresh.length <= MOST_NEAR) nodes.keepNear(fresh)
    ctx.nodeCache.keepDerived(ROOT, `${spaceId} ${id}`, root, root.length)
  })
}

/** While it is written, what it changed is near. What comes whole and is not, a copy or an archive, is counted later. */
async function summaryOf(ctx: ReadContext, nodes: NodeSession, { spaceId, parents, root }: NewRevision) {
  const [parent] = parents
  const before = parent === undefined ? undefined : await requireRevision(ctx, spaceId, parent)
  return summarize(await readRevision(nodes, before?.root ?? null), await readRevision(nodes, root))
}
