import type { ReadContext } from '../../../kit/domain/context.ts'
import { subject } from '../../../kit/domain/subjects.ts'
import {
  organization,
  organizationAbilities,
  type SeenOrganization,
} from '../../people/organizations/access.ts'
import { findDelivery, findWebhook, type ListedDelivery, type WebhookRow } from './store.ts'

export type SeenWebhook = WebhookRow & { organization: SeenOrganization }
export type SeenDelivery = ListedDelivery & { webhook: SeenWebhook }

type WebhookParams = { organizationId: string; webhookId: string }

async function findSeen(ctx: ReadContext, { organizationId, webhookId }: WebhookParams) {
  const found = await organization.find(ctx, { organizationId })
  const row = found && (await findWebhook(ctx.db, organizationId, webhookId))
  return row && found && { ...row, organization: found }
}

/** Webhooks tell all that happens in an organization: they are a matter of its admins. */
function abilities({ organization }: SeenWebhook) {
  const { admin } = organizationAbilities(organization.standing)
  return { view: admin, admin }
}

export const webhook = subject({ name: 'webhook', find: findSeen, abilities })

export const webhookDelivery = subject({
  name: 'delivery',
  find: async (
    ctx,
    { deliveryId, ...params }: WebhookParams & { deliveryId: string },
  ): Promise<SeenDelivery | undefined> => {
    const found = await findSeen(ctx, params)
    const row = found && (await findDelivery(ctx.db, found.id, deliveryId))
    return row && found && { ...row, webhook: found }
  },
  abilities: ({ webhook }: SeenDelivery) => abilities(webhook),
})
