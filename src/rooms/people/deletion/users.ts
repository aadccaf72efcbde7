import type { WriteContext } from '../../../kit/domain/context.ts'
import { removeUser } from '../identity/users.ts'
import { leaveAllOrganizations } from '../members/members.ts'

/** Their memberships and tokens go; what they wrote stays. */
export async function deleteUser(ctx: WriteContext, user: { id: string; isAdministrator: boolean }) {
  await leaveAllOrganizations(ctx, user.id)
  await removeUser(ctx, user)
}
