import { isClosedTo } from '../../../kit/domain/context.ts'
import { effectiveLevel } from '../../../kit/domain/levels.ts'
import { isAtLeast, type RoleOrGuest } from '../../../kit/domain/roles.ts'
import { subject } from '../../../kit/domain/subjects.ts'
import { organizationAbilities, type Standing } from '../../people/organizations/access.ts'
import { type CollectionRow, findCollectionSeenBy } from './store.ts'

/** A collection as one caller meets it: their level on it, and their standing in its organization. */
export type SeenCollection = CollectionRow & { level: RoleOrGuest; standing: Standing }

type RowSeenBy = NonNullable<Awaited<ReturnType<typeof findCollectionSeenBy>>>

/** Turns the claims that a store selected beside a row into the level they amount to. */
export function withLevel<Row extends RowClaims>(row: Row) {
  const { role, joinedAt, defaults, grants, ...content } = row
  const isMember = joinedAt !== null
  return {
    ...content,
    standing: { isMember, role, ownsTeam: false },
    level: effectiveLevel({ isMember, role, defaults: [row.defaultLevel, ...defaults], grants }),
  }
}
type RowClaims = Pick<RowSeenBy, 'role' | 'joinedAt' | 'defaults' | 'grants' | 'defaultLevel'>

export const collection = subject({
  name: 'collection',
  find: async (ctx, { collectionId }: { collectionId: string }): Promise<SeenCollection | undefined> => {
    const row = await findCollectionSeenBy(ctx.db, collectionId, ctx.actor.id)
    return row && !isClosedTo(ctx.actor, row.organizationId) ? withLevel(row) : undefined
  },
  abilities: collectionAbilities,
})

export function collectionAbilities({ level, standing }: SeenCollection) {
  const isAdmin = isAtLeast(level, 'admin')
  return {
    view: isAtLeast(level, 'read'),
    admin: isAdmin,
    viewInviteLinks: isAdmin,
    create: isAtLeast(level, 'create'),
    // An admin of the collection who is a guest does not get to know the whole organization.
    listPeople: isAdmin && organizationAbilities(standing).listMembers,
  }
}
