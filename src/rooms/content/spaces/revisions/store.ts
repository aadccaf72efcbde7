import { type Insertable, type Selectable, sql } from 'kysely'
import type { NewNode } from '../../../../engines/content/nodes/nodes.ts'
import type { Hash } from '../../../../engines/content/records.ts'
import { prepared } from '../../../../kit/storage/database/prepared.ts'
import type { Db, Tables, Tx } from '../../../../kit/storage/db.ts'

export type RevisionRow = Selectable<Tables['revisions']>

type NodeRow = { hash: Hash; bytes: Buffer }

const selectNodes = prepared<{ hashes: Hash[] }, NodeRow>((_db, { hashes }) => {
  return sql<NodeRow>`select hash, bytes from nodes where hash = any(${hashes}::text[])`
})

export async function loadNodes(db: Db, hashes: Hash[]) {
  const rows = await selectNodes(db, { hashes })
  return new Map(rows.map(({ hash, bytes }) => [hash, bytes]))
}

type NodesToInsert = { hashes: Hash[]; bytes: Buffer[]; refs: string[]; now: Date }

// A node that is there already is marked as used again when its mark is old, so that a sweep which has seen it
// unused finds the mark changed.
const addNodes = prepared(
  (_db, { hashes, bytes, refs, now }: NodesToInsert) => sql`
    insert into nodes (hash, bytes, refs, kept_at)
    select fresh.hash, fresh.bytes, string_to_array(fresh.refs, ' '), ${now}::timestamptz
    from unnest(${hashes}::text[], ${bytes}::bytea[], ${refs}::text[]) fresh (hash, bytes, refs)
    order by fresh.hash collate "C"
    on conflict (hash) do update set kept_at = excluded.kept_at
    where nodes.kept_at < excluded.kept_at - interval '1 hour'`,
)

/** Nodes a statement: what is more keeps the event loop too long while it is written down. */
const MOST_NODES = 200

/** All writers take them in one order, over all statements: two that make the same nodes must not wait for each other. */
export async function insertNodes(db: Db, nodes: NewNode[], now: Date) {
  const inOrder = nodes.toSorted((one, other) => (one.hash < other.hash ? -1 : 1))
  for (let at = 0; at < inOrder.length; at += MOST_NODES) {
    const some = inOrder.slice(at, at + MOST_NODES)
    await addNodes(db, {
      hashes: some.map(({ hash }) => hash),
      bytes: some.map(({ bytes }) => bytes),
      refs: some.map(({ refs }) => refs.join(' ')),
      now,
    })
  }
}

const selectRevision = prepared((db, { spaceId, id }: { spaceId: string; id: string }) =>
  db.selectFrom('revisions').selectAll().where('spaceId', '=', spaceId).where('id', '=', id),
)

export async function findRevision(db: Db, spaceId: string, id: string): Promise<RevisionRow | undefined> {
  const [row] = await selectRevision(db, { spaceId, id })
  return row
}

/** A revision on the way from another one back to the first. */
export type Ancestor = Pick<RevisionRow, 'id' | 'root' | 'changeRequestId'>

/** A way of a thousand takes some milliseconds. */
const selectAncestors = prepared<{ spaceId: string; from: string; most: number }, Ancestor>(
  (_db, { spaceId, from, most }) => sql<Ancestor>`
    with recursive chain as (
      select id, root, change_request_id, parents[1] as parent, 1 as place
      from revisions where space_id = ${spaceId} and id = ${from}
      union all
      select older.id, older.root, older.change_request_id, older.parents[1], chain.place + 1
      from chain join revisions older on older.id = chain.parent
      where older.space_id = ${spaceId} and chain.place < ${most}::int
    )
    select id, root, change_request_id from chain order by place`,
  { takesTime: true },
)

/** A revision and those before it, each the first parent of the one ahead: as readers saw them, newest first. */
export function listAncestors(db: Db, spaceId: string, from: string, most: number) {
  return selectAncestors(db, { spaceId, from, most })
}

