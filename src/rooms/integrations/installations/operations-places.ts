import { ListOf, listOf, operation } from '../../../kit/http/operations/operation.ts'
import { space } from '../../content/spaces/access.ts'
import { site } from '../../sites/sites/access.ts'
import { presentIntegration } from '../integrations/present.ts'
import { Integration } from '../integrations/schema.ts'
import { installation, itself, sitePlacement, spacePlacement } from './access.ts'
import { shownSite, shownSites, shownSpace, shownSpaces } from './extended.ts'
import { integrationsAt } from './overview.ts'
import { changePlacement, displace, placeOnSite, placeOnSpace } from './placements.ts'
import {
  NewSitePlacement,
  NewSpacePlacement,
  PlacementChanges,
  PlacementFilters,
  PlacementPaging,
  PlacementQuery,
  SearchFilter,
  SitePlacement,
  SpaceBlocks,
  SpacePlacement,
} from './schema.ts'
import { listPlacements } from './store.ts'

const SCRIPT_ONLY = 'The script of the integration, with its own token'
const PLACE_REFUSALS = {
  403: 'You cannot install integrations there',
  404: 'The organization of the installation has no such space or site',
  409: 'It is installed there already, or paused',
  412: 'The integration is for something else',
}
const PAUSED = { 409: 'The installation is paused' }
const example = { configuration: { key: 'G-123' } }

const onSpaces = [
  operation({
    id: 'listIntegrationInstallationSpaces',
    route: 'GET /v1/integrations/{integrationName}/installations/{installationId}/spaces',
    summary: 'List the spaces of an installation',
    on: installation,
    needs: 'manage',
    query: PlacementPaging,
    returns: ListOf(SpacePlacement),
    run: async ({ ctx, subject: { id }, query }) => {
      const page = await listPlacements(ctx.db, 'space', { installationId: id }, query)
      return listOf({ ...page, rows: await shownSpaces(ctx, page.rows, query.extended) }, (shown) => shown)
    },
  }),
  operation({
    id: 'installIntegrationOnSpace',
    route: 'POST /v1/integrations/{integrationName}/installations/{installationId}/spaces',
    summary: 'Put an installation on a space',
    access: 'Admins of the space',
    on: installation,
    needs: 'view',
    query: PlacementQuery,
    body: NewSpacePlacement,
    status: 201,
    returns: SpacePlacement,
    refuses: PLACE_REFUSALS,
    location: ({ urls }) => new URL(urls.location).pathname,
    run: async ({ ctx, subject: installation, body, query }) =>
      shownSpace(ctx, await placeOnSpace(ctx, installation, body.space), query.extended),
  }),
  operation({
    id: 'getIntegrationSpaceInstallation',
    route: 'GET /v1/integrations/{integrationName}/installations/{installationId}/spaces/{spaceId}',
    summary: 'Get the configuration of an integration for a space',
    on: spacePlacement,
    needs: 'view',
    query: PlacementQuery,
    returns: SpacePlacement,
    run: ({ ctx, subject: placement, query }) => shownSpace(ctx, placement, query.extended),
  }),
  operation({
    id: 'updateIntegrationSpaceInstallation',
    route: 'PATCH /v1/integrations/{integrationName}/installations/{installationId}/spaces/{spaceId}',
    summary: 'Configure an integration for a space',
    on: spacePlacement,
    needs: 'manage',
    query: PlacementQuery,
    body: PlacementChanges,
    example,
    returns: SpacePlacement,
    refuses: PAUSED,
    run: async ({ ctx, subject: placement, body, query }) =>
      shownSpace(ctx, await changePlacement(ctx, placement, body), query.extended),
  }),
  operation({
    id: 'uninstallIntegrationFromSpace',
    route: 'DELETE /v1/integrations/{integrationName}/installations/{installationId}/spaces/{spaceId}',
    summary: 'Take an installation from a space',
    on: spacePlacement,
    needs: 'remove',
    removesSubject: true,
    status: 205,
    run: ({ ctx, subject: placement }) => displace(ctx, placement),
  }),
  operation({
    id: 'listIntegrationSpaceInstallations',
    route: 'GET /v1/integrations/{integrationName}/spaces',
    summary: 'List all spaces with an integration',
    access: SCRIPT_ONLY,
    on: itself,
    needs: 'actAsIntegration',
    query: PlacementFilters,
    returns: ListOf(SpacePlacement),
    run: async ({ ctx, subject: { name }, query }) => {
      const page = await listPlacements(ctx.db, 'space', { integration: name }, query)
      return listOf({ ...page, rows: await shownSpaces(ctx, page.rows, query.extended) }, (shown) => shown)
    },
  }),
  operation({
    id: 'listSpaceIntegrations',
    route: 'GET /v1/spaces/{spaceId}/integrations',
    summary: 'List the active integrations of a space',
    on: space,
    needs: 'view',
    query: SearchFilter,
    returns: ListOf(Integration),
    run: async ({ ctx, subject: { organizationId, id }, query }) => {
      const rows = await integrationsAt(ctx, organizationId, { kind: 'space', id }, query)
      return listOf({ rows }, (row) => presentIntegration(row, ctx.links))
    },
  }),
  operation({
    id: 'listSpaceIntegrationsBlocks',
    route: 'GET /v1/spaces/{spaceId}/integration-blocks',
    summary: 'List the blocks of integrations in a space',
    on: space,
    needs: 'view',
    returns: SpaceBlocks,
    run: async ({ ctx, subject: { organizationId, id } }) =>
      (await integrationsAt(ctx, organizationId, { kind: 'space', id }))
        .map(({ name, manifest }) => ({ name, blocks: manifest.blocks ?? [] }))
        .filter(({ blocks }) => blocks.length > 0),
  }),
]

