import type { ReadContext } from '../../../../kit/domain/context.ts'
import type { EditResult } from '../../../content/pages/editing/edit-work.ts'
import { presentOutcome } from '../../../content/pages/present.ts'
import type { SeenChangeRequest } from '../access.ts'
import { requireChangeRequest } from '../change-requests.ts'
import { presentChangeRequest } from '../present.ts'

export async function answerEdit(
  ctx: ReadContext,
  seen: SeenChangeRequest,
  edited: EditResult,
  compat: boolean,
) {
  const { spaceId, id, space } = seen
  const changeRequest = presentChangeRequest(await requireChangeRequest(ctx, spaceId, id), ctx.links)
  if (compat) return changeRequest
  const at = `/v1/spaces/${spaceId}/change-requests/${id}/content`
  return { changeRequest, ...presentOutcome(ctx, space, edited, at) }
}
