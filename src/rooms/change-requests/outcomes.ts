import type { Ctx } from '../../domain/context.ts'
import { downloadUrl } from '../content/downloads.ts'
import type { Edited } from '../content/edit-work.ts'
import type { ContentOutcome } from '../content/schema-changes.ts'
import type { SeenSpace } from '../spaces/access.ts'
import type { SeenChangeRequest } from './access.ts'
import { requireChangeRequest } from './change-requests.ts'
import { presentChangeRequest } from './present.ts'

/** What each change did; `at` is the path under which the pages can be read. */
export function presentOutcome(
  ctx: Ctx,
  space: SeenSpace,
  { outcomes, files }: Edited,
  at = `/v1/spaces/${space.id}/content`,
): ContentOutcome {
  return {
    changes: outcomes.map((outcome) =>
      outcome.object === 'deleted_page'
        ? outcome
        : {
            ...outcome,
            page: {
              object: 'page',
              id: outcome.page,
              urls: { location: ctx.links.of(`${at}/page/${outcome.page}`) },
            },
          },
    ),
    insertedFiles: files.map((file) => {
      const { id, name, contentType, size, dimensions } = file
      return { id, name, contentType, size, dimensions, downloadURL: downloadUrl(ctx, space, file) }
    }),
  }
}

export async function answerEdit(ctx: Ctx, seen: SeenChangeRequest, edited: Edited, compat: boolean) {
  const { spaceId, id, space } = seen
  const changeRequest = presentChangeRequest(await requireChangeRequest(ctx, spaceId, id), ctx.links)
  if (compat) return changeRequest
  const at = `/v1/spaces/${spaceId}/change-requests/${id}/content`
  return { changeRequest, ...presentOutcome(ctx, space, edited, at) }
}
