import { isClosedTo, isOutOfReach, type ReadContext } from '../../../kit/domain/context.ts'
import { isAtLeast, type RoleOrGuest } from '../../../kit/domain/roles.ts'
import { subject } from '../../../kit/domain/subjects.ts'
import { organizationAbilities, type Standing } from '../../people/organizations/access.ts'
import { withLevel } from '../collections/access.ts'
import { findSpaceSeenBy, listSpacesSeenBy, type SpaceRow } from './store.ts'

/** A space as one caller meets it: their level on it, and their standing in its organization. */
export type SeenSpace = SpaceRow & { level: RoleOrGuest; standing: Standing }

export const space = subject({
  name: 'space',
  find: async (ctx, { spaceId }: { spaceId: string }): Promise<SeenSpace | undefined> => {
    const row = await findSpaceSeenBy(ctx.db, spaceId, ctx.actor.id)
    if (ctx.actor.kind === 'visitor')
      return row && ctx.actor.visitor.spaceIds.includes(row.id) ? visited(row) : undefined
    if (!row || isOutOfReach(ctx.actor, { ...row, spaceId })) return
    return withLevel(row)
  },
  abilities: spaceAbilities,
})

/** Several at once, each as the caller meets it. */
export async function spacesByIds(ctx: ReadContext, ids: string[]): Promise<Map<string, SeenSpace>> {
  const rows = ids.length > 0 ? await listSpacesSeenBy(ctx.db, ids, ctx.actor.id) : []
  const open = rows.filter(({ organizationId }) => !isClosedTo(ctx.actor, organizationId))
  return new Map(open.map((row) => [row.id, withLevel(row)]))
}

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

/** Only members can open it; no site shows it. */
export function isClosed({ visibility }: Pick<SpaceRow, 'visibility'>) {
  return visibility === 'private' || visibility === 'in-collection'
}

/** A space as a visitor meets it on a site: to read, and without what only its members are concerned with. */
export function visited(row: SpaceRow): SeenSpace {
  return {
    ...row,
    ...NOTHING_INSIDE,
    level: 'read',
    standing: { isMember: false, role: null, ownsTeam: false },
  }
}

const NOTHING_INSIDE = {
  comments: 0,
  changeRequests: 0,
  changeRequestsOpen: 0,
  changeRequestsDraft: 0,
  gitSync: null,
  mergeRules: { type: 'none' },
  defaultLevel: null,
  parentId: null,
}
