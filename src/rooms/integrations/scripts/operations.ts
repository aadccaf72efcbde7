import { Type } from 'typebox'
import { invalid, notFound } from '../../../kit/domain/problems.ts'
import { ListOf, listOf, operation, Paging } from '../../../kit/http/operations/operation.ts'
import { site } from '../../sites/sites/access.ts'
import { itself } from '../installations/access.ts'
import { queueEvent } from '../installations/delivery/waiting-events.ts'
import { deliveriesOf, deliveryOf } from '../installations/find-installations.ts'
import { integration } from '../integrations/access.ts'
import { readEncodedRequest } from './blocks/encoded-request.ts'
import { render } from './blocks/render-component.ts'
import { scriptsOfSite } from './policy/site-scripts.ts'
import { presentDelivery } from './present.ts'
import { EncodedRenderRequest, RenderOutput, RenderRequest, SiteIntegrationScript } from './schema.ts'
import { Delivery, DeliveryTrace, NewTask } from './schema-deliveries.ts'

const RENDERS = {
  503: 'The script failed',
}
const RENDER_ACCESS = 'Everyone who can read the space; only admins for configurations'

export const operations = [
  operation({
    id: 'listSiteIntegrationScripts',
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/integration-scripts',
    summary: 'List the scripts that integrations put into the pages of a site',
    on: site,
    needs: 'view',
    returns: Type.Array(SiteIntegrationScript),
    run: ({ ctx, subject: site }) => scriptsOfSite(ctx, site),
  }),
  operation({
    id: 'renderIntegrationUIWithPost',
    route: 'POST /v1/integrations/{integrationName}/render',
    summary: 'Show a component of an integration',
    access: RENDER_ACCESS,
    on: integration,
    needs: 'view',
    forVisitors: true,
    writes: false,
    status: 200,
    body: RenderRequest,
    returns: RenderOutput,
    isVerbatim: true,
    refuses: RENDERS,
    run: ({ ctx, subject: integration, body }) => render(ctx, integration, body),
  }),
  operation({
    id: 'renderIntegrationUIWithGet',
    route: 'GET /v1/integrations/{integrationName}/render',
    summary: 'Render a component of an integration, with the request in the URL',
    access: RENDER_ACCESS,
    on: integration,
    needs: 'view',
    forVisitors: true,
    query: EncodedRenderRequest,
    returns: RenderOutput,
    isVerbatim: true,
    refuses: RENDERS,
    run: ({ ctx, subject: integration, query }) =>
      render(ctx, integration, readEncodedRequest(query.request)),
  }),
  operation({
    id: 'queueIntegrationTask',
    route: 'POST /v1/integrations/{integrationName}/tasks',
    summary: 'Send an event to an integration later',
    access: 'The script of the integration, with its own token',
    on: itself,
    needs: 'actAsIntegration',
    body: NewTask,
    example: { task: { type: 'count', page: 'home' }, schedule: 60 },
    status: 204,
    run: async ({ ctx, subject: { name }, body: { task, schedule = 0 } }) => {
      if (JSON.stringify(task).length > 64 * 1024)
        throw invalid('body.task has more than 64 KB', { field: 'body.task' })
      const event = { type: 'task', task }
      const dueAt = new Date(ctx.clock.now().getTime() + schedule * 1000)
      await queueEvent(ctx, { integration: name, event }, dueAt)
    },
  }),
  operation({
    id: 'listIntegrationEvents',
    route: 'GET /v1/integrations/{integrationName}/events',
    summary: 'List the events sent to the script of an integration',
    description:
      'The newest first; kept for two weeks. Events that the script has no handler for are left out.',
    access: 'Admins of the organization that published it',
    on: integration,
    needs: 'viewDeliveries',
    query: Paging,
    returns: ListOf(Delivery),
    run: async ({ ctx, subject: { name }, query }) =>
      listOf(await deliveriesOf(ctx, name, query), (row) => presentDelivery(row, ctx)),
  }),
  operation({
    id: 'getIntegrationEvent',
    route: 'GET /v1/integrations/{integrationName}/events/{eventId}',
    summary: 'Get an event sent to a script, with its log',
    access: 'Admins of the organization that published it',
    on: integration,
    needs: 'viewDeliveries',
    returns: DeliveryTrace,
    refuses: { 404: 'Event not found, or older than two weeks' },
    run: async ({ ctx, subject: { name }, params }) => {
      const row = await deliveryOf(ctx, name, params.eventId)
      if (!row) throw notFound('event')
      return { event: presentDelivery(row, ctx), trace: { logs: row.logs } }
    },
  }),
]
