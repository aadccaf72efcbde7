import { type Insertable, type Selectable, sql } from 'kysely'
import { isAtLeast, ROLES } from '../../../kit/domain/roles.ts'
import { prepared } from '../../../kit/storage/database/prepared.ts'
import type { Db, Tables, Tx } from '../../../kit/storage/db.ts'

export type UploadRow = Selectable<Tables['uploads']>

const selectAliveSpace = prepared((db, { id }: { id: string }) =>
  db.selectFrom('spaces').select('id').where('id', '=', id).where('deletedAt', 'is', null),
)

/** Whether there is such a space, outside the trash. */
export async function isSpaceAlive(db: Db, id: string) {
  const rows = await selectAliveSpace(db, { id })
  return rows.length > 0
}

const EDITING = ROLES.filter((role) => isAtLeast(role, 'edit'))

/** Whether a level to edit was given to somebody, their teams, or all who are not guests, on anything. */
export async function isEditorSomewhere(db: Db, organizationId: string, userId: string, isGuest: boolean) {
  const { rows } = await sql<{ isEditor: boolean }>`
    select exists (
      select from grants
      where organization_id = ${organizationId} and level = any(${EDITING})
        and (user_id = ${userId} or team_id in (
          select team_id from team_members where organization_id = ${organizationId} and user_id = ${userId}))
    ) or not ${isGuest}::boolean and (
      exists (select from spaces where organization_id = ${organizationId} and default_level = any(${EDITING}))
      or exists (select from collections where organization_id = ${organizationId} and default_level = any(${EDITING}))
    ) as is_editor`.execute(db)
  return rows[0]?.isEditor === true
}

export async function insertUpload(db: Tx, row: Insertable<Tables['uploads']>) {
  await db.insertInto('uploads').values(row).execute()
}

export function findUpload(db: Db, organizationId: string, key: string) {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('key', '=', key)
    .executeTakeFirst()
}

/** Whether there still was such an upload. */
/** A statement alone: while bytes come in, no transaction is open. */
export async function updateUpload(db: Db, organizationId: string, key: string, blob: string) {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set({ blob })
    .where('organizationId', '=', organizationId)
    .where('key', '=', key)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteUploadsBefore(db: Tx, before: Date) {
  await db.deleteFrom('uploads').where('createdAt', '<', before).execute()
}

/**
 * Those of the blobs that content, computed or written, an upload, a PDF, a font, a description of an API, an
 * integration or the picture of somebody names. Nothing indexes what nodes name, since that would cost with every edit what this saves once a day: it
 * reads all nodes, so ask for many blobs at once.
 */
export async function listNamedBlobs(db: Db, hashes: string[]) {
  const { rows } = await sql<{ hash: string }>`
    with asked as (select hash from unnest(${hashes}::text[]) asked (hash))
    select asked.hash from uploads join asked on asked.hash = uploads.blob
    union
    select asked.hash from pdfs join asked on asked.hash = pdfs.blob
    union
    select asked.hash from custom_font_faces join asked on asked.hash = custom_font_faces.blob
    union
    select asked.hash from organization_images join asked on asked.hash = organization_images.blob
    union
    select asked.hash from openapi_specs join asked on asked.hash = openapi_specs.source_text
    union
    select asked.hash from openapi_spec_versions join asked on asked.hash = openapi_spec_versions.document
    union
    select asked.hash from openapi_spec_versions join asked on asked.hash = openapi_spec_versions.filesystem
    union
    select asked.hash from integration_versions join asked on asked.hash in (script, icon) or asked.hash = any (previews)
    union
    select asked.hash from users join asked on users.photo_url = '/o/~pictures/' || asked.hash
    union
    select asked.hash from computed_sources cross join json_array_elements(files) file
      join asked on asked.hash = file ->> 'blob'
    union
    select asked.hash from nodes cross join unnest(nodes.refs) named (hash) join asked on asked.hash = named.hash
  `.execute(db)
  return new Set(rows.map(({ hash }) => hash))
}

const LOOKED_AT = 1_000

/** Some of the blobs that are named and cannot be made anew, to see whether the place of files is the right one. */
export async function listSomeNamedBlobs(db: Db, most: number) {
  const { rows } = await sql<{ hash: string }>`
    select hash from (
      select blob as hash from custom_font_faces union select blob from organization_images
      union select document from openapi_spec_versions union select script from integration_versions
      union
      select named.hash from (select refs from nodes where cardinality(refs) > 0 limit ${LOOKED_AT}) looked
        cross join unnest(looked.refs) named (hash)
      where not exists (select from nodes where nodes.hash = named.hash)
    ) named where hash is not null limit ${most}`.execute(db)
  return rows.map(({ hash }) => hash)
}
