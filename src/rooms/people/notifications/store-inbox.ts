import { type SelectQueryBuilder, type SqlBool, sql, type Updateable } from 'kysely'
import type { Db, Tables, Tx } from '../../../kit/storage/db.ts'
import { wakePeople } from '../../../kit/storage/event-news.ts'
import { type PageQuery, pageOf } from '../../../kit/storage/page.ts'
import type { Viewer } from '../../../kit/storage/viewer.ts'
import { listableSpaces } from '../../content/spaces/store.ts'
import { type Author, userJson } from '../identity/store.ts'
import type { Reason } from './reasons.ts'
import type { InboxFilter } from './schema.ts'

/** Activities that are shown of one notification. */
const SHOWN = 10
/** Characters of a comment that its excerpt is made from. */
const READ_OF_COMMENT = 1000

export type ActivityRow = {
  reason: Reason
  actor: Author
  at: string
  commentId: string | null
  replyId: string | null
  body: string | null
}

/**
 * What somebody may read now, of what they were told when they could: spaces that lists show them, and organizations in
 * which they are what the notification is for. Everything that is shown, counted or mailed goes through here.
 */
export function readableBy(db: Db, { id: userId, closedTo }: Viewer) {
  const isOpen = (column: string) => sql<SqlBool>`${sql.ref(column)} <> all(${[...closedTo]}::text[])`
  const space = listableSpaces(db, userId)
    .where(isOpen('spaces.organization_id'))
    .clearSelect()
    .select('spaces.id')
    .whereRef('spaces.id', '=', sql.ref('notifications.space_id'))
  return sql<SqlBool>`(case notifications.audience when 'readers' then exists (${space})
    else exists (select from members where members.organization_id = notifications.organization_id
      and members.user_id = ${userId} and not members.disabled and ${isOpen('members.organization_id')}
      and (notifications.audience = 'members' or members.role = 'admin')) end)`
}

/** Comments that were deleted took their activities along: what has none left is no longer there. */
const hasActivities = sql<SqlBool>`exists (
  select from notification_activities where notification_id = notifications.id)`

function inboxOf(db: Db, viewer: Viewer) {
  return db
    .selectFrom('notifications')
    .where('notifications.userId', '=', viewer.id)
    .where(hasActivities)
    .where(readableBy(db, viewer))
}

/** The beginning of the comment or reply that an activity is about, as it is now. */
export function wordsOf(activity: string) {
  const column = (name: string) => sql.ref(`${activity}.${name}`)
  return sql<string | null>`left(case when ${column('reply_id')} is null
    then (select body from comments c where c.space_id = ${column('space_id')} and c.id = ${column('comment_id')})
    else (select body from comment_replies r where r.space_id = ${column('space_id')}
      and r.comment_id = ${column('comment_id')} and r.id = ${column('reply_id')}) end, ${READ_OF_COMMENT}::int)`
}

const recent = sql<ActivityRow[]>`(
  select coalesce(json_agg(json_build_object('reason', a.reason, 'actor', ${userJson('a.actor_id')}, 'at', a.created_at,
    'commentId', a.comment_id, 'replyId', a.reply_id, 'body', ${wordsOf('a')})
    order by a.created_at desc, a.event_id desc), '[]')
  from (select * from notification_activities where notification_id = notifications.id
    order by created_at desc, event_id desc limit ${SHOWN}) a)`

/** With what it is about. */
export function selectReadable(db: Db, viewer: Viewer) {
  return (
    inboxOf(db, viewer)
      .leftJoin('spaces', 'spaces.id', 'notifications.spaceId')
      .leftJoin('changeRequests', 'changeRequests.id', 'notifications.changeRequestId')
      // A space may have moved to another organization since.
      .innerJoin('organizations', (join) =>
        join.on(
          sql`coalesce(spaces.organization_id, notifications.organization_id)`,
          '=',
          sql.ref('organizations.id'),
        ),
      )
      .selectAll('notifications')
      .select([
        'organizations.id as homeId',
        'organizations.title as organizationTitle',
        'spaces.title as spaceTitle',
        'spaces.emoji as spaceEmoji',
        'changeRequests.number',
        'changeRequests.subject',
      ])
  )
}

function selectInbox(db: Db, viewer: Viewer) {
  return selectReadable(db, viewer).select(recent.as('recent'))
}

export type InboxRow = Awaited<ReturnType<typeof findNotification>> & object

export function findNotification(db: Db, viewer: Viewer, id: string) {
  return selectInbox(db, viewer).where('notifications.id', '=', id).executeTakeFirst()
}

export function listNotifications(db: Db, viewer: Viewer, filter: InboxFilter & PageQuery) {
  return pageOf(withStatus(selectInbox(db, viewer), filter.status), filter, {
    columns: ['notifications.updatedAt', 'notifications.id'],
    order: 'desc',
    position: (row) => [row.updatedAt, row.id],
  })
}

function withStatus<Data extends { notifications: Tables['notifications'] }, TB extends keyof Data, Row>(
  query: SelectQueryBuilder<Data, TB, Row>,
  status: InboxFilter['status'],
) {
  const isArchived = sql<SqlBool>`notifications.archived_at is not null`
  const isRead = sql<SqlBool>`notifications.read_at is not null`
  if (status === 'archived') return query.where(isArchived)
  const inbox = query.where(sql<SqlBool>`not ${isArchived}`)
  if (status === 'inbox') return inbox
  return inbox.where(status === 'read' ? isRead : sql<SqlBool>`not ${isRead}`)
}

export async function countUnread(db: Db, viewer: Viewer, most: number) {
  const unread = inboxOf(db, viewer)
    .select('notifications.id')
    .where('readAt', 'is', null)
    .where('archivedAt', 'is', null)
    .limit(most)
  const { count } = await db
    .selectFrom(unread.as('unread'))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function updateNotification(
  db: Tx,
  userId: string,
  id: string,
  values: Pick<Updateable<Tables['notifications']>, 'readAt' | 'archivedAt'>,
) {
  await db
    .updateTable('notifications')
    .set(values)
    .where('userId', '=', userId)
    .where('id', '=', id)
    .execute()
  await wakePeople(db, [userId])
}

export type Marked = { ids?: string[]; spaceId?: string; until?: Date }

export async function markRead(db: Tx, userId: string, { ids, spaceId, until }: Marked, readAt: Date) {
  let query = db
    .updateTable('notifications')
    .set({ readAt })
    .where('userId', '=', userId)
    .where('readAt', 'is', null)
  if (ids) query = query.where('id', '=', sql<string>`any(${ids})`)
  if (spaceId !== undefined) query = query.where('spaceId', '=', spaceId)
  if (until) query = query.where('updatedAt', '<=', until)
  await query.execute()
  await wakePeople(db, [userId])
}

/** How many of those that are too old were deleted, at most so many. */
export async function deleteNotificationsBefore(db: Tx, time: Date, limit: number) {
  const old = db
    .selectFrom('notifications')
    .select('id')
    .where('updatedAt', '<', time)
    .orderBy('updatedAt')
    .limit(limit)
  const { numDeletedRows } = await db.deleteFrom('notifications').where('id', 'in', old).executeTakeFirst()
  return Number(numDeletedRows)
}
