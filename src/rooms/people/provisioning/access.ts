import { subject } from '../../../kit/domain/subjects.ts'
import { findOrganizationById } from '../organizations/organizations.ts'

type Params = { organizationId: string }

/** The directory of an organization, as far as its own token asks. */
export const directory = subject({
  name: 'directory',
  find: async (ctx, { organizationId }: Params) => {
    if (ctx.actor.kind !== 'directory' || ctx.actor.directory.organizationId !== organizationId) return
    return findOrganizationById(ctx, organizationId)
  },
  abilities: () => ({ view: true, provision: true }),
})
