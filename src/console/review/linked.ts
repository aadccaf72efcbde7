// What a link of a mail or a notification leads to: a comment or a reply, wherever it is by now.
import type { Comment, Reply } from '../../rooms/review/comments/schema.ts'
import { type CommentListScope, findRepliedComment } from '../../rooms/review/comments/store.ts'
import { Refused } from '../api.ts'
import { noticeView } from '../frame/fields.ts'
import { type Comments, readReplies } from './read-comments.ts'
import type { TalkAsked } from './talk-actions.ts'

export type Linked = { comment: Comment; replies: Reply[] }

/** Undefined where no link led here. */
export async function readLinked(
  asked: TalkAsked,
  scope: CommentListScope,
): Promise<Linked | 'gone' | undefined> {
  const { api, ctx, path, url } = asked
  const [, kind, id] = /^(comment|reply)-(\w+)$/.exec(url.searchParams.get('linked') ?? '') ?? []
  if (!kind || !id) return
  const replyId = kind === 'reply' ? id : undefined
  const commentId = replyId === undefined ? id : (await findRepliedComment(ctx.db, scope, replyId))?.id
  if (commentId === undefined) return 'gone'
  const comment = await api.get<Comment>(`${path}/comments/${commentId}`).catch(nothingThere)
  if (!comment) return 'gone'
  return { comment, replies: await readReplies(asked, commentId, replyId) }
}

/** Stays in the address while somebody answers there. */
export function linkedSearch({ url }: Pick<TalkAsked, 'url'>): string {
  const linked = url.searchParams.get('linked')
  return linked === null ? '' : `?${new URLSearchParams({ linked })}`
}

export function goneView({ words }: Pick<TalkAsked, 'words'>, linked: Linked | 'gone' | undefined) {
  return noticeView(linked === 'gone' ? words.review.linkedGone : undefined)
}

/** With all that is to be seen of it, also where it is not among the newest. */
export function withLinked<Some extends Comments>(list: Some, linked: Linked | 'gone' | undefined): Some {
  if (!linked || linked === 'gone') return list
  const { comment, replies } = linked
  const others = list.comments.filter(({ id }) => id !== comment.id)
  const isListed = others.length < list.comments.length
  return {
    ...list,
    linked: comment.id,
    comments: isListed ? list.comments : [...others, comment],
    replies: new Map([...list.replies, [comment.id, replies]]),
  }
}

function nothingThere(error: unknown): undefined {
  if (!(error instanceof Refused) || error.status !== 404) throw error
}
