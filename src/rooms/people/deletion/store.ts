import type { Tx } from '../../../kit/storage/db.ts'

/** What happened in an organization, but for the fact that it was removed. */
export async function deleteEventsOf(db: Tx, organizationId: string) {
  await db
    .deleteFrom('events')
    .where('organizationId', '=', organizationId)
    .where('type', '<>', 'organization.removed')
    .execute()
}
