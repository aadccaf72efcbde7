import { sql } from 'kysely'
import { prepared } from '../../../../kit/storage/database/prepared.ts'
import type { Db, Tx } from '../../../../kit/storage/db.ts'

/** How far the index of a space is, and what its readers see now; undefined when there is no such space. */
export async function lockIndex(db: Tx, spaceId: string) {
  // Of a space that is being deleted, the lock waits for the end of that, and then there is none.
  await sql`insert into history_indexes (space_id) select id from spaces where id = ${spaceId} for key share
    on conflict do nothing`.execute(db)
  return db
    .selectFrom('historyIndexes')
    .innerJoin('spaces', 'spaces.id', 'historyIndexes.spaceId')
    .select(['historyIndexes.length', 'spaces.revisionId as head'])
    .where('historyIndexes.spaceId', '=', spaceId)
    .forNoKeyUpdate('historyIndexes')
    .executeTakeFirst()
}

/** Spaces whose readers see a revision that is not in their index. */
export async function listSpacesBehind(db: Db) {
  const rows = await db
    .selectFrom('spaces')
    .leftJoin('historyIndexes', 'historyIndexes.spaceId', 'spaces.id')
    .select('spaces.id')
    .where((where) => where('historyIndexes.revisionId', 'is distinct from', where.ref('spaces.revisionId')))
    .orderBy('spaces.updatedAt', 'desc')
    .execute()
  return rows.map(({ id }) => id)
}

/** A revision on the way back, with its place where the index has it. */
export type FoundStep = { id: string; root: string | null; parent: string | null; place: number | null }

const selectSteps = prepared<{ spaceId: string; from: string; most: number }, FoundStep>(
  (_db, { spaceId, from, most }) => sql<FoundStep>`
    with recursive chain as (
      select id, root, parents[1] as parent, 1 as far, (
        select place from history_steps where space_id = ${spaceId} and revision_id = revisions.id) as place
      from revisions where space_id = ${spaceId} and id = ${from}
      union all
      select older.id, older.root, older.parents[1], chain.far + 1, (
        select place from history_steps where space_id = ${spaceId} and revision_id = older.id)
      from chain join revisions older on older.id = chain.parent
      where older.space_id = ${spaceId} and chain.place is null and chain.far < ${most}::int
    )
    select id, root, parent, place from chain order by far`,
  { takesTime: true },
)

/** From a revision back to the first one that the index has, that included. */
export function listStepsAhead(db: Db, spaceId: string, from: string, most: number) {
  return selectSteps(db, { spaceId, from, most })
}

/** A revision that is about a page, and the root of the one before it. */
export type PageStepRow = { id: string; root: string | null; before: string | null }

type PageSteps = { spaceId: string; pageId: string; from: number; most: number }

const selectPageSteps = prepared<PageSteps, PageStepRow>(
  (_db, { spaceId, pageId, from, most }) => sql<PageStepRow>`
    select revisions.id, revisions.root, earlier.root as before
    from history_pages about
    join history_steps step on step.space_id = about.space_id and step.place = about.place
    join revisions on revisions.id = step.revision_id
    left join history_steps older on older.space_id = about.space_id and older.place = about.place - 1
    left join revisions earlier on earlier.id = older.revision_id
    where about.space_id = ${spaceId} and about.page_id = ${pageId} and about.place <= ${from}::int
    order by about.place desc limit ${most}::int`,
)

/** Revisions that are about a page, from a place on back. */
export function listPageSteps(db: Db, steps: PageSteps) {
  return selectPageSteps(db, steps)
}

/** Forgets what is behind a place. */
export async function deleteStepsBehind(db: Tx, spaceId: string, place: number) {
  for (const table of ['historySteps', 'historyPages'] as const)
    await db.deleteFrom(table).where('spaceId', '=', spaceId).where('place', '>', place).execute()
}

/** The next revision of the chain. */
export type NewStep = { place: number; revisionId: string; pageIds: string[] }

/** Pages a statement: what is more keeps the event loop too long while it is written down. */
const PAGES_AT_ONCE = 5_000

export async function insertSteps(db: Tx, spaceId: string, steps: NewStep[]) {
  const last = steps.at(-1)
  if (!last) return
  await sql`
    insert into history_steps (space_id, place, revision_id)
    select ${spaceId}, step.* from unnest(
      ${steps.map(({ place }) => place)}::int[], ${steps.map(({ revisionId }) => revisionId)}::text[]
    ) step`.execute(db)
  const about = steps.flatMap(({ place, pageIds }) => pageIds.map((pageId) => ({ place, pageId })))
  for (let at = 0; at < about.length; at += PAGES_AT_ONCE) {
    const some = about.slice(at, at + PAGES_AT_ONCE)
    await sql`
      insert into history_pages (space_id, page_id, place)
      select ${spaceId}, about.* from unnest(
        ${some.map(({ pageId }) => pageId)}::text[], ${some.map(({ place }) => place)}::int[]) about`.execute(
      db,
    )
  }
  await db
    .updateTable('historyIndexes')
    .set({ revisionId: last.revisionId, length: last.place })
    .where('spaceId', '=', spaceId)
    .execute()
}
