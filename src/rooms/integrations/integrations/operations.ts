import { viewerOf } from '../../../kit/domain/context.ts'
import { signedIn } from '../../../kit/domain/subjects.ts'
import { ListOf, listOf, operation } from '../../../kit/http/operations/operation.ts'
import { integration, integrationHolder, withOwners } from './access.ts'
import { presentIntegration } from './present.ts'
import {
  endDevelopment,
  keepParts,
  publishIntegration,
  requirePublisher,
  startDevelopment,
  unpublishIntegration,
} from './publish-integration.ts'
import {
  DevelopmentMode,
  Integration,
  IntegrationFilters,
  IntegrationName,
  MEGABYTE,
  Publication,
} from './schema.ts'
import { listIntegrations } from './store.ts'

/** A script has more letters as JSON than by itself. */
const LARGEST_BODY = 32 * MEGABYTE

export const operations = [
  operation({
    id: 'listIntegrations',
    route: 'GET /v1/integrations',
    summary: 'List integrations',
    description: 'Public integrations and those of your organizations, by name.',
    on: signedIn,
    needs: 'ask',
    query: IntegrationFilters,
    returns: ListOf(Integration),
    run: async ({ ctx, query }) => {
      const page = await listIntegrations(ctx.db, { viewer: viewerOf(ctx.actor) }, query, query)
      return listOf({ ...page, rows: await withOwners(ctx, page.rows) }, (row) =>
        presentIntegration(row, ctx.links),
      )
    },
  }),
  operation({
    id: 'getIntegrationByName',
    route: 'GET /v1/integrations/{integrationName}',
    summary: 'Get an integration',
    on: integration,
    needs: 'view',
    returns: Integration,
    run: ({ ctx, subject: integration }) => presentIntegration(integration, ctx.links),
  }),
  operation({
    id: 'publishIntegration',
    route: 'POST /v1/integrations/{integrationName}',
    summary: 'Publish an integration, or a new version of it',
    description:
      'The name belongs to the organization that published it first. Installations run the new version from the next event on. To go back, publish the earlier script again.',
    access: 'Admins of the organization that publishes it',
    on: signedIn,
    needs: 'ask',
    names: { integrationName: IntegrationName },
    body: Publication,
    bodyLimit: LARGEST_BODY,
    example: {
      title: 'Word count',
      description: 'Counts the words of your pages.',
      scopes: ['space:content:read'],
      script: "export default { fetch: () => new Response('OK') }",
      organization: '01kx6m4t9c1e7h3k9n5q1s8v4x',
    },
    returns: Integration,
    refuses: {
      403: 'You are not an admin of this organization',
      404: 'Organization not found',
      409: 'The name belongs to another organization, or the organization has reached the limit of integrations',
    },
    before: async ({ ctx, body }) => {
      await requirePublisher(ctx, body.organization)
      return keepParts(ctx, body)
    },
    run: async ({ ctx, params, body, brought: parts }) =>
      presentIntegration(await publishIntegration(ctx, params.integrationName, body, parts), ctx.links),
  }),
  operation({
    id: 'unpublishIntegration',
    route: 'DELETE /v1/integrations/{integrationName}',
    summary: 'Take an integration back',
    description: 'Removes all its installations and frees its name.',
    on: integration,
    needs: 'admin',
    removesSubject: true,
    status: 204,
    run: ({ ctx, subject: integration }) => unpublishIntegration(ctx, integration),
  }),
  operation({
    id: 'setIntegrationDevelopmentMode',
    route: 'PUT /v1/integrations/{integrationName}/dev',
    summary: 'Run an integration from its author’s machine',
    description:
      'Sends its events to this URL until development ends; if the URL does not answer, the published version runs. Private addresses are refused unless this Quire allows them.',
    on: integration,
    needs: 'admin',
    body: DevelopmentMode,
    status: 204,
    run: ({ ctx, subject: integration, body }) => startDevelopment(ctx, integration, body),
  }),
  operation({
    id: 'disableIntegrationDevelopmentMode',
    route: 'DELETE /v1/integrations/{integrationName}/dev',
    summary: 'Run the published version of an integration again',
    on: integration,
    needs: 'admin',
    status: 205,
    run: ({ ctx, subject: integration }) => endDevelopment(ctx, integration),
  }),
  operation({
    id: 'listOrganizationIntegrations',
    route: 'GET /v1/orgs/{organizationId}/integrations',
    summary: 'List the integrations that an organization can install',
    description: 'Public integrations, its own, and those already installed, by name.',
    on: integrationHolder,
    needs: 'listIntegrations',
    query: IntegrationFilters,
    returns: ListOf(Integration),
    run: async ({ ctx, subject: { id: organizationId }, query }) => {
      const page = await listIntegrations(
        ctx.db,
        { viewer: viewerOf(ctx.actor), organizationId },
        query,
        query,
      )
      return listOf({ ...page, rows: await withOwners(ctx, page.rows) }, (row) =>
        presentIntegration(row, ctx.links),
      )
    },
  }),
]
