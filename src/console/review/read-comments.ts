// Comments of a space or of a change request, with their replies.
import type { Comment, Reply } from '../../rooms/review/comments/schema.ts'
import type { List } from '../api.ts'
import type { TalkAsked } from './talk-actions.ts'

const MOST = 100

/** `linked`: the id of the one that a link led to. */
export type Comments = {
  comments: Comment[]
  replies: Map<string, Reply[]>
  more: boolean
  linked?: string
}

type Filter = { targetPage?: string; status?: string; page?: string }

/** The newest, with their replies. */
export async function readComments(asked: TalkAsked, filter: Filter = {}) {
  const { api, path } = asked
  const list = await api.get<List<Comment>>(`${path}/comments`, { limit: MOST, order: 'desc', ...filter })
  const answered = list.items.filter(({ replies }) => replies > 0)
  const replies = await Promise.all(
    answered.map(async ({ id }) => [id, await readReplies(asked, id)] as const),
  )
  return { comments: list.items, replies: new Map(replies), more: list.next !== undefined, next: list.next }
}

/** The oldest, and all up to the one that a link led to. */
export async function readReplies({ api, path }: TalkAsked, commentId: string, upTo?: string) {
  const replies: Reply[] = []
  let page: string | undefined
  do {
    const list = await api.get<List<Reply>>(`${path}/comments/${commentId}/replies`, { limit: MOST, page })
    replies.push(...list.items)
    page = list.next?.page
  } while (page !== undefined && upTo !== undefined && !replies.some(({ id }) => id === upTo))
  return replies
}