/** Whether one revision comes before another one, or is the same. */
export async function isAncestor(
  db: Db,
  { spaceId, id, createdAt }: Pick<RevisionRow, 'spaceId' | 'id' | 'createdAt'>,
  from: string,
) {
  // What is older comes no more. A day, since the clocks of several processes need not agree.
  const { rows } = await sql<{ id: string }>`
    with recursive chain as (
      select id, parents[1] as parent, created_at from revisions where space_id = ${spaceId} and id = ${from}
      union all
      select older.id, older.parents[1], older.created_at
      from chain join revisions older on older.id = chain.parent
      where older.space_id = ${spaceId} and chain.id <> ${id}
        and older.created_at > ${createdAt}::timestamptz - interval '1 day'
    )
    select id from chain where id = ${id}`.execute(db)
  return rows.length > 0
}

/** A statement alone: a summary follows from two revisions, whoever works it out. */
export async function updateSummaries(db: Db, spaceId: string, summaries: Map<string, object>) {
  const [ids, values] = [[...summaries.keys()], [...summaries.values()].map((value) => JSON.stringify(value))]
  await sql`
    update revisions set summary = fresh.summary
    from unnest(${ids}::text[], ${values}::jsonb[]) fresh (id, summary)
    where revisions.id = fresh.id and revisions.space_id = ${spaceId} and revisions.summary is null
  `.execute(db)
}

export async function selectHeadRoot(db: Db, spaceId: string) {
  const row = await db
    .selectFrom('spaces')
    .innerJoin('revisions', 'revisions.id', 'spaces.revisionId')
    .select('revisions.root')
    .where('spaces.id', '=', spaceId)
    .executeTakeFirst()
  return row ? row.root : undefined
}

export async function insertRevision(db: Tx, row: Insertable<Tables['revisions']>) {
  await db.insertInto('revisions').values(row).execute()
}

/** Nodes deleted in one statement. */
const STEP = 20_000

/**
 * Deletes nodes that no revision leads to and that nobody wrote since `before`, in steps. Which they are is found out
 * once: a revision that comes later leads to what was alive then, or to what its writer has marked since.
 */
export async function deleteDeadNodes(db: Tx, before: Date) {
  await findAliveNodes(db)
  await findDeadNodes(db, before)
  let last: Hash | null = ''
  while (last !== null) last = await deleteStep(db, last, before)
}

/**
 * Level by level into a table: a recursive query would hold all hashes in memory. Without an index on the table, which
 * would be filled in no order and take most of the time; each level is compared as a whole.
 */
async function findAliveNodes(db: Tx) {
  await sql`create temp table alive_nodes (hash text collate "C" not null, depth int not null)
    on commit drop`.execute(db)
  let found = await sql`insert into alive_nodes
    select root, 0 from revisions where root is not null
    union select root, 0 from computed_contents`.execute(db)
  for (let depth = 0; found.numAffectedRows; depth++)
    found = await sql`
      insert into alive_nodes
      select distinct below.hash, ${depth}::int + 1
      from alive_nodes join nodes using (hash) cross join unnest(nodes.refs) below (hash)
      where depth = ${depth} and not exists (select from alive_nodes known where known.hash = below.hash)
    `.execute(db)
  await sql`analyze alive_nodes`.execute(db)
}

async function findDeadNodes(db: Tx, before: Date) {
  await sql`create temp table dead_nodes (hash text collate "C" primary key) on commit drop`.execute(db)
  await sql`insert into dead_nodes select hash from nodes
    where kept_at < ${before} and not exists (select from alive_nodes where alive_nodes.hash = nodes.hash)
    order by hash`.execute(db)
}

/**
 * Deletes the dead nodes behind a hash that are still unmarked; returns the last one looked at, null when there is none.
 * What somebody marks right now is passed over, so that the sweep waits for nobody.
 */
async function deleteStep(db: Tx, after: Hash, before: Date) {
  const { rows } = await sql<{ last: Hash | null }>`
    with step as (select hash from dead_nodes where hash > ${after} order by hash limit ${STEP}),
    unmarked as (
      select nodes.hash from nodes join step using (hash) where kept_at < ${before}
      for update of nodes skip locked
    ),
    deleted as (delete from nodes using unmarked where nodes.hash = unmarked.hash)
    select max(hash) as last from step`.execute(db)
  return rows[0]?.last ?? null
}
