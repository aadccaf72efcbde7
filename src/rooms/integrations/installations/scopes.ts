// What an installation may do: what somebody approved for it, as far as its integration still asks for it.
import type { WriteContext } from '../../../kit/domain/context.ts'
import { invalid, notFound } from '../../../kit/domain/problems.ts'
import type { IntegrationRow } from '../integrations/integrations.ts'
import type { ScopeName } from '../integrations/schema.ts'
import type { SeenInstallation } from './access.ts'
import { addScopes, type InstallationRow } from './store.ts'

type Asking = Pick<IntegrationRow, 'manifest'>
type Granted = Pick<InstallationRow, 'scopes'>

/** A version that asks for less has less at once; one that asks for more has what was approved. */
export function scopesOf({ scopes }: Granted, { manifest }: Asking): ScopeName[] {
  return manifest.scopes.filter((scope) => scopes.includes(scope))
}

/** What the last version asks for and nobody approved yet. */
export function requestedScopesOf({ scopes }: Granted, { manifest }: Asking): ScopeName[] {
  return manifest.scopes.filter((scope) => !scopes.includes(scope))
}

export function hasScope(granted: Granted, asking: Asking, ...oneOf: ScopeName[]) {
  const scopes = scopesOf(granted, asking)
  return oneOf.some((scope) => scopes.includes(scope))
}

/** Whoever approves names what they saw: a version that was published meanwhile gets nothing more. */
export async function approveScopes(
  ctx: WriteContext,
  installation: SeenInstallation,
  scopes: ScopeName[],
): Promise<InstallationRow> {
  const requested = requestedScopesOf(installation, installation.of)
  const unasked = scopes.find((scope) => !requested.includes(scope))
  if (unasked !== undefined)
    throw invalid(
      `body.scopes names "${unasked}", which is not requested: ${requested.join(', ') || 'nothing is'}`,
      { field: 'body.scopes', requestedScopes: requested },
    )
  const { id: installationId, integration, organizationId, of } = installation
  const row = await addScopes(ctx.db, integration, installationId, scopes)
  if (!row) throw notFound('installation')
  const fact = { integration, installationId, scopes }
  await ctx.emit('installation.scopes_approved', { ...fact, organizationId })
  await ctx.emit('integration.scopes_approved', { ...fact, organizationId: of.organizationId })
  return row
}
