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

/** A value that is made elsewhere. Without `replaces`, the first one stays. */
export async function putSetting(db: Db, name: string, value: Buffer, replaces: boolean) {
  await db
    .insertInto('instanceSettings')
    .values({ name, value })
    .onConflict((taken) => (replaces ? taken.column('name').doUpdateSet({ value }) : taken.doNothing()))
    .execute()
}
