import { type Insertable, type Selectable, sql } from 'kysely'
import type { NewNode } from '../../content/nodes.ts'
import type { Hash } from '../../content/records.ts'
import type { Db, Tables } from '../../storage/db.ts'
import { prepared } from '../../storage/prepared.ts'

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
    order by fresh.hash
    on conflict (hash) do update set kept_at = excluded.kept_at
    where nodes.kept_at < excluded.kept_at - interval '1 hour'`,
)

export async function insertNodes(db: Db, nodes: NewNode[], now: Date) {
  if (nodes.length === 0) return
  await addNodes(db, {
    hashes: nodes.map(({ hash }) => hash),
    bytes: nodes.map(({ bytes }) => bytes),
    refs: nodes.map(({ refs }) => refs.join(' ')),
    now,
  })
}

const selectRevision = prepared((db, { spaceId, id }: { spaceId: string; id: string }) =>
  db.selectFrom('revisions').selectAll().where('spaceId', '=', spaceId).where('id', '=', id),
)

export async function findRevision(db: Db, spaceId: string, id: string): Promise<RevisionRow | undefined> {
  const [row] = await selectRevision(db, { spaceId, id })
  return row
}

export async function insertRevision(db: Db, row: Insertable<Tables['revisions']>) {
  await db.insertInto('revisions').values(row).execute()
}

/** Nodes that no revision leads to and that nobody wrote since `before`. */
export async function deleteDeadNodes(db: Db, before: Date) {
  const { numAffectedRows } = await sql`
    with recursive alive (hash) as (
      select root from revisions where root is not null
      union
      select unnest(nodes.refs) from alive join nodes using (hash)
    )
    delete from nodes where kept_at < ${before} and not exists (select from alive where alive.hash = nodes.hash)
  `.execute(db)
  return Number(numAffectedRows ?? 0n)
}
