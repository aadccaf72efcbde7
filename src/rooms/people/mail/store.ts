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

/** An organization whose directory asks somebody to join. */
export function findAnnouncingOrganization(db: Db, organizationId: string, userId: string) {
  return db
    .selectFrom('organizations')
    .innerJoin('scimUsers', 'scimUsers.organizationId', 'organizations.id')
    .select('organizations.title')
    .where('organizations.id', '=', organizationId)
    .where('scimUsers.userId', '=', userId)
    .where('scimUsers.isPending', '=', true)
    .executeTakeFirst()
}
