// Spaces that were made of a folder or a zip file, and are brought up to date from it: as an import from Git would, pages
// keep their ids, and what was edited here since is merged.
import type { RevisionView } from '../../engines/content/nodes/revision.ts'
import { conflictingFiles } from '../../engines/sync/report/conflicts.ts'
import type { ReadContext, WriteContext } from '../../kit/domain/context.ts'
import { conflict } from '../../kit/domain/problems.ts'
import { mergeInSpace } from '../../rooms/content/pages/merging/merge-content.ts'
import { lockSpace, moveHead } from '../../rooms/content/spaces/heads.ts'
import { openNodes, openRevision, writeRevision } from '../../rooms/content/spaces/revisions/revisions.ts'
import type { SpaceRow } from '../../rooms/content/spaces/store.ts'
import type { KnownRevisions, ReadArchive } from './read-content.ts'
import { rootOf } from './restore-change-requests.ts'
import { findSourceAt, findSourceOf, upsertSource } from './store.ts'

/** Within an organization: its id, by where it comes from. */
export async function findSpaceOfSource(ctx: ReadContext, organizationId: string, path: string) {
  return (await findSourceAt(ctx.db, organizationId, path))?.spaceId
}

export async function rememberSource(ctx: WriteContext, spaceId: string, path: string, revisionId: string) {
  await upsertSource(ctx.db, { spaceId, path, revisionId, updatedAt: ctx.clock.now() })
}

type Home = Pick<SpaceRow, 'id' | 'organizationId' | 'revisionId'>

/** What a space holds now, and what of it its source said. Where nobody remembers that, it said all of it. */
export async function knownOf(
  ctx: ReadContext,
  { id, organizationId, revisionId }: Home,
): Promise<KnownRevisions> {
  const nodes = openNodes(ctx)
  const source = await findSourceOf(ctx.db, organizationId, id)
  const { view: current } = await openRevision(ctx, id, revisionId, nodes)
  const base = source ? (await openRevision(ctx, id, source.revisionId, nodes)).view : current
  return { base, current }
}

type Update = { source: string; known: KnownRevisions; isForced: boolean }

export async function updateFromSource(
  ctx: WriteContext,
  spaceId: string,
  { content }: ReadArchive,
  { source, known, isForced }: Update,
) {
  const space = await lockSpace(ctx, spaceId)
  const { nodes } = content.head
  const head = await openRevision(ctx, spaceId, space.revisionId, nodes)
  const root = rootOf(content.head)
  const written = { spaceId, type: 'edits' as const }
  const parents = [space.revisionId]
  // Nothing is new: then nothing is written down either.
  if (root === rootOf(known.base)) return rememberSource(ctx, spaceId, source, await baseId(ctx, space))
  const fromSource = await writeRevision(ctx, nodes, { ...written, root, parents })
  const isEdited = head.row.root !== rootOf(known.base)
  const revisionId = isEdited
    ? await writeRevision(ctx, nodes, {
        ...written,
        root: await mergedRoot(ctx, spaceId, { known, head: head.view, content: content.head, isForced }),
        parents: [...parents, fromSource],
      })
    : fromSource
  await moveHead(ctx, space, revisionId)
  await rememberSource(ctx, spaceId, source, fromSource)
}

async function baseId(ctx: WriteContext, { id, organizationId, revisionId }: SpaceRow) {
  return (await findSourceOf(ctx.db, organizationId, id))?.revisionId ?? revisionId
}

type Sides = { known: KnownRevisions; head: RevisionView; content: RevisionView; isForced: boolean }

async function mergedRoot(ctx: WriteContext, spaceId: string, { known, head, content, isForced }: Sides) {
  const { base } = known
  const { root, conflicts } = await mergeInSpace(
    ctx,
    spaceId,
    isForced
      ? { base, ours: content, theirs: head, published: 'theirs', repository: 'ours', isForced }
      : { base, ours: head, theirs: content, published: 'ours', repository: 'theirs' },
  )
  if (conflicts.length === 0 || isForced) return root
  const files = await conflictingFiles(conflicts, [content, base, head])
  throw conflict(
    `The space and the source both changed ${files.join(', ')}. Nothing was published. Undo the edit on one side, or take the source with --force`,
    { files },
  )
}
