// What two sides changed, listed with both.
import type { Conflict } from '../../../../engines/content/merge/types.ts'
import type { ReadContext } from '../../../../kit/domain/context.ts'
import { describeConflicts } from '../../../content/pages/merging/describe-conflicts.ts'
import { openView } from '../../../content/spaces/revisions/revisions.ts'
import type { SeenChangeRequest } from '../access.ts'
import { mergeSides } from '../merging/merge.ts'
import type { ConflictView } from '../schema.ts'
import { listConflicts } from './store-conflicts.ts'

/** Those that an update left, and those that a merge would meet now. */
export async function conflictsOf(ctx: ReadContext, seen: SeenChangeRequest): Promise<ConflictView[]> {
  const pulled = await listConflicts(ctx.db, seen.id)
  const waiting = pulled.map(({ subjectId, ...row }) => ({ ...row, id: subjectId, isPulled: true }))
  const met = seen.status === 'merged' ? [] : await conflictsOfMerge(ctx, seen)
  const known = new Set(waiting.map(keyOf))
  return withTexts(ctx, seen, [...waiting, ...met.filter((conflict) => !known.has(keyOf(conflict)))])
}

type Found = Conflict & { isPulled: boolean }

function keyOf({ kind, id, field }: Pick<Conflict, 'kind' | 'id' | 'field'>) {
  return JSON.stringify([kind, id, field])
}

/** Seen from the change request: what it has is ours. */
async function conflictsOfMerge(ctx: ReadContext, seen: SeenChangeRequest): Promise<Found[]> {
  const { spaceId, revisionAncestor, revisionId, head } = seen
  const sides = { base: revisionAncestor, ours: revisionId, theirs: head, published: 'theirs' as const }
  const { conflicts } = await mergeSides(ctx, spaceId, sides)
  return conflicts.map((conflict) => ({ ...conflict, isPulled: false }))
}

async function withTexts(ctx: ReadContext, seen: SeenChangeRequest, found: Found[]): Promise<ConflictView[]> {
  const described = await describeConflicts(await openView(ctx, seen.spaceId, seen.revisionId), found)
  return described.map((conflict, at) => ({
    object: 'change-request-conflict',
    isPulled: found[at]?.isPulled ?? false,
    ...conflict,
  }))
}
