import { sql } from 'kysely'
import type { Db, Tx } from '../../../kit/storage/db.ts'

export type ImageRow = { organizationId: string; blob: string; type: string }

export async function insertImage(db: Tx, image: ImageRow & { createdAt: Date }) {
  await db
    .insertInto('organizationImages')
    .values(image)
    .onConflict((known) => known.doNothing())
    .execute()
}

export async function countImages(db: Db, organizationId: string) {
  const { count } = await db
    .selectFrom('organizationImages')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where('organizationId', '=', organizationId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Those older than this that neither the organization nor one of its sites names, also not in what can be undone. */
export async function deleteUnusedImages(db: Tx, organizationId: string, before: Date) {
  await sql`
    with named as (
      select coalesce(logo, '') as text from organizations where id = ${organizationId}
      union all
      select concat(settings::text, previous::text) from site_customizations join sites on sites.id = site_id
        where sites.organization_id = ${organizationId}
      union all
      select overrides::text from site_space_customizations
        join site_spaces on site_spaces.id = site_space_id join sites on sites.id = site_spaces.site_id
        where sites.organization_id = ${organizationId}
    )
    delete from organization_images where organization_id = ${organizationId} and created_at < ${before}
      and not exists (select from named where position(blob in named.text) > 0)`.execute(db)
}

export async function findImage(db: Db, organizationId: string, blob: string): Promise<ImageRow | undefined> {
  return db
    .selectFrom('organizationImages')
    .select(['organizationId', 'blob', 'type'])
    .where('organizationId', '=', organizationId)
    .where('blob', '=', blob)
    .executeTakeFirst()
}
