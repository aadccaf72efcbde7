// A comment may suggest another text for its block. Whoever may edit applies it, as one edit of that block.
import { findPage, textOfBody } from '../../../engines/content/nodes/revision.ts'
import { sourceBlocks } from '../../../engines/markdown/edit/source-blocks.ts'
import type { WriteContext } from '../../../kit/domain/context.ts'
import { conflict } from '../../../kit/domain/problems.ts'
import { openContent } from '../../content/pages/access.ts'
import type { SeenChangeRequest } from '../change-requests/access.ts'
import { editChangeRequest } from '../change-requests/edit-change-request.ts'
import type { SeenComment } from './access.ts'
import { lockComment, requireComment, setResolved } from './comments.ts'
import { factsOf, lockPlace } from './places.ts'
import { updateComment } from './store.ts'
import { pagesOf } from './targets.ts'

export async function applySuggestion(ctx: WriteContext, { place: where, id }: SeenComment) {
  const place = await lockPlace(ctx, where)
  await lockComment(ctx, place, id)
  const comment = await requireComment(ctx, place, id)
  const { changeRequest } = place
  const { suggestion, suggestionBefore, pageId, appliedAt } = comment
  if (!changeRequest || suggestion === null || pageId === null)
    throw conflict('The comment suggests no text', { on: 'comment' })
  if (appliedAt) throw conflict('The suggestion was applied before', { on: 'comment' })
  const key = await keyNow(ctx, comment, changeRequest, pageId)
  if (key === undefined)
    throw conflict('The block has changed since this was suggested', {
      on: 'comment',
      before: suggestionBefore,
    })
  const edit = suggestion.trim() === '' ? { key, delete: true } : { key, markdown: suggestion }
  await editChangeRequest(ctx, changeRequest, {
    changes: [{ operation: 'update_blocks', page: pageId, edits: [edit], base: changeRequest.revisionId }],
    files: [[]],
  })
  const after = await lockPlace(ctx, place)
  await updateComment(ctx.db, { spaceId: comment.spaceId, changeRequestId: changeRequest.id }, id, {
    appliedAt: ctx.clock.now(),
    appliedBy: ctx.actor.id || null,
  })
  if (comment.resolvedAt === null) await setResolved(ctx, after, id, true)
  else await ctx.emit('comment.changed', factsOf(after, id))
  return requireComment(ctx, after, id)
}

/** The key of the block, if it is byte for byte what it was when another text was suggested for it. */
async function keyNow(
  ctx: WriteContext,
  comment: SeenComment,
  { space, revisionId }: SeenChangeRequest,
  pageId: string,
) {
  const seen = (await pagesOf(ctx, comment.place, [comment])).get(comment.id)
  const { view } = await openContent(ctx, space, revisionId)
  const page = await findPage(view, pageId)
  if (!page || !seen?.block) return
  const text = await textOfBody(view, page.body)
  const block = sourceBlocks(text).find(({ key }) => key === seen.block?.id)
  if (block && text.slice(block.from, block.to) === comment.suggestionBefore) return block.key
}
