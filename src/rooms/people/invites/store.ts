import { type Insertable, sql } from 'kysely'
import type { RoleOrGuest } from '../../../kit/domain/roles.ts'
import type { Db, Tables, Tx } from '../../../kit/storage/db.ts'
import { type PageQuery, pageOf } from '../../../kit/storage/page.ts'

function selectInviteLinks(db: Db, organizationId: string) {
  return db
    .selectFrom('inviteLinks')
    .selectAll()
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('inviteLinks as older')
            .select('older.id')
            .whereRef('older.organizationId', '=', 'inviteLinks.organizationId')
            .whereRef('older.createdAt', '<', 'inviteLinks.createdAt')
            .whereRef('older.role', 'is not distinct from', 'inviteLinks.role')
            .whereRef('older.spaceId', 'is not distinct from', 'inviteLinks.spaceId')
            .whereRef('older.collectionId', 'is not distinct from', 'inviteLinks.collectionId'),
        )
        .as('isRedundant'),
    )
    .where('organizationId', '=', organizationId)
}

export type InviteLinkRow = Awaited<ReturnType<typeof findInviteLink>> & object

/** Whether the link leads to one collection or space rather than to the organization. */
export function isToContent({
  spaceId,
  collectionId,
}: {
  spaceId: string | null
  collectionId: string | null
}) {
  return spaceId !== null || collectionId !== null
}

/** Whether the space a link leads to lies in the trash: such a link opens nothing. */
export async function isToTrash(db: Db, spaceId: string | null) {
  if (spaceId === null) return false
  const row = await db.selectFrom('spaces').select('deletedAt').where('id', '=', spaceId).executeTakeFirst()
  return row?.deletedAt != null
}

export function findInviteLink(db: Db, organizationId: string, id: string) {
  return selectInviteLinks(db, organizationId).where('id', '=', id).executeTakeFirst()
}

/** Links to the organization itself, not to single collections or spaces. */
export function listInviteLinks(db: Db, organizationId: string, page: PageQuery) {
  const query = selectInviteLinks(db, organizationId)
    .where('spaceId', 'is', null)
    .where('collectionId', 'is', null)
  return pageOf(query, page, {
    columns: ['inviteLinks.createdAt', 'inviteLinks.id'],
    order: 'desc',
    position: (link) => [link.createdAt, link.id],
  })
}

export async function insertInviteLink(db: Tx, row: Insertable<Tables['inviteLinks']>) {
  await db.insertInto('inviteLinks').values(row).execute()
}

export async function updateInviteLink(db: Tx, organizationId: string, id: string, role: RoleOrGuest) {
  await db
    .updateTable('inviteLinks')
    .set({ role })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

export async function deleteInviteLink(db: Tx, organizationId: string, id: string) {
  const { numDeletedRows } = await db
    .deleteFrom('inviteLinks')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteInviteLinksTo(db: Tx, contentIds: string[]) {
  await sql`delete from invite_links where space_id = any(${contentIds}) or collection_id = any(${contentIds})`.execute(
    db,
  )
}
