import type { Db } from '../../../kit/storage/db.ts'

/** An organization that somebody is a member of. */
export function findOrganizationOf(db: Db, organizationId: string, userId: string) {
  return db
    .selectFrom('organizations')
    .innerJoin('members', 'members.organizationId', 'organizations.id')
    .select('organizations.title')
    .where('organizations.id', '=', organizationId)
    .where('members.userId', '=', userId)
    .executeTakeFirst()
}
