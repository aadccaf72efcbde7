import { type Selectable, sql } from 'kysely'
import type { Db, Tables, Tx } from '../../../../kit/storage/db.ts'
import type { Viewer } from '../../../../kit/storage/viewer.ts'
import type { Reason } from '../reasons.ts'
import { selectReadable, wordsOf } from '../store-inbox.ts'

export type MailRow = Selectable<Tables['notificationMails']>

/** Takes mails that are due, so that no other process does until a time. */
export async function claimMails(db: Tx, { now, until, most }: { now: Date; until: Date; most: number }) {
  const { rows } = await sql<MailRow>`
    with due as (
      select id from notification_mails
      where due_at <= ${now} and (claimed_until is null or claimed_until < ${now})
      order by due_at limit ${most} for update skip locked)
    update notification_mails set claimed_until = ${until}, attempts = attempts + 1
    where id in (select id from due) returning *`.execute(db)
  return rows
}

/** What comes for the same person meanwhile waits; false where the mail was sent by another process. */
export async function lockMail(db: Tx, id: string) {
  const row = await db
    .selectFrom('notificationMails')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

const waiting = (userId: string, batch: string) => sql`activity.batch = ${batch}
  and activity.notification_id in (select id from notifications where user_id = ${userId})`

/**
 * Makes what waits part of a mail. At a further attempt it stays as it was: a mail that did arrive is recognized by its
 * `Message-ID`, and what came since would be lost with the copy.
 */
export async function bindActivities(db: Tx, { id, userId, batch }: MailRow) {
  await sql`update notification_activities activity set mail_id = ${id}
    where ${waiting(userId, batch)} and mail_id is null
      and not exists (select from notification_activities where mail_id = ${id} and batch is not null)`.execute(
    db,
  )
}

export type EntryRow = {
  reason: Reason
  name: string | null
  commentId: string | null
  replyId: string | null
  body: string | null
}

const entriesOf = (mailId: string, shown: number) => sql<EntryRow[]>`(
  select coalesce(json_agg(json_build_object('reason', a.reason, 'name', (select display_name from users
    where users.id = a.actor_id), 'commentId', a.comment_id, 'replyId', a.reply_id, 'body', ${wordsOf('a')})
    order by a.created_at, a.event_id), '[]')
  from (select * from notification_activities where notification_id = notifications.id and mail_id = ${mailId}
    order by created_at, event_id limit ${shown}) a)`

const countOf = (mailId: string) => sql<number>`(select count(*)::int from notification_activities a
  where a.notification_id = notifications.id and a.mail_id = ${mailId})`

export type Shown = { notifications: number; entries: number }

/** What a mail tells, of what its reader may read at this moment. */
export function listMailed(
  db: Db,
  { id, userId, closedTo }: MailRow & Pick<Viewer, 'closedTo'>,
  { notifications, entries }: Shown,
) {
  return selectReadable(db, { id: userId, closedTo })
    .select([entriesOf(id, entries).as('entries'), countOf(id).as('count')])
    .where(countOf(id), '>', 0)
    .orderBy('notifications.updatedAt')
    .orderBy('notifications.id')
    .limit(notifications)
    .execute()
}

export type MailedRow = Awaited<ReturnType<typeof listMailed>>[number]

/** When the rest is due that came while the mail was on its way; undefined where there is none. */
export async function finishActivities(db: Tx, { id, userId, batch }: MailRow): Promise<Date | undefined> {
  await db
    .updateTable('notificationActivities')
    .set({ batch: null })
    .where('mailId', '=', id)
    .where('batch', 'is not', null)
    .execute()
  const { rows } = await sql<{ dueAt: Date | null }>`
    select min(mail_due_at) as due_at from notification_activities activity where ${waiting(userId, batch)}`.execute(
    db,
  )
  return rows[0]?.dueAt ?? undefined
}

/** Puts what is not sent in this mail off to the digest. */
export async function moveToDigest(db: Tx, { id, userId }: MailRow, digest: { id: string; dueAt: Date }) {
  await db
    .updateTable('notificationActivities')
    .set({ batch: 'digest', mailId: null, mailDueAt: digest.dueAt })
    .where('mailId', '=', id)
    .where('batch', 'is not', null)
    .execute()
  await sql`insert into notification_mails as known (id, user_id, batch, due_at)
    values (${digest.id}, ${userId}, 'digest', ${digest.dueAt})
    on conflict (user_id, batch) do update set due_at = least(known.due_at, excluded.due_at)`.execute(db)
}

/** The next mail of a batch is another one, with an id of its own. */
export async function updateMail(
  db: Tx,
  id: string,
  values: Partial<Pick<MailRow, 'id' | 'dueAt' | 'attempts'>>,
) {
  await db
    .updateTable('notificationMails')
    .set({ ...values, claimedUntil: null })
    .where('id', '=', id)
    .execute()
}

export async function deleteMail(db: Tx, id: string) {
  await db.deleteFrom('notificationMails').where('id', '=', id).execute()
}

export function findSpaceTitle(db: Db, id: string) {
  return db.selectFrom('spaces').select('title').where('id', '=', id).executeTakeFirst()
}
