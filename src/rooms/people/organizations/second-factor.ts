// Whether members need a second factor. It is asked for wherever a session is looked up, so a new rule holds at once.
import type { ReadContext, WriteContext } from '../../../kit/domain/context.ts'
import type { SeenOrganization } from './access.ts'
import type { SecondFactorRule } from './schema-second-factor.ts'
import { updateOrganization } from './store.ts'
import { countMembersWithoutFactor, listRequiringOf } from './store-second-factor.ts'

export async function secondFactorRule(
  ctx: ReadContext,
  { id, requiresSecondFactor }: Pick<SeenOrganization, 'id' | 'requiresSecondFactor'>,
): Promise<SecondFactorRule> {
  return {
    object: 'second-factor-rule',
    isRequired: requiresSecondFactor,
    isRequiredByInstallation: ctx.signInRules.isSecondFactorRequired,
    membersWithout: await countMembersWithoutFactor(ctx.db, id),
  }
}

export async function requireSecondFactors(ctx: WriteContext, { id }: SeenOrganization, isRequired: boolean) {
  const row = await updateOrganization(ctx.db, id, { requiresSecondFactor: isRequired })
  await ctx.emit('organization.changed', { organizationId: id, fields: ['requiresSecondFactor'] })
  return secondFactorRule(ctx, row)
}

/** Organizations that ask somebody for a second factor. */
export async function organizationsRequiringFactorOf(ctx: ReadContext, userId: string) {
  return (await listRequiringOf(ctx.db, userId)).map(({ title }) => title)
}
