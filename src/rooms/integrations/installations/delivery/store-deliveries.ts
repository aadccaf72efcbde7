// What scripts were told, and what jobs still have to tell them.
import type { Insertable, Selectable } from 'kysely'
import type { Db, Tables, Tx } from '../../../../kit/storage/db.ts'
import { type PageQuery, pageOf } from '../../../../kit/storage/page.ts'

export function insertDelivery(db: Db, row: Insertable<Tables['integrationDeliveries']>) {
  return db.insertInto('integrationDeliveries').values(row).execute()
}

export type ScriptDeliveryRow = Selectable<Tables['integrationDeliveries']>

export function listDeliveries(db: Db, integration: string, page: PageQuery) {
  const query = db.selectFrom('integrationDeliveries').selectAll().where('integration', '=', integration)
  return pageOf(query, page, { columns: ['id'], order: 'desc', position: ({ id }) => [id] })
}

export function findDelivery(
  db: Db,
  integration: string,
  id: string,
): Promise<ScriptDeliveryRow | undefined> {
  return db
    .selectFrom('integrationDeliveries')
    .selectAll()
    .where('integration', '=', integration)
    .where('id', '=', id)
    .executeTakeFirst()
}

export function insertSnapshot(db: Tx, row: Insertable<Tables['integrationSnapshots']>) {
  return db.insertInto('integrationSnapshots').values(row).execute()
}

export function findSnapshot(db: Db, id: string) {
  return db.selectFrom('integrationSnapshots').select('sealed').where('id', '=', id).executeTakeFirst()
}

export async function deleteSnapshot(db: Tx, id: string) {
  await db.deleteFrom('integrationSnapshots').where('id', '=', id).execute()
}

export async function deleteOldSnapshots(db: Tx, before: Date) {
  await db.deleteFrom('integrationSnapshots').where('createdAt', '<', before).execute()
}

export async function deleteOldDeliveries(db: Tx, before: Date) {
  await db.deleteFrom('integrationDeliveries').where('createdAt', '<', before).execute()
}

export async function deleteDeliveriesBeyond(db: Tx, integration: string, most: number) {
  await db
    .deleteFrom('integrationDeliveries')
    .where('integration', '=', integration)
    .where('id', '<=', (eb) =>
      eb
        .selectFrom('integrationDeliveries')
        .select('id')
        .where('integration', '=', integration)
        .orderBy('id', 'desc')
        .offset(most)
        .limit(1),
    )
    .execute()
}
