import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Db, Tables, Tx } from '../../../kit/storage/db.ts'
import { userJson } from '../../people/identity/store.ts'

/** What is reacted to: a comment, or a reply to it. */
export type Reacted = { spaceId: string; commentId: string; replyId: string | null }

export type ReactionRow = {
  emoji: string
  code: string
  /** As PostgreSQL writes a time in JSON. */
  reactedAt: string
  user: { id: string; displayName: string; email: string; photoUrl: string | null } | null
}

/** The reactions `r` to the row of a select, oldest first. */
export function reactionsJson(to: RawBuilder<unknown>) {
  return sql<ReactionRow[]>`(select coalesce(json_agg(json_build_object('emoji', r.emoji, 'code', r.code,
    'reactedAt', r.reacted_at, 'user', ${userJson('r.user_id')}) order by r.id), '[]')
    from comment_reactions r where ${to})`
}

/** Whoever reacted with the same emoji before stays as they were. */
export async function insertReactions(db: Tx, rows: Insertable<Tables['commentReactions']>[]) {
  await db
    .insertInto('commentReactions')
    .values(rows)
    .onConflict((taken) => taken.doNothing())
    .execute()
}

export async function deleteReactions(db: Tx, to: Reacted, userId: string, codes: string[]) {
  await db
    .deleteFrom('commentReactions')
    .where(reactedTo(to))
    .where('userId', '=', userId)
    .where('code', '=', sql<string>`any(${codes})`)
    .execute()
}

export async function countEmojis(db: Db, to: Reacted) {
  const { count } = await db
    .selectFrom('commentReactions')
    .select(sql<number>`count(distinct code)::int`.as('count'))
    .where(reactedTo(to))
    .executeTakeFirstOrThrow()
  return count
}

function reactedTo({ spaceId, commentId, replyId }: Reacted) {
  const reply = replyId === null ? sql`reply_id is null` : sql`reply_id = ${replyId}`
  return sql<boolean>`space_id = ${spaceId} and comment_id = ${commentId} and ${reply}`
}
