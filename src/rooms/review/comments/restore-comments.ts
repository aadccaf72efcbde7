// Comments that come back from an archive, with all that was said and felt about them.
import type { Insertable } from 'kysely'
import type { WriteContext } from '../../../kit/domain/context.ts'
import type { Tables } from '../../../kit/storage/db.ts'
import { count } from '../../content/spaces/heads.ts'
import { insertComments } from './store.ts'
import { insertReactions } from './store-reactions.ts'
import { insertReplies } from './store-replies.ts'

export type RestoredComments = {
  comments: Insertable<Tables['comments']>[]
  replies: Insertable<Tables['commentReplies']>[]
  reactions: Insertable<Tables['commentReactions']>[]
}

const STEP = 1_000

/** Change requests came with the count of their open comments; that of the space is kept here. */
export async function restoreComments(ctx: WriteContext, spaceId: string, restored: RestoredComments) {
  const { comments, replies, reactions } = restored
  await insertComments(ctx.db, comments)
  await insertReplies(ctx.db, replies)
  for (let at = 0; at < reactions.length; at += STEP)
    await insertReactions(ctx.db, reactions.slice(at, at + STEP))
  const open = comments.filter(({ changeRequestId, resolvedAt }) => !changeRequestId && !resolvedAt)
  await count(ctx, spaceId, { comments: open.length })
}
