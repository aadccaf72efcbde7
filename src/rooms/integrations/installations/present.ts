import type { ReadContext } from '../../../kit/domain/context.ts'
import type { Links } from '../../../kit/domain/links.ts'
import type { Space } from '../../content/spaces/schema.ts'
import type { Site } from '../../sites/sites/schema.ts'
import type { IntegrationRow } from '../integrations/integrations.ts'
import { addressesOf, publicEndpoints } from '../integrations/present.ts'
import { configurationOf } from './configuration.ts'
import type { Installation, SitePlacement, SpacePlacement } from './schema.ts'
import { requestedScopesOf, scopesOf } from './scopes.ts'
import type { InstallationRow, PlacementRow } from './store.ts'

type Shown = Pick<ReadContext, 'links' | 'vault'>

export function presentInstallation(
  row: InstallationRow,
  integration: Pick<IntegrationRow, 'manifest'>,
  ctx: Shown,
): Installation {
  const { id, status, externalIds, organizationId } = row
  const { links } = ctx
  return {
    id,
    status,
    space_selection: row.spaceSelection,
    site_selection: row.siteSelection,
    spaces: row.spaces,
    ...presentScopes(row, integration),
    configuration: configurationOf(ctx, row),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    urls: { ...installationAddresses(row, links), app: links.organization(organizationId).app },
    externalIds,
    target: { organization: organizationId },
  }
}

export function presentScopes(row: InstallationRow, integration: Pick<IntegrationRow, 'manifest'>) {
  return { scopes: scopesOf(row, integration), requestedScopes: requestedScopesOf(row, integration) }
}

function installationAddresses(
  { integration, id }: Pick<InstallationRow, 'integration' | 'id'>,
  links: Links,
) {
  const { location } = addressesOf(integration, links)
  return {
    location: `${location}/installations/${id}`,
    ...publicEndpoints(links.of(`/integrations/${encodeURIComponent(integration)}/installations/${id}`)),
  }
}

function presentPlacement(row: PlacementRow, ctx: Shown) {
  const { integration, installationId, status, externalIds } = row
  const at = row.spaceId === null ? `sites/${row.siteId}` : `spaces/${row.spaceId}`
  const { location, publicEndpoint } = installationAddresses({ integration, id: installationId }, ctx.links)
  return {
    integration,
    installation: installationId,
    status,
    configuration: configurationOf(ctx, row),
    externalIds,
    urls: { location: `${location}/${at}`, ...publicEndpoints(`${publicEndpoint}/${at}`) },
  }
}

export function presentSpacePlacement(row: PlacementRow, ctx: Shown, space?: Space): SpacePlacement {
  return { ...presentPlacement(row, ctx), space: space ?? row.spaceId ?? '' }
}

export function presentSitePlacement(row: PlacementRow, ctx: Shown, site?: Site): SitePlacement {
  return { ...presentPlacement(row, ctx), site: site ?? row.siteId ?? '' }
}
