import type { ReadContext } from '../../../kit/domain/context.ts'
import { subject } from '../../../kit/domain/subjects.ts'
import { type SeenSpace, space, spaceAbilities } from '../../content/spaces/access.ts'
import {
  organization,
  organizationAbilities,
  type SeenOrganization,
} from '../../people/organizations/access.ts'
import { findTranslation, type ListedLanguage, listLanguages, type TranslationRow } from './store.ts'

/** A translation as one caller meets it. */
export type SeenTranslation = TranslationRow & {
  organization: SeenOrganization
  /** Undefined where none is named, or it is not there any more. */
  source?: SeenSpace
  targets: SeenSpace[]
  languages: ListedLanguage[]
}

export const translation = subject({
  name: 'translation',
  find: async (
    ctx,
    { organizationId, translationId }: { organizationId: string; translationId: string },
  ): Promise<SeenTranslation | undefined> => {
    const found = await organization.find(ctx, { organizationId })
    const row = found && (await findTranslation(ctx.db, organizationId, translationId))
    return row && seenTranslation(ctx, row, found)
  },
  abilities: translationAbilities,
})

export async function seenTranslation(ctx: ReadContext, row: TranslationRow, organization: SeenOrganization) {
  const languages = await listLanguages(ctx.db, [row.id])
  const targets: SeenSpace[] = []
  for (const { targetId } of languages) {
    const target = targetId === null ? undefined : await space.find(ctx, { spaceId: targetId })
    if (target) targets.push(target)
  }
  return { ...row, organization, source: await sourceOf(ctx, row), targets, languages }
}

async function sourceOf(ctx: ReadContext, { sourceSpaceId, organizationId }: TranslationRow) {
  const source = sourceSpaceId === null ? undefined : await space.find(ctx, { spaceId: sourceSpaceId })
  return source && source.organizationId === organizationId && !source.deletedAt ? source : undefined
}

/** Readers of the source see its translations; translating means editing the translated spaces. */
export function translationAbilities({ organization, source, targets }: SeenTranslation) {
  const can = organizationAbilities(organization.standing)
  // Guests know of what they were given, and nothing was.
  if (!source) return { view: can.listSites, edit: can.createContent }
  const mayEdit = [source, ...targets].every((each) => spaceAbilities(each).edit)
  return { view: can.view && spaceAbilities(source).view, edit: can.view && mayEdit }
}
