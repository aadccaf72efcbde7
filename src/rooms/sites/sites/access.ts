import { isOutOfReach, type ReadContext } from '../../../kit/domain/context.ts'
import { isAtLeast } from '../../../kit/domain/roles.ts'
import { subject } from '../../../kit/domain/subjects.ts'
import {
  organization,
  organizationAbilities,
  type SeenOrganization,
} from '../../people/organizations/access.ts'
import { findSite, type SiteRow } from './store.ts'

/** A site as one caller meets it. */
export type SeenSite = SiteRow & { organization: SeenOrganization }

export const site = subject({
  name: 'site',
  find: async (
    ctx: ReadContext,
    { organizationId, siteId }: { organizationId: string; siteId: string },
  ): Promise<SeenSite | undefined> => {
    if (isOutOfReach(ctx.actor, { organizationId, siteId })) return
    const found = await organization.find(ctx, { organizationId })
    const row = found && (await findSite(ctx.db, organizationId, siteId))
    return row && { ...row, organization: found }
  },
  abilities: siteAbilities,
})

/** Who creates content arranges sites; who they are shown to, admins decide. */
export function siteAbilities({ organization }: Pick<SeenSite, 'organization'>) {
  const { role } = organization.standing
  const can = organizationAbilities(organization.standing)
  return {
    view: can.view && isAtLeast(role, 'read'),
    edit: can.createContent,
    publish: can.admin,
    admin: can.admin,
  }
}
