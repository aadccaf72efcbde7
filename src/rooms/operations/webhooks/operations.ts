import { ListOf, listOf, operation, Paging } from '../../../kit/http/operations/operation.ts'
import { organization } from '../../people/organizations/access.ts'
import { webhook, webhookDelivery } from './access.ts'
import { presentDelivery, presentWebhook } from './present.ts'
import {
  DeliveryFilter,
  IssuedWebhook,
  NewWebhook,
  Webhook,
  WebhookChanges,
  WebhookDelivery,
} from './schema.ts'
import { listDeliveries, listWebhooks } from './store.ts'
import {
  changeWebhook,
  createWebhook,
  removeWebhook,
  replayDelivery,
  rotateSecret,
  testWebhook,
} from './webhooks.ts'

export const operations = [
  operation({
    id: 'listWebhooks',
    route: 'GET /v1/orgs/{organizationId}/webhooks',
    summary: 'List the webhooks of an organization',
    on: organization,
    needs: 'admin',
    query: Paging,
    returns: ListOf(Webhook),
    run: async ({ ctx, subject, query }) =>
      listOf(await listWebhooks(ctx.db, subject.id, query), presentWebhook),
  }),
  operation({
    id: 'createWebhook',
    route: 'POST /v1/orgs/{organizationId}/webhooks',
    summary: 'Create a webhook',
    description:
      'Events are sent to its address as they happen, at least once each, in order for each resource, signed by the rules of [Standard Webhooks](https://www.standardwebhooks.com). The same `webhook-id` is the same event. What is not answered with 2xx within 10 seconds is sent again, with growing pauses, for a day; then the webhook is disabled. Redirects are not followed.',
    on: organization,
    needs: 'admin',
    body: NewWebhook,
    example: { url: 'https://hooks.example.org/quire', events: ['change_request.*', 'site.published'] },
    status: 201,
    returns: IssuedWebhook,
    refuses: { 409: 'The organization has as many webhooks as it may have' },
    location: (made, { organizationId }) => `/v1/orgs/${organizationId}/webhooks/${made.id}`,
    run: async ({ ctx, subject, body }) => {
      const { row, secret } = await createWebhook(ctx, subject.id, body)
      return { ...presentWebhook(row), secret }
    },
  }),
  operation({
    id: 'getWebhook',
    route: 'GET /v1/orgs/{organizationId}/webhooks/{webhookId}',
    summary: 'Get a webhook',
    on: webhook,
    needs: 'view',
    returns: Webhook,
    run: ({ subject }) => presentWebhook(subject),
  }),
  operation({
    id: 'updateWebhook',
    route: 'PATCH /v1/orgs/{organizationId}/webhooks/{webhookId}',
    summary: 'Change, enable or disable a webhook',
    description: 'What waits when it is disabled is not sent any more; it can be replayed afterwards.',
    on: webhook,
    needs: 'admin',
    body: WebhookChanges,
    example: { enabled: true },
    returns: Webhook,
    run: async ({ ctx, subject, body }) => presentWebhook(await changeWebhook(ctx, subject, body)),
  }),
  operation({
    id: 'deleteWebhook',
    route: 'DELETE /v1/orgs/{organizationId}/webhooks/{webhookId}',
    summary: 'Delete a webhook',
    on: webhook,
    needs: 'admin',
    removesSubject: true,
    status: 205,
    run: ({ ctx, subject }) => removeWebhook(ctx, subject),
  }),
  operation({
    id: 'rotateWebhookSecret',
    route: 'POST /v1/orgs/{organizationId}/webhooks/{webhookId}/rotate-secret',
    summary: 'Give a webhook a new secret',
    description: 'For a day deliveries are signed with the new secret and with the one before.',
    on: webhook,
    needs: 'admin',
    returns: IssuedWebhook,
    run: async ({ ctx, subject }) => {
      const { row, secret } = await rotateSecret(ctx, subject)
      return { ...presentWebhook(row), secret }
    },
  }),
  operation({
    id: 'testWebhook',
    route: 'POST /v1/orgs/{organizationId}/webhooks/{webhookId}/test',
    summary: 'Send a webhook an event to try it',
    description: 'Sends `webhook.tested` to this webhook alone; its deliveries show what came of it.',
    on: webhook,
    needs: 'admin',
    refuses: { 409: 'The webhook is disabled' },
    run: ({ ctx, subject }) => testWebhook(ctx, subject),
  }),
  operation({
    id: 'listWebhookDeliveries',
    route: 'GET /v1/orgs/{organizationId}/webhooks/{webhookId}/deliveries',
    summary: 'List the deliveries of a webhook',
    description: 'Newest first, with the last answer of the receiver. Deliveries are kept for thirty days.',
    on: webhook,
    needs: 'view',
    query: DeliveryFilter,
    returns: ListOf(WebhookDelivery),
    run: async ({ ctx, subject, query }) =>
      listOf(await listDeliveries(ctx.db, subject.id, query), presentDelivery),
  }),
  operation({
    id: 'getWebhookDelivery',
    route: 'GET /v1/orgs/{organizationId}/webhooks/{webhookId}/deliveries/{deliveryId}',
    summary: 'Get a delivery',
    on: webhookDelivery,
    needs: 'view',
    returns: WebhookDelivery,
    run: ({ subject }) => presentDelivery(subject),
  }),
  operation({
    id: 'replayWebhookDelivery',
    route: 'POST /v1/orgs/{organizationId}/webhooks/{webhookId}/deliveries/{deliveryId}/replay',
    summary: 'Send a delivery again',
    description:
      'As a new delivery of the same event, behind what waits. The receiver knows it by its `webhook-id`.',
    on: webhookDelivery,
    needs: 'admin',
    refuses: { 409: 'The webhook is disabled, or the event is not kept any more' },
    run: ({ ctx, subject }) => replayDelivery(ctx, subject),
  }),
]
