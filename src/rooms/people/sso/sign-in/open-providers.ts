import type { ReadContext } from '../../../../kit/domain/context.ts'
import { isOn } from '../../accounts/methods/methods.ts'
import { isComplete } from '../providers.ts'
import { listProviders, listProvidersOf } from '../store-providers.ts'

/** Those of an organization that somebody can sign in with. */
export async function openProviders(ctx: ReadContext, organizationId: string | undefined) {
  const rows = organizationId === undefined ? [] : await listProviders(ctx.db, organizationId)
  return rows.filter((row) => isComplete(row) && isOn(ctx, row.kind))
}

/** Of organizations of theirs that whoever is here does not see yet. */
export async function providersOfClosed(ctx: ReadContext) {
  const { actor } = ctx
  if (actor.kind !== 'user' || actor.closedTo.length === 0) return []
  return (await listProvidersOf(ctx.db, actor.closedTo)).filter(
    (row) => isComplete(row) && isOn(ctx, row.kind),
  )
}
