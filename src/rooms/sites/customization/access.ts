import type { ReadContext } from '../../../kit/domain/context.ts'
import { subject } from '../../../kit/domain/subjects.ts'
import {
  organization,
  organizationAbilities,
  type SeenOrganization,
} from '../../people/organizations/access.ts'
import { type FontRow, findFont } from './store-fonts.ts'

/** A font as one caller meets it. */
export type SeenFont = FontRow & { organization: SeenOrganization }

export const font = subject({
  name: 'font',
  find: async (
    ctx: ReadContext,
    { organizationId, fontId }: { organizationId: string; fontId: string },
  ): Promise<SeenFont | undefined> => {
    const found = await organization.find(ctx, { organizationId })
    const row = found && (await findFont(ctx.db, organizationId, fontId))
    return row && { ...row, organization: found }
  },
  abilities: ({ organization }) => fontAbilities(organization),
})

/** Who arranges sites chooses their fonts; who sees sites sees them. */
export function fontAbilities({ standing }: SeenOrganization) {
  const can = organizationAbilities(standing)
  return { view: can.listSites, edit: can.createContent }
}
