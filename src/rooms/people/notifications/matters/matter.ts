import type { NotificationAudience } from '../../../../kit/storage/tables/notifications.ts'
import type { Reason } from '../reasons.ts'

/** What happened, and whom it concerns. */
export type Matter = {
  /** One notification for all that happens in it. */
  thread: string
  audience: NotificationAudience
  organizationId: string
  spaceId?: string
  changeRequestId?: string
  commentId?: string
  replyId?: string
  /** What else it is about: a review, an import or export, a webhook. */
  subjectId?: string
  /** Who did it: they know. */
  actorId?: string
  concerned: Map<string, Reason>
  /** Why those are told who want to know of everything. */
  forFollowers?: Reason
  /** Whoever was told for this reason about the same comment is not told again. */
  isOnce?: boolean
  /** Not mailed again before it was read: it may come every minute. */
  isRecurring?: boolean
}

export const changeRequestThread = (id: string) => `change-request/${id}`

/** The first reason given counts. */
export function concern(concerned: Map<string, Reason>, people: readonly (string | null)[], reason: Reason) {
  for (const id of people) if (id !== null && !concerned.has(id)) concerned.set(id, reason)
}
