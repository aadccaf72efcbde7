// The tables that say how far an index of each space is.
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../../kit/storage/db.ts'

/**
 * How far an index of a space is: the root that it describes, and the roots that steps were made towards since. What those
 * hold may be in the index already; `EMPTY` stands for a root that holds nothing.
 */
export type IndexState = { root: string | null; pending: string[] }

export const EMPTY = ''

/** Runs that did not come to their end. With more of them it costs less to begin anew. */
export const MOST_PENDING = 20

/** `readersRoot` is what the index is to describe, of a space joined with its revision. */
export function indexStates<State extends IndexState>(
  name: 'linkIndexes' | 'searchIndexes',
  readersRoot: RawBuilder<string | null>,
  { ofOrganization = false } = {},
) {
  const table = sql.table(name)
  const organization = ofOrganization ? sql`, organization_id` : sql``

  /** For a step: who deletes the space waits for the end of it. Undefined where it is gone. */
  async function select(db: Tx, spaceId: string) {
    const { rows } =
      await sql<State>`select * from ${table} where space_id = ${spaceId} for no key update`.execute(db)
    return rows[0]
  }

  /** The same, of an index that is not there yet too. */
  async function lock(db: Tx, spaceId: string) {
    const known = await select(db, spaceId)
    if (known) return known
    // Only then: an attempt to insert may take a number. Of a space that is being deleted, the lock waits for the end of
    // that, and then there is none.
    await sql`insert into ${table} (space_id${organization})
      select id${organization} from spaces where id = ${spaceId} for key share
      on conflict do nothing`.execute(db)
    return select(db, spaceId)
  }

  return {
    select,
    /** For a run, which empties the index where too many before it did not come to their end. */
    async lockForRun(db: Tx, spaceId: string) {
      const known = await lock(db, spaceId)
      if (!known || known.pending.length <= MOST_PENDING) return known
      await sql`delete from ${table} where space_id = ${spaceId}`.execute(db)
      return lock(db, spaceId)
    },
    async update(db: Tx, spaceId: string, { root, pending }: Partial<IndexState>) {
      const changes = [
        ...(root === undefined ? [] : [sql`root = ${root}`]),
        ...(pending === undefined ? [] : [sql`pending = ${pending}`]),
      ]
      await sql`update ${table} set ${sql.join(changes)} where space_id = ${spaceId}`.execute(db)
    },
    /** Spaces whose index does not describe what their readers see. */
    async listBehind(db: Db) {
      const { rows } = await sql<{ id: string }>`
        select spaces.id from spaces join revisions on revisions.id = spaces.revision_id
        left join ${table} state on state.space_id = spaces.id
        where state.root is distinct from ${readersRoot} or state.pending <> '{}'
        order by spaces.updated_at desc`.execute(db)
      return rows.map(({ id }) => id)
    },
  }
}
