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
 * event are left out, so it can be done twice.
 *
 * In several statements: one with all would join lists whose lengths PostgreSQL does not know, each row with each.
 */
export async function insertActivity(db: Tx, activity: NewActivity, people: Told[]) {
  const before = new Set(await listToldOfEvent(db, activity, people))
  const news = people.filter(({ userId }) => !before.has(userId))
  if (news.length === 0) return
  const ids = await noteThread(db, activity, news)
  const noted = news.flatMap((told) => {
    const notificationId = ids.get(told.userId)
    return notificationId === undefined ? [] : [{ ...told, notificationId, ...mailOf(told, notificationId) }]
  })
  const userIds = noted.map(({ userId }) => userId)
  await addActivities(db, activity, noted)
  await queueMails(db, noted)
  await trimActivities(db, activity.thread, userIds)
  await wakePeople(db, userIds)
}

type Noted = Told & { batch: string | null; dueAt: Date | null }

function mailOf({ due }: Told, notificationId: string) {
  const batch = due?.batch === 'thread' ? notificationId : due?.batch
  return { batch: batch ?? null, dueAt: due?.dueAt ?? null }
}

async function listToldOfEvent(db: Tx, { thread, eventId }: NewActivity, people: Told[]) {
  const rows = await db
    .selectFrom('notificationActivities as a')
    .innerJoin('notifications as n', 'n.id', 'a.notificationId')
    .select('n.userId')
    .where('n.userId', '=', sql<string>`any(${people.map(({ userId }) => userId)})`)
    .where('n.thread', '=', thread)
    .where('a.eventId', '=', eventId)
    .execute()
  return rows.map(({ userId }) => userId)
}

/** The notification of each of these people; in the order of their ids, so that two events of one thread take turns. */
async function noteThread(db: Tx, activity: NewActivity, people: Told[]) {
  const { createdAt, thread, audience, organizationId, spaceId = null } = activity
  const { rows } = await sql<{ userId: string; id: string }>`
    insert into notifications as known (id, user_id, thread, organization_id, space_id, change_request_id, audience,
      activities, created_at, updated_at)
    select id, user_id, ${thread}, ${organizationId}, ${spaceId}, ${activity.changeRequestId ?? null}, ${audience}, 1,
      ${createdAt}, ${createdAt}
    from unnest(${people.map(({ userId }) => userId)}::text[],
      ${people.map(({ notificationId }) => notificationId)}::text[]) as told (user_id, id)
    order by user_id
    on conflict (user_id, thread) do update set activities = known.activities + 1, read_at = null,
      archived_at = null, organization_id = excluded.organization_id,
      updated_at = greatest(known.updated_at, excluded.updated_at)
    returning id, user_id`.execute(db)
  return new Map(rows.map(({ userId, id }) => [userId, id]))
}

async function addActivities(db: Tx, activity: NewActivity, noted: Noted[]) {
  const { eventId, createdAt, spaceId = null, commentId = null, replyId = null, subjectId = null } = activity
  await sql`
    insert into notification_activities (notification_id, event_id, reason, actor_id, space_id, comment_id, reply_id,
      subject_id, created_at, batch, mail_due_at)
    select notification_id, ${eventId}, reason, (select id from users where id = ${activity.actorId ?? null}),
      ${spaceId}, ${commentId}, ${replyId}, ${subjectId}, ${createdAt}, batch, due_at
    from unnest(${noted.map(({ notificationId }) => notificationId)}::text[],
      ${noted.map(({ reason }) => reason)}::text[], ${noted.map(({ batch }) => batch)}::text[],
      ${noted.map(({ dueAt }) => dueAt)}::timestamptz[]) as noted (notification_id, reason, batch, due_at)`.execute(
    db,
  )
}

async function queueMails(db: Tx, noted: Noted[]) {
  const mails = noted.filter(({ batch }) => batch !== null)
  if (mails.length === 0) return
  await sql`
    insert into notification_mails as known (id, user_id, batch, due_at)
    select id, user_id, batch, due_at
    from unnest(${mails.map(({ mailId }) => mailId)}::text[], ${mails.map(({ userId }) => userId)}::text[],
      ${mails.map(({ batch }) => batch)}::text[], ${mails.map(({ dueAt }) => dueAt)}::timestamptz[])
      as mails (id, user_id, batch, due_at)
    order by user_id
    on conflict (user_id, batch) do update set due_at = least(known.due_at, excluded.due_at)`.execute(db)
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
