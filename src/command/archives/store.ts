// All that a space has besides its content, read for an export.
import { sql } from 'kysely'
import type { Db, Tx } from '../../kit/storage/db.ts'

/** What is read from here on is of one moment. The first thing to do in a transaction. */
export async function holdMoment(db: Db) {
  await sql`set transaction isolation level repeatable read, read only`.execute(db)
}

export function findSpaceToExport(db: Db, spaceId: string) {
  return db
    .selectFrom('spaces')
    .selectAll()
    .where('id', '=', spaceId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
}

export function listChangeRequestsOf(db: Db, spaceId: string) {
  return db
    .selectFrom('changeRequests')
    .selectAll()
    .where('spaceId', '=', spaceId)
    .orderBy('number')
    .execute()
}

export function listConflictsOf(db: Db, spaceId: string) {
  return db
    .selectFrom('changeRequestConflicts')
    .selectAll()
    .where('spaceId', '=', spaceId)
    .orderBy('kind')
    .orderBy('subjectId')
    .orderBy('field')
    .execute()
}

export function listReviewersOf(db: Db, spaceId: string) {
  return db
    .selectFrom('changeRequestReviewers')
    .selectAll()
    .where('spaceId', '=', spaceId)
    .orderBy('createdAt')
    .orderBy('userId')
    .execute()
}

export function listReviewsOf(db: Db, spaceId: string) {
  return db
    .selectFrom('changeRequestReviews')
    .selectAll()
    .where('spaceId', '=', spaceId)
    .orderBy('id')
    .execute()
}

export function listContributorsOf(db: Db, spaceId: string) {
  return db
    .selectFrom('changeRequestContributors')
    .selectAll()
    .where('spaceId', '=', spaceId)
    .orderBy('updatedAt')
    .orderBy('userId')
    .orderBy('action')
    .execute()
}

export function listCommentsOf(db: Db, spaceId: string) {
  return db.selectFrom('comments').selectAll().where('spaceId', '=', spaceId).orderBy('id').execute()
}

export function listRepliesOf(db: Db, spaceId: string) {
  return db.selectFrom('commentReplies').selectAll().where('spaceId', '=', spaceId).orderBy('id').execute()
}

export function listReactionsOf(db: Db, spaceId: string) {
  return db.selectFrom('commentReactions').selectAll().where('spaceId', '=', spaceId).orderBy('id').execute()
}

export async function listRoots(db: Db, spaceId: string, revisionIds: string[]) {
  const rows = await db
    .selectFrom('revisions')
    .select(['id', 'root'])
    .where('spaceId', '=', spaceId)
    .where('id', '=', sql<string>`any(${revisionIds})`)
    .execute()
  return new Map(rows.map(({ id, root }) => [id, root]))
}

export async function listPeople(db: Db, userIds: string[]) {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'displayName as name', 'email'])
    .where('id', '=', sql<string>`any(${userIds})`)
    .execute()
  return new Map(rows.map(({ id, name, email }) => [id, { name, email }]))
}

/** By their e-mail addresses in lower case. */
export async function listUsersOf(db: Db, emails: string[]) {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where(sql<boolean>`lower(email) = any(${emails})`)
    .execute()
  return new Map(rows.map(({ id, email }) => [email.toLowerCase(), id]))
}

/** The space that was made of what is at a path, and not deleted since. */
export function findSourceAt(db: Db, organizationId: string, path: string) {
  return sourcesIn(db, organizationId)
    .where('path', '=', path)
    .orderBy('spaceSources.updatedAt', 'desc')
    .executeTakeFirst()
}

export function findSourceOf(db: Db, organizationId: string, spaceId: string) {
  return sourcesIn(db, organizationId).where('spaceId', '=', spaceId).executeTakeFirst()
}

function sourcesIn(db: Db, organizationId: string) {
  return db
    .selectFrom('spaceSources')
    .innerJoin('spaces', 'spaces.id', 'spaceSources.spaceId')
    .select(['spaceSources.spaceId', 'spaceSources.path', 'spaceSources.revisionId'])
    .where('spaces.organizationId', '=', organizationId)
    .where('spaces.deletedAt', 'is', null)
}

type Source = { spaceId: string; path: string; revisionId: string; updatedAt: Date }

export async function upsertSource(db: Tx, source: Source) {
  const { spaceId: _, ...changes } = source
  await db
    .insertInto('spaceSources')
    .values(source)
    .onConflict((known) => known.column('spaceId').doUpdateSet(changes))
    .execute()
}
