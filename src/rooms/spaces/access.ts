import { isAtLeast, type RoleOrGuest } from '../../domain/roles.ts'
import { subject } from '../../domain/subjects.ts'
import { withLevel } from '../collections/access.ts'
import { organizationAbilities, type Standing } from '../organizations/access.ts'
import { findSpaceSeenBy, type SpaceRow } from './store.ts'

/** A space as one caller meets it: their level on it, and their standing in its organization. */
export type SeenSpace = SpaceRow & { level: RoleOrGuest; standing: Standing }

export const space = subject({
  name: 'space',
  find: async (ctx, { spaceId }: { spaceId: string }): Promise<SeenSpace | undefined> => {
    const row = await findSpaceSeenBy(ctx.db, spaceId, ctx.actor.id)
    return row && withLevel(row)
  },
  abilities: spaceAbilities,
})

/** In the trash a space exists for its admins only. */
export function spaceAbilities({ level, deletedAt, standing }: SeenSpace) {
  const isAdmin = isAtLeast(level, 'admin')
  const isReader = deletedAt ? isAdmin : isAtLeast(level, 'read')
  return {
    view: isReader,
    access: isReader,
    admin: isAdmin,
    viewInviteLinks: isAdmin,
    edit: isAtLeast(level, 'edit'),
    triggerGitSync: isAdmin,
    comment: isAtLeast(level, 'comment'),
    merge: isAtLeast(level, 'review'),
    review: isAtLeast(level, 'review'),
    installIntegration: isAdmin,
    // An admin of the space who is a guest does not get to know the whole organization.
    listPeople: isAdmin && organizationAbilities(standing).listMembers,
  }
}
