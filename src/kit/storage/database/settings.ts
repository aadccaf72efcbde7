import type { Db } from '../db.ts'

/** A value all processes on one database share; the first one to ask makes it. */
export async function settingOf(db: Db, name: string, make: () => Buffer): Promise<Buffer> {
  await db
    .insertInto('instanceSettings')
    .values({ name, value: make() })
    .onConflict((taken) => taken.doNothing())
    .execute()
  const row = await db
    .selectFrom('instanceSettings')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return row.value
}
