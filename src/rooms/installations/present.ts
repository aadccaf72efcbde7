import type { Links } from '../../domain/links.ts'
import { addressesOf, publicEndpoints } from '../integrations/present.ts'
import type { Site } from '../sites/schema.ts'
import type { Space } from '../spaces/schema.ts'
import type { Installation, SitePlacement, SpacePlacement } from './schema.ts'
import type { InstallationRow, PlacementRow } from './store.ts'

export function presentInstallation(row: InstallationRow, links: Links): Installation {
  const { id, status, configuration, externalIds, organizationId } = row
  return {
    id,
    status,
    space_selection: row.spaceSelection,
    site_selection: row.siteSelection,
    spaces: row.spaces,
    configuration,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    urls: { ...installationAddresses(row, links), app: links.organization(organizationId).app },
    externalIds,
    target: { organization: organizationId },
  }
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

function presentPlacement(row: PlacementRow, links: Links) {
  const { integration, installationId, status, configuration, externalIds } = row
  const at = row.spaceId === null ? `sites/${row.siteId}` : `spaces/${row.spaceId}`
  const { location, publicEndpoint } = installationAddresses({ integration, id: installationId }, links)
  return {
    integration,
    installation: installationId,
    status,
    configuration,
    externalIds,
    urls: { location: `${location}/${at}`, ...publicEndpoints(`${publicEndpoint}/${at}`) },
  }
}

export function presentSpacePlacement(row: PlacementRow, links: Links, space?: Space): SpacePlacement {
  return { ...presentPlacement(row, links), space: space ?? row.spaceId ?? '' }
}

export function presentSitePlacement(row: PlacementRow, links: Links, site?: Site): SitePlacement {
  return { ...presentPlacement(row, links), site: site ?? row.siteId ?? '' }
}
