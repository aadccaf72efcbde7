import type { Insertable, Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Hash } from '../../content/records.ts'
import type { Db, Tables, Tx } from '../../storage/db.ts'

export type ComputedRow = Selectable<Tables['computedContents']>

export function findComputed(db: Db, spaceId: string, source: Hash) {
  return db
    .selectFrom('computedContents')
    .selectAll()
    .where('spaceId', '=', spaceId)
    .where('source', '=', source)
    .executeTakeFirst()
}

/** A statement alone: it follows from what is there, whoever works it out. */
export async function keepComputed(db: Db, row: Insertable<Tables['computedContents']>) {
  const { describedBy, root, specs, createdAt } = row
  await db
    .insertInto('computedContents')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['spaceId', 'source']).doUpdateSet({ describedBy, root, specs, createdAt }),
    )
    .execute()
}

/** Spaces of an organization whose readers see pages of a description. */
export async function listSpacesShowing(db: Db, organizationId: string, slug: string) {
  const rows = await db
    .selectFrom('computedContents')
    .innerJoin('spaces', 'spaces.id', 'computedContents.spaceId')
    .innerJoin('revisions', (join) =>
      join
        .onRef('revisions.id', '=', 'spaces.revisionId')
        .onRef('revisions.root', '=', 'computedContents.source'),
    )
    .select('spaces.id')
    .where('spaces.organizationId', '=', organizationId)
    .where(sql<boolean>`computed_contents.specs @> array[${slug}]::text[]`)
    .execute()
  return rows.map(({ id }) => id)
}

/** What no reader of a space sees now, and nobody asked for since. */
export async function deleteOldComputed(db: Tx, before: Date) {
  await sql`delete from computed_contents where created_at < ${before} and not exists (
    select from spaces join revisions on revisions.id = spaces.revision_id
    where spaces.id = computed_contents.space_id and revisions.root = computed_contents.source
  )`.execute(db)
}

export async function findOrganizationOf(db: Db, spaceId: string) {
  const { organizationId } = await db
    .selectFrom('spaces')
    .select('organizationId')
    .where('id', '=', spaceId)
    .executeTakeFirstOrThrow()
  return organizationId
}