const onSites = [
  operation({
    id: 'listIntegrationInstallationSites',
    route: 'GET /v1/integrations/{integrationName}/installations/{installationId}/sites',
    summary: 'List the sites of an installation',
    on: installation,
    needs: 'manage',
    query: PlacementPaging,
    returns: ListOf(SitePlacement),
    run: async ({ ctx, subject: { id }, query }) => {
      const page = await listPlacements(ctx.db, 'site', { installationId: id }, query)
      return listOf({ ...page, rows: await shownSites(ctx, page.rows, query.extended) }, (shown) => shown)
    },
  }),
  operation({
    id: 'installIntegrationOnSite',
    route: 'POST /v1/integrations/{integrationName}/installations/{installationId}/sites',
    summary: 'Put an installation on a site',
    access: 'Admins of the organization',
    on: installation,
    needs: 'view',
    query: PlacementQuery,
    body: NewSitePlacement,
    status: 201,
    returns: SitePlacement,
    refuses: PLACE_REFUSALS,
    location: ({ urls }) => new URL(urls.location).pathname,
    run: async ({ ctx, subject: installation, body, query }) =>
      shownSite(ctx, await placeOnSite(ctx, installation, body.siteId), query.extended),
  }),
  operation({
    id: 'getIntegrationSiteInstallation',
    route: 'GET /v1/integrations/{integrationName}/installations/{installationId}/sites/{siteId}',
    summary: 'Get the configuration of an integration for a site',
    on: sitePlacement,
    needs: 'view',
    query: PlacementQuery,
    returns: SitePlacement,
    run: ({ ctx, subject: placement, query }) => shownSite(ctx, placement, query.extended),
  }),
  operation({
    id: 'updateIntegrationSiteInstallation',
    route: 'PATCH /v1/integrations/{integrationName}/installations/{installationId}/sites/{siteId}',
    summary: 'Configure an integration for a site',
    on: sitePlacement,
    needs: 'manage',
    query: PlacementQuery,
    body: PlacementChanges,
    example,
    returns: SitePlacement,
    refuses: PAUSED,
    run: async ({ ctx, subject: placement, body, query }) =>
      shownSite(ctx, await changePlacement(ctx, placement, body), query.extended),
  }),
  operation({
    id: 'uninstallIntegrationFromSite',
    route: 'DELETE /v1/integrations/{integrationName}/installations/{installationId}/sites/{siteId}',
    summary: 'Take an installation from a site',
    on: sitePlacement,
    needs: 'remove',
    removesSubject: true,
    status: 205,
    run: ({ ctx, subject: placement }) => displace(ctx, placement),
  }),
  operation({
    id: 'listIntegrationSiteInstallations',
    route: 'GET /v1/integrations/{integrationName}/sites',
    summary: 'List all sites with an integration',
    access: SCRIPT_ONLY,
    on: itself,
    needs: 'actAsIntegration',
    query: PlacementFilters,
    returns: ListOf(SitePlacement),
    run: async ({ ctx, subject: { name }, query }) => {
      const page = await listPlacements(ctx.db, 'site', { integration: name }, query)
      return listOf({ ...page, rows: await shownSites(ctx, page.rows, query.extended) }, (shown) => shown)
    },
  }),
  operation({
    id: 'listSiteIntegrations',
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/integrations',
    summary: 'List the active integrations of a site',
    on: site,
    needs: 'view',
    query: SearchFilter,
    returns: ListOf(Integration),
    run: async ({ ctx, subject: { organizationId, id }, query }) => {
      const rows = await integrationsAt(ctx, organizationId, { kind: 'site', id }, query)
      return listOf({ rows }, (row) => presentIntegration(row, ctx.links))
    },
  }),
]

export const operations = [...onSpaces, ...onSites]
