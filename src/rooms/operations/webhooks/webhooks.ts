import type { WriteContext } from '../../../kit/domain/context.ts'
import { isEventPattern } from '../../../kit/domain/events.ts'
import { conflict, invalid, notFound } from '../../../kit/domain/problems.ts'
import { webhookSecret } from '../../../world/network/webhook-signature.ts'
import { lockOrganization } from '../../people/organizations/organizations.ts'
import type { SeenDelivery } from './access.ts'
import type { NewWebhook, WebhookChanges } from './schema.ts'
import {
  countWebhooks,
  deleteWebhook,
  failWaiting,
  insertWebhook,
  lockWebhook,
  repeatDelivery,
  updateWebhook,
  type WebhookRow,
} from './store.ts'

const MOST = 50
/** How long the secret before signs too. */
const OVERLAP = 24 * 60 * 60 * 1000

type WebhookKey = Pick<WebhookRow, 'id' | 'organizationId'>

export async function createWebhook(ctx: WriteContext, organizationId: string, wanted: NewWebhook) {
  requireAddress(wanted.url)
  requirePatterns(wanted.events)
  await lockOrganization(ctx, organizationId)
  if ((await countWebhooks(ctx.db, organizationId)) >= MOST)
    throw conflict(`An organization has at most ${MOST} webhooks: delete one that nobody uses`, {
      limit: MOST,
    })
  const secret = webhookSecret(ctx.ids.secret())
  const row = await insertWebhook(ctx.db, {
    id: ctx.ids.next(),
    organizationId,
    url: wanted.url,
    description: wanted.description ?? '',
    events: wanted.events,
    secret: ctx.vault.seal(secret),
    earlierSecret: null,
    earlierUntil: null,
    isEnabled: true,
    disabledReason: null,
    createdBy: ctx.actor.id || null,
    createdAt: ctx.clock.now(),
    failingSince: null,
    dueAt: null,
    claimedUntil: null,
  })
  await ctx.emit('webhook.created', factOf(row))
  return { row, secret }
}

export async function changeWebhook(ctx: WriteContext, key: WebhookKey, changes: WebhookChanges) {
  const { url, events, description, enabled } = changes
  if (url !== undefined) requireAddress(url)
  if (events !== undefined) requirePatterns(events)
  const locked = await lockWebhook(ctx.db, key.id)
  if (!locked) throw notFound('webhook')
  const isStopped = enabled === false && locked.isEnabled
  if (isStopped) await failWaiting(ctx.db, key.id, 'The webhook was disabled')
  const row = await updateWebhook(ctx.db, key.id, {
    url,
    events,
    description,
    isEnabled: enabled,
    // Whoever enables it says that its receiver is mended.
    ...(enabled !== undefined && {
      disabledReason: null,
      failingSince: null,
      dueAt: enabled ? undefined : null,
    }),
  })
  if (!row) throw notFound('webhook')
  await ctx.emit('webhook.changed', { ...factOf(key), fields: Object.keys(changes) })
  return row
}

export async function removeWebhook(ctx: WriteContext, key: WebhookKey) {
  const isRemoved = await deleteWebhook(ctx.db, key.id)
  if (isRemoved) await ctx.emit('webhook.removed', factOf(key))
  return isRemoved
}

/** The new secret; the one before signs too for a day, so that receivers have time to learn it. */
export async function rotateSecret(ctx: WriteContext, key: WebhookKey) {
  const locked = await lockWebhook(ctx.db, key.id)
  if (!locked) throw notFound('webhook')
  const secret = webhookSecret(ctx.ids.secret())
  const row = await updateWebhook(ctx.db, key.id, {
    secret: ctx.vault.seal(secret),
    earlierSecret: locked.secret,
    earlierUntil: new Date(ctx.clock.now().getTime() + OVERLAP),
  })
  if (!row) throw notFound('webhook')
  await ctx.emit('webhook.secret_rotated', factOf(key))
  return { row, secret }
}

/** Sends an event about nothing, to this one alone. */
export async function testWebhook(ctx: WriteContext, webhook: WebhookRow) {
  requireEnabled(webhook)
  await ctx.emit('webhook.tested', factOf(webhook))
}

export async function replayDelivery(ctx: WriteContext, { webhook, ...delivery }: SeenDelivery) {
  requireEnabled(webhook)
  if (delivery.type === null) throw conflict('The event of this delivery is no longer stored')
  const deliveryId = await repeatDelivery(ctx.db, delivery, ctx.clock.now())
  await ctx.emit('webhook.replayed', { ...factOf(webhook), deliveryId })
  return deliveryId
}

function requireEnabled({ isEnabled }: WebhookRow) {
  if (!isEnabled) throw conflict('This webhook is disabled: enable it first')
}

function requireAddress(url: string) {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw invalid('body.url must be a URL that begins with https:// or http://', { field: 'body.url' })
}

function requirePatterns(events: string[]) {
  const at = events.findIndex((pattern) => !isEventPattern(pattern))
  if (at >= 0)
    throw invalid(
      `body.events.${at} must be a type of events, as in team.created, a family, as in team.*, or *`,
      {
        field: `body.events.${at}`,
      },
    )
}

function factOf({ organizationId, id }: WebhookKey) {
  return { organizationId, webhookId: id }
}
