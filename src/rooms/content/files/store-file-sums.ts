import { type Selectable, sql } from 'kysely'
import type { Db, Tables, Tx } from '../../../kit/storage/db.ts'

type FileSumRow = Selectable<Tables['fileSums']>

export function findFileSum(db: Db, spaceId: string): Promise<FileSumRow | undefined> {
  return db
    .selectFrom('fileSums')
    .select(['spaceId', 'root', 'map', 'files', sql<number>`bytes::float8`.as('bytes')])
    .where('spaceId', '=', spaceId)
    .executeTakeFirst()
}

/** Nothing happens where the space is gone for good. */
export async function putFileSum(db: Tx, { spaceId, root, map, files, bytes }: FileSumRow) {
  await sql`insert into file_sums (space_id, root, map, files, bytes)
    select id, ${root}, ${map}, ${files}::integer, ${bytes}::bigint from spaces where id = ${spaceId} for key share
    on conflict (space_id) do update
    set root = excluded.root, map = excluded.map, files = excluded.files, bytes = excluded.bytes`.execute(db)
}

/** Those whose content is not what was counted. */
export async function listSpacesUncounted(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select spaces.id from spaces join revisions on revisions.id = spaces.revision_id
    left join file_sums on file_sums.space_id = spaces.id
    where file_sums.space_id is null or file_sums.root is distinct from revisions.root
    order by spaces.updated_at desc`.execute(db)
  return rows.map(({ id }) => id)
}
