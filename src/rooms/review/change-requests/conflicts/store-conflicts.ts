import { type Selectable, sql } from 'kysely'
import type { Conflict } from '../../../../engines/content/merge/types.ts'
import type { Db, Tables, Tx } from '../../../../kit/storage/db.ts'

export type ConflictRow = Selectable<Tables['changeRequestConflicts']>

export function listConflicts(db: Db, changeRequestId: string) {
  return db
    .selectFrom('changeRequestConflicts')
    .selectAll()
    .where('changeRequestId', '=', changeRequestId)
    .orderBy('kind')
    .orderBy('subjectId')
    .orderBy('field')
    .execute()
}

/** A conflict that is there already keeps what it was: the side that was kept is still the one to choose against. */
export async function insertConflicts(
  db: Tx,
  place: { spaceId: string; changeRequestId: string; createdAt: Date },
  conflicts: Conflict[],
) {
  if (conflicts.length === 0) return
  await db
    .insertInto('changeRequestConflicts')
    .values(
      conflicts.map(({ kind, id, field, base, ours, theirs }) => ({
        ...place,
        kind,
        subjectId: id,
        field,
        base: JSON.stringify(base ?? null),
        ours: JSON.stringify(ours ?? null),
        theirs: JSON.stringify(theirs ?? null),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['changeRequestId', 'kind', 'subjectId', 'field']).doUpdateSet((eb) => ({
        theirs: eb.ref('excluded.theirs'),
      })),
    )
    .execute()
}

export async function deleteConflicts(
  db: Tx,
  changeRequestId: string,
  kind: ConflictRow['kind'],
  subjectIds: string[],
) {
  if (subjectIds.length === 0) return
  await db
    .deleteFrom('changeRequestConflicts')
    .where('changeRequestId', '=', changeRequestId)
    .where('kind', '=', kind)
    .where('subjectId', '=', sql<string>`any(${subjectIds})`)
    .execute()
}
