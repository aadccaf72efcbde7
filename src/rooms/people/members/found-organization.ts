import type { WriteContext } from '../../../kit/domain/context.ts'
import type { SeenOrganization } from '../organizations/access.ts'
import { establishOrganization } from '../organizations/organizations.ts'
import type { NewOrganization } from '../organizations/schema.ts'
import { addMembers } from './members.ts'

/** Makes an organization; the founder becomes its admin. */
export async function foundOrganization(
  ctx: WriteContext,
  founderId: string,
  details: NewOrganization,
): Promise<SeenOrganization> {
  const organization = await establishOrganization(ctx, details)
  await addMembers(ctx, organization.id, [{ userId: founderId, role: 'admin' }])
  return { ...organization, standing: { isMember: true, role: 'admin', ownsTeam: false } }
}
