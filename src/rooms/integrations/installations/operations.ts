import { ListOf, listOf, operation } from '../../../kit/http/operations/operation.ts'
import { integration, integrationHolder } from '../integrations/access.ts'
import { installation, itself } from './access.ts'
import { changeInstallation, installIntegration, uninstallIntegration } from './install-integration.ts'
import { organizationInstallations, organizationStatus, organizationStatuses } from './overview.ts'
import { presentInstallation, presentScopes } from './present.ts'
import {
  Installation,
  InstallationChanges,
  InstallationFilters,
  InstallationScopes,
  InstallationSearch,
  InstallationStatusAnswer,
  InstalledIntegration,
  NewInstallation,
  OrganizationInstallation,
  ScopeApproval,
  StatusFilters,
  TemporaryToken,
} from './schema.ts'
import { approveScopes } from './scopes.ts'
import { listInstallations } from './store.ts'
import { isSettingUp, issueToken } from './tokens.ts'

const SCRIPT_ONLY = 'The script of the integration, with its own token'

export const operations = [
  operation({
    id: 'listIntegrationInstallations',
    route: 'GET /v1/integrations/{integrationName}/installations',
    summary: 'List the installations of an integration',
    access: SCRIPT_ONLY,
    on: itself,
    needs: 'actAsIntegration',
    query: InstallationFilters,
    returns: ListOf(Installation),
    run: async ({ ctx, subject: integration, query }) =>
      listOf(await listInstallations(ctx.db, integration.name, query), (row) =>
        presentInstallation(row, integration, ctx),
      ),
  }),
  operation({
    id: 'installIntegration',
    route: 'POST /v1/integrations/{integrationName}/installations',
    summary: 'Install an integration for an organization',
    description:
      'Once per organization; then it can be installed on spaces and sites. It is `pending` until its required configuration is complete.',
    access: 'Admins of the organization it is installed for',
    on: integration,
    needs: 'view',
    body: NewInstallation,
    example: { organization: '01kx6m4t9c1e7h3k9n5q1s8v4x' },
    status: 201,
    returns: Installation,
    refuses: {
      403: 'You are not an admin of this organization',
      404: 'Organization not found',
      409: 'It is installed there already',
      412: 'It is private, and belongs to another organization',
    },
    location: (made, { integrationName }) => `/v1/integrations/${integrationName}/installations/${made.id}`,
    run: async ({ ctx, subject: integration, body }) =>
      presentInstallation(await installIntegration(ctx, integration, body.organization), integration, ctx),
  }),
  operation({
    id: 'getIntegrationInstallationById',
    route: 'GET /v1/integrations/{integrationName}/installations/{installationId}',
    summary: 'Get an installation',
    on: installation,
    needs: 'manage',
    returns: Installation,
    run: ({ ctx, subject: installation }) => presentInstallation(installation, installation.of, ctx),
  }),
  operation({
    id: 'updateIntegrationInstallation',
    route: 'PATCH /v1/integrations/{integrationName}/installations/{installationId}',
    summary: 'Configure an installation',
    description:
      'Replaces the configuration. It must match the fields of the integration; only its own script can store more. Only people can change its spaces, its sites and its status.',
    on: installation,
    needs: 'manage',
    body: InstallationChanges,
    example: { configuration: { key: 'G-123' } },
    returns: Installation,
    run: async ({ ctx, subject: installation, body }) =>
      presentInstallation(await changeInstallation(ctx, installation, body), installation.of, ctx),
  }),
  operation({
    id: 'approveIntegrationInstallationScopes',
    route: 'POST /v1/integrations/{integrationName}/installations/{installationId}/scopes/approve',
    summary: 'Grant scopes that an installation requests',
    description:
      'A new version of an integration can request more scopes than were approved: `requestedScopes` of the installation. It runs without them until an admin grants them. Scopes that a version no longer requests are removed at once.',
    on: installation,
    needs: 'admin',
    body: ScopeApproval,
    example: { scopes: ['space:content:write'] },
    status: 200,
    returns: InstallationScopes,
    run: async ({ ctx, subject: installation, body }) =>
      presentScopes(await approveScopes(ctx, installation, body.scopes), installation.of),
  }),
  operation({
    id: 'uninstallIntegration',
    route: 'DELETE /v1/integrations/{integrationName}/installations/{installationId}',
    summary: 'Remove an installation',
    description: 'Removes it from the organization and all its spaces and sites.',
    on: installation,
    needs: 'remove',
    removesSubject: true,
    status: 205,
    run: ({ ctx, subject: installation }) => uninstallIntegration(ctx, installation),
  }),
  operation({
    id: 'createIntegrationInstallationToken',
    route: 'POST /v1/integrations/{integrationName}/installations/{installationId}/tokens',
    summary: 'Get a token of an installation',
    description:
      'Valid for an hour, in the organization of the installation, for the scopes of the installation.',
    access: SCRIPT_ONLY,
    on: installation,
    needs: 'actAsIntegration',
    writes: false,
    status: 200,
    returns: TemporaryToken,
    run: ({ ctx, subject: { id, of } }) => ({
      token: issueToken(ctx, of, { installation: id, isSettingUp: isSettingUp(ctx) }),
    }),
  }),
  operation({
    id: 'listOrganizationInstallations',
    route: 'GET /v1/orgs/{organizationId}/installations',
    summary: 'List the installations of an organization',
    on: integrationHolder,
    needs: 'installIntegration',
    query: InstallationSearch,
    returns: ListOf(OrganizationInstallation),
    run: async ({ ctx, subject: organization, query }) =>
      listOf(await organizationInstallations(ctx, organization, query), (shown) => shown),
  }),
  operation({
    id: 'listOrganizationIntegrationsStatus',
    route: 'GET /v1/orgs/{organizationId}/integrations/installations-status',
    summary: 'List the installed integrations of an organization, with their status',
    on: integrationHolder,
    needs: 'listInstallations',
    query: StatusFilters,
    returns: ListOf(InstalledIntegration),
    run: async ({ ctx, subject: organization, query }) =>
      listOf(await organizationStatuses(ctx, organization, query), (shown) => shown),
  }),
  operation({
    id: 'getOrganizationIntegrationStatus',
    route: 'GET /v1/orgs/{organizationId}/integrations/{integrationName}/installation_status',
    summary: 'Get how an installed integration is',
    on: integrationHolder,
    needs: 'listInstallations',
    returns: InstallationStatusAnswer,
    refuses: { 404: 'It is not installed there' },
    run: ({ ctx, subject: organization, params }) =>
      organizationStatus(ctx, organization, params.integrationName),
  }),
]
