import type { Insertable } from 'kysely'
import type { RoleOrGuest } from '../../domain/roles.ts'
import type { Db, Tables } from '../../storage/db.ts'
import { type PageQuery, pageOf } from '../../storage/page.ts'

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
            .whereRef('older.role', 'is not distinct from', 'inviteLinks.role'),
        )
        .as('isRedundant'),
    )
    .where('organizationId', '=', organizationId)
}

export type InviteLinkRow = Awaited<ReturnType<typeof findInviteLink>> & object

export function findInviteLink(db: Db, organizationId: string, id: string) {
  return selectInviteLinks(db, organizationId).where('id', '=', id).executeTakeFirst()
}

export function listInviteLinks(db: Db, organizationId: string, page: PageQuery) {
  return pageOf(selectInviteLinks(db, organizationId), page, {
    columns: ['inviteLinks.createdAt', 'inviteLinks.id'],
    order: 'desc',
    position: (link) => [link.createdAt, link.id],
  })
}

export async function insertInviteLink(db: Db, row: Insertable<Tables['inviteLinks']>) {
  await db.insertInto('inviteLinks').values(row).execute()
}

export async function updateInviteLink(db: Db, organizationId: string, id: string, role: RoleOrGuest) {
  await db
    .updateTable('inviteLinks')
    .set({ role })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

export async function deleteInviteLink(db: Db, organizationId: string, id: string) {
  const { numDeletedRows } = await db
    .deleteFrom('inviteLinks')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
