import type { ReadContext } from '../../../kit/domain/context.ts'
import { subject } from '../../../kit/domain/subjects.ts'
import {
  organization,
  organizationAbilities,
  type SeenOrganization,
} from '../../people/organizations/access.ts'
import { findGlossaryEntry, type GlossaryRow } from './store.ts'

export const glossary = subject({
  name: 'glossary',
  find: (ctx: ReadContext, params: { organizationId: string }) => organization.find(ctx, params),
  abilities: glossaryAbilities,
})

export type SeenGlossaryEntry = GlossaryRow & { organization: SeenOrganization }

export const glossaryEntry = subject({
  name: 'glossary entry',
  find: async (
    ctx,
    { organizationId, glossaryEntryId }: { organizationId: string; glossaryEntryId: string },
  ): Promise<SeenGlossaryEntry | undefined> => {
    const found = await organization.find(ctx, { organizationId })
    const row = found && (await findGlossaryEntry(ctx.db, organizationId, glossaryEntryId))
    return row && { ...row, organization: found }
  },
  abilities: ({ organization }) => glossaryAbilities(organization),
})

/** Every member may know the words of the house; who creates content decides on them. */
function glossaryAbilities({ standing }: SeenOrganization) {
  const can = organizationAbilities(standing)
  return { view: can.view, edit: can.createContent }
}
