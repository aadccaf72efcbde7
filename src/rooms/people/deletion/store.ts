import { sql } from 'kysely'
import type { Tx } from '../../../kit/storage/db.ts'

/** What happened in an organization, but for the fact that it was removed. */
export async function deleteEventsOf(db: Tx, organizationId: string) {
  await db
    .deleteFrom('events')
    .where('organizationId', '=', organizationId)
    .where('type', '<>', 'organization.removed')
    .execute()
}

/** Jobs about an organization or one of these spaces that nobody has taken up. */
export async function deleteJobsAbout(db: Tx, organizationId: string, spaceIds: string[]) {
  await db
    .deleteFrom('pgboss.job')
    .where('state', '<>', 'active')
    .where(
      sql<boolean>`(data ->> 'organizationId' = ${organizationId} or data ->> 'spaceId' = any(${spaceIds}))`,
    )
    .execute()
}
