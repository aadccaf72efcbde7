import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Tables, Tx } from '../../../kit/storage/db.ts'
import { type PageQuery, pageOf } from '../../../kit/storage/page.ts'

export type OperationRow = Selectable<Tables['gitOperations']>
export type SyncRow = Selectable<Tables['gitSyncs']>

export async function insertOperation(db: Tx, row: Insertable<Tables['gitOperations']>) {
  await db.insertInto('gitOperations').values(row).execute()
}

export function findOperation(db: Db, spaceId: string, id: string) {
  return db
    .selectFrom('gitOperations')
    .selectAll()
    .where('spaceId', '=', spaceId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export function listOperations(db: Db, spaceId: string, page: PageQuery) {
  const query = db.selectFrom('gitOperations').selectAll().where('spaceId', '=', spaceId)
  return pageOf(query, page, { columns: ['id'], order: 'desc', position: (row) => [row.id] })
}

/** In the order they were asked for. */
export function findNextOperation(db: Db, spaceId: string) {
  return db
    .selectFrom('gitOperations')
    .selectAll()
    .where('spaceId', '=', spaceId)
    .where('state', '=', 'running')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** How far it is; a statement alone, for people who look. */
export async function updateProgress(
  db: Db,
  id: string,
  values: Pick<Updateable<Tables['gitOperations']>, 'stage' | 'tasks' | 'tasksDone' | 'updatedAt'>,
) {
  await db.updateTable('gitOperations').set(values).where('id', '=', id).execute()
}

export async function updateOperation(db: Tx, id: string, values: Updateable<Tables['gitOperations']>) {
  await db.updateTable('gitOperations').set(values).where('id', '=', id).execute()
}

/** Spaces with unfinished operations. */
export async function listUnfinishedSpaces(db: Db) {
  const rows = await db
    .selectFrom('gitOperations')
    .select('spaceId')
    .distinct()
    .where('state', '=', 'running')
    .execute()
  return rows.map(({ spaceId }) => spaceId)
}

/** Deletes all but the newest of each space. */
export async function deleteOldOperations(db: Tx, kept: number) {
  await sql`delete from git_operations using (
      select id, row_number() over (partition by space_id order by id desc) as place from git_operations
    ) ranked
    where ranked.id = git_operations.id and ranked.place > ${kept} and state <> 'running'`.execute(db)
}

export function findSync(db: Db, spaceId: string): Promise<SyncRow | undefined> {
  return db.selectFrom('gitSyncs').selectAll().where('spaceId', '=', spaceId).executeTakeFirst()
}

/** Where the files of a space are, and where people see them. */
export function findHosted(db: Db, spaceId: string) {
  return db
    .selectFrom('gitSyncs')
    .innerJoin('spaces', 'spaces.id', 'gitSyncs.spaceId')
    .select(['gitSyncs.ref', 'gitSyncs.prefix', 'spaces.gitSync'])
    .where('spaceId', '=', spaceId)
    .executeTakeFirst()
}

/** The oldest space of an organization into which this folder of a branch was imported, or is to be. */
export async function findSpaceOfBranch(
  db: Db,
  organizationId: string,
  { url, ref, directory }: Pick<SyncRow, 'url' | 'ref' | 'directory'>,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from spaces where organization_id = ${organizationId} and deleted_at is null and (
      exists (select from git_syncs where space_id = spaces.id
        and url = ${url} and ref = ${ref} and directory = ${directory})
      or exists (select from git_operations where space_id = spaces.id and direction = 'import'
        and request->>'url' = ${url} and request->>'ref' = ${ref} and request->>'directory' = ${directory}
        and not exists (select from git_syncs where space_id = spaces.id))
    ) order by created_at, id limit 1`.execute(db)
  return rows[0]?.id
}

/** No repository has more spaces than this. */
const MOST_NEIGHBOURS = 100

/** Other spaces of the organization that are synchronized with a branch. */
export function listNeighbours(db: Db, spaceId: string, { url, ref }: Pick<SyncRow, 'url' | 'ref'>) {
  return db
    .selectFrom('gitSyncs')
    .innerJoin('spaces', 'spaces.id', 'gitSyncs.spaceId')
    .innerJoin('spaces as home', 'home.organizationId', 'spaces.organizationId')
    .select(['spaces.id', 'spaces.revisionId', 'gitSyncs.directory', 'gitSyncs.prefix'])
    .where('home.id', '=', spaceId)
    .where('spaces.id', '<>', spaceId)
    .where('spaces.deletedAt', 'is', null)
    .where('gitSyncs.url', '=', url)
    .where('gitSyncs.ref', '=', ref)
    .orderBy('gitSyncs.directory')
    .orderBy('spaces.id')
    .limit(MOST_NEIGHBOURS)
    .execute()
}

export async function upsertSync(db: Tx, row: Insertable<Tables['gitSyncs']>) {
  await db
    .insertInto('gitSyncs')
    .values(row)
    .onConflict((there) => there.column('spaceId').doUpdateSet(row))
    .execute()
}
