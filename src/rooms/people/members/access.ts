import { subject } from '../../../kit/domain/subjects.ts'
import { organization, organizationAbilities, type SeenOrganization } from '../organizations/access.ts'
import { findMember, type MemberRow } from './store.ts'

export type SeenMember = MemberRow & { organization: SeenOrganization }

type Membership = { organization: SeenOrganization; userId: string }
type Params = { organizationId: string; userId: string }

/** A member. People see themselves even where they may not list the others. */
export const member = subject({
  name: 'member',
  find: async (ctx, { organizationId, userId }: Params): Promise<SeenMember | undefined> => {
    const found = await organization.find(ctx, { organizationId })
    const row = found && (await findMember(ctx.db, organizationId, userId))
    return row && { ...row, organization: found }
  },
  abilities: (row, ctx) => memberAbilities(row, ctx.actor.id),
})

/** Where a member is, or would be: what a removal is about, since removing nobody is no error. */
export const memberPlace = subject({
  name: 'organization',
  find: async (ctx, { organizationId, userId }: Params): Promise<Membership | undefined> => {
    const found = await organization.find(ctx, { organizationId })
    return found && { organization: found, userId }
  },
  abilities: (place, ctx) => {
    const { view } = organizationAbilities(place.organization.standing)
    return { view, remove: memberAbilities(place, ctx.actor.id).remove }
  },
})

function memberAbilities({ organization, userId }: Membership, actorId: string) {
  const can = organizationAbilities(organization.standing)
  const isSelf = can.view && userId === actorId
  return {
    view: isSelf || can.listMembers,
    viewContent: isSelf || can.admin,
    change: can.admin,
    // Everyone may leave.
    remove: isSelf || can.admin,
  }
}
