// Change requests that come back from an archive: as they were, under the numbers they had, in a space that is new.
import type { Conflict } from '../../../engines/content/merge/types.ts'
import type { WriteContext } from '../../../kit/domain/context.ts'
import type { ChangeRequestStatus } from '../../../kit/storage/tables/change-requests.ts'
import { count } from '../../content/spaces/heads.ts'
import type { SpaceRow } from '../../content/spaces/store.ts'
import { insertConflicts } from './conflicts/store-conflicts.ts'
import { insertChangeRequest, insertContributors, type PlainChangeRequest } from './store.ts'
import { insertReviewers } from './store-reviewers.ts'

export type RestoredChangeRequest = Omit<PlainChangeRequest, 'organizationId' | 'spaceId'> & {
  reviewers: { userId: string; revisionId: string; requestedBy: string | null; createdAt: Date }[]
  contributors: { userId: string; action: 'edit' | 'comment'; count: number; updatedAt: Date }[]
  conflicts: (Conflict & { createdAt: Date })[]
}

/** Nobody is told of each: the space as a whole is what is new. */
export async function restoreChangeRequests(
  ctx: WriteContext,
  { id: spaceId, organizationId }: Pick<SpaceRow, 'id' | 'organizationId'>,
  restored: RestoredChangeRequest[],
  lastNumber: number,
) {
  for (const { reviewers, contributors, conflicts, description, ...row } of restored) {
    const place = { spaceId, changeRequestId: row.id }
    await insertChangeRequest(ctx.db, {
      ...row,
      organizationId,
      spaceId,
      description: description && JSON.stringify(description),
    })
    if (reviewers.length > 0)
      await insertReviewers(
        ctx.db,
        reviewers.map((reviewer) => ({ ...place, ...reviewer })),
      )
    await insertContributors(
      ctx.db,
      contributors.map((contributor) => ({ ...place, ...contributor })),
    )
    for (const { createdAt, ...conflict } of conflicts)
      await insertConflicts(ctx.db, { ...place, createdAt }, [conflict])
  }
  const having = (status: ChangeRequestStatus) => restored.filter((row) => row.status === status).length
  await count(ctx, spaceId, {
    lastChangeRequest: lastNumber,
    changeRequests: restored.length,
    changeRequestsOpen: having('open'),
    changeRequestsDraft: having('draft'),
  })
}
