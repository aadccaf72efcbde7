import { isAtLeast } from '../../../kit/domain/roles.ts'
import { subject } from '../../../kit/domain/subjects.ts'
import {
  organization,
  organizationAbilities,
  type SeenOrganization,
} from '../../people/organizations/access.ts'
import { isEditorSomewhere } from './store.ts'

/** An organization as seen by somebody who brings a file along. */
export type SeenStorage = SeenOrganization & { isEditor: boolean }

/** Files are for those who may edit something, be it one space that was opened to a guest. */
export const storage = subject({
  name: 'organization',
  find: async (ctx, { organizationId }: { organizationId: string }): Promise<SeenStorage | undefined> => {
    const found = await organization.find(ctx, { organizationId })
    if (!found) return
    const { isMember, role } = found.standing
    const isEditor =
      isAtLeast(role, 'edit') ||
      (isMember && (await isEditorSomewhere(ctx.db, organizationId, ctx.actor.id, role === null)))
    return { ...found, isEditor }
  },
  abilities: ({ standing, isEditor }) => ({ view: organizationAbilities(standing).view, upload: isEditor }),
})
