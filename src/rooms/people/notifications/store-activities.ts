import { sql } from 'kysely'
import type { Db, Tx } from '../../../kit/storage/db.ts'
import { wakePeople } from '../../../kit/storage/event-news.ts'
import type { NotificationAudience } from '../../../kit/storage/tables/notifications.ts'

/** Activities that are kept of one notification, and how often one looks whether there are more. */
const KEPT = 50
const LOOK_EVERY = 10

export type NewActivity = {
  eventId: string
  createdAt: Date
  thread: string
  audience: NotificationAudience
  organizationId: string
  spaceId?: string
  changeRequestId?: string
  commentId?: string
  replyId?: string
  subjectId?: string
  actorId?: string
}

export type Told = {
  userId: string
  notificationId: string
  mailId: string
  reason: string
  /** Not mailed where it is undefined. */
  due?: { batch: string; dueAt: Date }
}

/**
 * Adds an activity to the notification of each of these people, which is unread from then on. Those who were told of this
 * event are left out, so it can be done twice. In the order of their ids, so that two events of one thread take turns.
 */
export async function insertActivity(db: Tx, activity: NewActivity, people: Told[]) {
  const { eventId, createdAt, thread, audience, organizationId, spaceId = null } = activity
  const { changeRequestId = null, commentId = null, replyId = null, subjectId = null } = activity
  const { rows } = await sql<{ userId: string }>`
    with told as materialized (
      select * from unnest(${people.map(({ userId }) => userId)}::text[],
        ${people.map(({ notificationId }) => notificationId)}::text[],
        ${people.map(({ mailId }) => mailId)}::text[], ${people.map(({ reason }) => reason)}::text[],
        ${people.map(({ due }) => due?.batch ?? null)}::text[],
        ${people.map(({ due }) => due?.dueAt ?? null)}::timestamptz[])
        as told (user_id, id, mail_id, reason, batch, due_at)
      where not exists (
        select from notifications n join notification_activities a on a.notification_id = n.id
        where n.user_id = told.user_id and n.thread = ${thread} and a.event_id = ${eventId})
      order by user_id
    ), noted as (
      insert into notifications as known (id, user_id, thread, organization_id, space_id, change_request_id, audience,
        activities, created_at, updated_at)
      select id, user_id, ${thread}, ${organizationId}, ${spaceId}, ${changeRequestId}, ${audience}, 1,
        ${createdAt}, ${createdAt} from told order by user_id
      on conflict (user_id, thread) do update set activities = known.activities + 1, read_at = null,
        archived_at = null, organization_id = excluded.organization_id,
        updated_at = greatest(known.updated_at, excluded.updated_at)
      returning id, user_id
    ), added as (
      insert into notification_activities (notification_id, event_id, reason, actor_id, space_id, comment_id, reply_id,
        subject_id, created_at, batch, mail_due_at)
      select noted.id, ${eventId}, told.reason, (select id from users where id = ${activity.actorId ?? null}),
        ${spaceId}, ${commentId}, ${replyId}, ${subjectId}, ${createdAt},
        case told.batch when 'thread' then noted.id else told.batch end, told.due_at
      from noted join told using (user_id)
    ), queued as (
      insert into notification_mails as known (id, user_id, batch, due_at)
      select told.mail_id, user_id, case told.batch when 'thread' then noted.id else told.batch end, told.due_at
      from noted join told using (user_id) where told.batch is not null order by user_id
      on conflict (user_id, batch) do update set due_at = least(known.due_at, excluded.due_at)
    ) select user_id from noted`.execute(db)
  const userIds = rows.map(({ userId }) => userId)
  if (userIds.length === 0) return
  await trimActivities(db, thread, userIds)
  await wakePeople(db, userIds)
}

async function trimActivities(db: Tx, thread: string, userIds: string[]) {
  await sql`delete from notification_activities using notifications n
    where n.user_id = any(${userIds}) and n.thread = ${thread} and n.activities > ${KEPT}
      and n.activities % ${LOOK_EVERY} = 0 and notification_id = n.id
      and event_id in (select event_id from notification_activities beyond
        where beyond.notification_id = n.id order by created_at desc, event_id desc offset ${KEPT})`.execute(
    db,
  )
}

/** Who was told for this reason about the same comment or reply. */
export async function listTold(
  db: Db,
  { thread, commentId, replyId }: Pick<NewActivity, 'thread' | 'commentId' | 'replyId'>,
  reason: string,
) {
  const { rows } = await sql<{ userId: string }>`
    select distinct n.user_id from notifications n join notification_activities a on a.notification_id = n.id
    where n.thread = ${thread} and a.reason = ${reason}
      and a.comment_id is not distinct from ${commentId ?? null}::text
      and a.reply_id is not distinct from ${replyId ?? null}::text`.execute(db)
  return rows.map(({ userId }) => userId)
}

/** Those of these people who have not looked at a thread since they were told of it. */
export async function listUnread(db: Db, thread: string, userIds: string[]) {
  const rows = await db
    .selectFrom('notifications')
    .select('userId')
    .where('thread', '=', thread)
    .where('userId', '=', sql<string>`any(${userIds})`)
    .where('readAt', 'is', null)
    .execute()
  return rows.map(({ userId }) => userId)
}
