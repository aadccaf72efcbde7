import { type ReadContext, viewerOf, type WriteContext } from '../../../kit/domain/context.ts'
import { invalid, notFound } from '../../../kit/domain/problems.ts'
import type { Viewer } from '../../../kit/storage/viewer.ts'
import { MOST_COUNTED, type NotificationChanges, type NotificationCount, type ReadMark } from './schema.ts'
import { countUnread, findNotification, type InboxRow, markRead, updateNotification } from './store-inbox.ts'

export async function unreadCount(ctx: ReadContext, viewer: Viewer): Promise<NotificationCount> {
  return { object: 'notification-count', unread: await countUnread(ctx.db, viewer, MOST_COUNTED) }
}

export async function changeNotification(
  ctx: WriteContext,
  { id, userId, readAt, archivedAt }: InboxRow,
  { unread, archived }: NotificationChanges,
) {
  if (unread === undefined && archived === undefined)
    throw invalid('The body has no changes: send at least one of unread, archived', {
      fields: ['unread', 'archived'],
    })
  const now = ctx.clock.now()
  const since = (isSo: boolean | undefined, before: Date | null) =>
    isSo === undefined ? before : isSo ? (before ?? now) : null
  await updateNotification(ctx.db, userId, id, {
    readAt: since(unread === undefined ? undefined : !unread, readAt),
    archivedAt: since(archived, archivedAt),
  })
  const row = await findNotification(ctx.db, viewerOf(ctx.actor), id)
  if (!row) throw notFound('notification')
  return row
}

/** Without anything named, all of them. */
export async function markAsRead(
  ctx: WriteContext,
  viewer: Viewer,
  { notifications: ids, space: spaceId, until }: ReadMark,
) {
  const time = until === undefined ? undefined : new Date(until)
  // Leap seconds are valid date-times that no date can hold.
  if (time && Number.isNaN(time.getTime()))
    throw invalid('body.until must be a time', { field: 'body.until' })
  await markRead(ctx.db, viewer.id, { ids, spaceId, until: time }, ctx.clock.now())
  return unreadCount(ctx, viewer)
}
