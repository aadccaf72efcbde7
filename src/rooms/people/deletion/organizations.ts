import type { WriteContext } from '../../../kit/domain/context.ts'
import { invalid } from '../../../kit/domain/problems.ts'
import { removeAllMembers } from '../members/members.ts'
import { closeOrganization } from '../organizations/organizations.ts'
import { purgeOrganization } from './jobs.ts'

type Doomed = { id: string; title: string }

/**
 * It is gone for everybody with this transaction, as nobody is a member any more and nobody can become one. What it
 * held may be much, and is taken away by a job.
 */
export async function deleteOrganization(ctx: WriteContext, { id }: Doomed) {
  await removeAllMembers(ctx, id)
  await closeOrganization(ctx, id)
  await ctx.emit('organization.removed', { organizationId: id })
  await ctx.enqueue(purgeOrganization, { organizationId: id }, { key: id })
}

/** Nothing brings it back: so its name must be told, as proof that this is the one that was meant. */
export function deleteConfirmedOrganization(ctx: WriteContext, organization: Doomed, confirm: string) {
  if (confirm !== organization.title)
    throw invalid(`query.confirm must be the title of the organization, "${organization.title}"`, {
      field: 'query.confirm',
    })
  return deleteOrganization(ctx, organization)
}
