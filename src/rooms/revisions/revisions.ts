import { openPool, type Pool } from '../../content/nodes.ts'
import type { Hash } from '../../content/records.ts'
import { type Reading, readRevision } from '../../content/revision.ts'
import type { Ctx } from '../../domain/context.ts'
import { notFound } from '../../domain/problems.ts'
import {
  findHeadRoot,
  findRevision,
  insertNodes,
  insertRevision,
  loadNodes,
  type RevisionRow,
} from './store.ts'

export type { RevisionRow } from './store.ts'

/** The nodes of all content, for one piece of work. */
export function openNodes(ctx: Ctx): Pool {
  return openPool({ load: (hashes) => loadNodes(ctx.db, hashes) }, ctx.nodes)
}

/** A revision with the way to read what it holds. */
export type OpenRevision = { row: RevisionRow; reading: Reading }

export async function openRevision(ctx: Ctx, spaceId: string, id: string, pool = openNodes(ctx)) {
  const row = await requireRevision(ctx, spaceId, id)
  return { row, reading: await readRevision(pool, row.root) } satisfies OpenRevision
}

export async function requireRevision(ctx: Ctx, spaceId: string, id: string): Promise<RevisionRow> {
  const row = await findRevision(ctx.db, spaceId, id)
  if (!row) throw notFound('revision')
  return row
}

/**
 * What an index that describes one root must read to describe what readers see; undefined when it does already, or there
 * is no such space. Asked behind the lock of the index: a head from before it may be older than what is indexed.
 */
export async function aheadOfIndex(ctx: Ctx, spaceId: string, indexed: Hash | null | undefined) {
  const root = await findHeadRoot(ctx.db, spaceId)
  if (indexed === undefined || root === undefined || indexed === root) return
  const pool = openNodes(ctx)
  return { root, before: await readRevision(pool, indexed), after: await readRevision(pool, root) }
}

type NewRevision = Pick<RevisionRow, 'spaceId' | 'type' | 'parents'> & {
  /** Made here unless somebody had to know it before. */
  id?: string
  root: Hash | null
  changeRequestId?: string
  git?: RevisionRow['git']
}

/** Stores what was made so far, for work that makes much: without a revision that leads to it, it is swept. */
export async function storeNodes(ctx: Ctx, pool: Pool) {
  await insertNodes(ctx.db, pool.takeFresh(), ctx.clock.now())
}

/** Keeps a revision, and of its nodes those that are new. */
export async function writeRevision(ctx: Ctx, pool: Pool | undefined, details: NewRevision) {
  const { id = ctx.ids.next(), changeRequestId = null, git = null, ...rest } = details
  const now = ctx.clock.now()
  if (pool) await insertNodes(ctx.db, pool.fresh(), now)
  await insertRevision(ctx.db, {
    ...rest,
    id,
    changeRequestId,
    git: git && JSON.stringify(git),
    createdBy: ctx.actor.id || null,
    createdAt: now,
  })
  return id
}
