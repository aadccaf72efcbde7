// What other rooms do to a space: they hold it while they work on its content, give it a new head, and keep its counts.
import type { ReadContext, WriteContext } from '../../../kit/domain/context.ts'
import { conflict, notFound } from '../../../kit/domain/problems.ts'
import type { GitSyncInfo } from '../../../kit/storage/tables/git.ts'
import {
  addToCounts,
  findSpace,
  lockSpaceRow,
  lockSpaceRowShared,
  type SpaceCounts,
  type SpaceRow,
  updateSpace,
} from './store.ts'

/** For work in the background, which has nobody's rights: the space as it is now, if it is there. */
export function spaceNow(ctx: ReadContext, spaceId: string): Promise<SpaceRow | undefined> {
  return findSpace(ctx.db, spaceId)
}

/** The space as it is now; others who want to change its content or counts wait until this transaction ends. */
export async function lockSpace(ctx: WriteContext, spaceId: string): Promise<SpaceRow> {
  const space = await lockSpaceRow(ctx.db, spaceId)
  if (!space || space.deletedAt) throw notFound('space')
  return space
}

/** The space as it is now; it does not change until this transaction ends, but others may share it too. */
export async function lockSpaceShared(ctx: WriteContext, spaceId: string): Promise<SpaceRow> {
  const space = await lockSpaceRowShared(ctx.db, spaceId)
  if (!space || space.deletedAt) throw notFound('space')
  return space
}

export function requireUnlocked({ editMode }: Pick<SpaceRow, 'editMode'>) {
  if (editMode === 'locked')
    throw conflict('This space is locked: its content cannot be edited', { editMode })
}

/** From now on its readers see this revision. */
export async function moveHead(ctx: WriteContext, space: SpaceRow, revisionId: string) {
  const { id: spaceId, organizationId } = space
  await updateSpace(ctx.db, organizationId, spaceId, { revisionId, updatedAt: ctx.clock.now() })
  await ctx.emit('space.content_changed', { organizationId, spaceId, revisionId })
}

/** Tells its readers where its repository is. */
export async function nameRepository(
  ctx: WriteContext,
  { organizationId, id }: SpaceRow,
  gitSync: GitSyncInfo,
) {
  await updateSpace(ctx.db, organizationId, id, { gitSync: JSON.stringify(gitSync) })
}

export function count(ctx: WriteContext, spaceId: string, by: SpaceCounts) {
  return addToCounts(ctx.db, spaceId, by)
}
