import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db, Tables, Tx } from '../../../kit/storage/db.ts'
import { type PageQuery, pageOf } from '../../../kit/storage/page.ts'
import { userJson } from '../../people/identity/store.ts'
import { reactionsJson } from './store-reactions.ts'

/** The comment that is replied to. */
type To = { spaceId: string; id: string }

function selectReplies(db: Db, { spaceId, id }: To) {
  return db
    .selectFrom('commentReplies')
    .selectAll('commentReplies')
    .select([
      userJson('comment_replies.posted_by').as('author'),
      reactionsJson(
        sql`r.space_id = comment_replies.space_id and r.comment_id = comment_replies.comment_id
          and r.reply_id = comment_replies.id`,
      ).as('reactions'),
    ])
    .where('commentReplies.spaceId', '=', spaceId)
    .where('commentReplies.commentId', '=', id)
}

export type ReplyRow = Awaited<ReturnType<typeof findReply>> & object

export function findReply(db: Db, to: To, replyId: string) {
  return selectReplies(db, to).where('commentReplies.id', '=', replyId).executeTakeFirst()
}

/** As people read a conversation: oldest first. */
export function listReplies(db: Db, to: To, page: PageQuery) {
  return pageOf(selectReplies(db, to), page, {
    columns: ['commentReplies.id'],
    order: 'asc',
    position: (row) => [row.id],
  })
}

export async function insertReply(db: Tx, row: Insertable<Tables['commentReplies']>) {
  await db.insertInto('commentReplies').values(row).execute()
}

/** Many at once, of an archive. */
export async function insertReplies(db: Tx, rows: Insertable<Tables['commentReplies']>[]) {
  for (let at = 0; at < rows.length; at += STEP)
    await db
      .insertInto('commentReplies')
      .values(rows.slice(at, at + STEP))
      .execute()
}

const STEP = 1_000

export async function updateReply(
  db: Tx,
  { spaceId, id }: To,
  replyId: string,
  values: Updateable<Tables['commentReplies']>,
) {
  await db
    .updateTable('commentReplies')
    .set(values)
    .where('spaceId', '=', spaceId)
    .where('commentId', '=', id)
    .where('id', '=', replyId)
    .execute()
}

export async function deleteReply(db: Tx, { spaceId, id }: To, replyId: string) {
  const { numDeletedRows } = await db
    .deleteFrom('commentReplies')
    .where('spaceId', '=', spaceId)
    .where('commentId', '=', id)
    .where('id', '=', replyId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
