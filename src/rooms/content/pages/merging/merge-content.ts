import { type Merging, mergeRevisions } from '../../../../engines/content/merge/revisions.ts'
import type { ReadContext } from '../../../../kit/domain/context.ts'
import { linkersIn } from '../link-index/linkers.ts'

/** Merges contents of a space; the index of its links tells which texts have to follow what moves. */
export function mergeInSpace(ctx: ReadContext, spaceId: string, merging: Merging) {
  return mergeRevisions(merging, linkersIn(ctx, spaceId, merging.ours))
}
