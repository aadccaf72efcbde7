import { type Static, Type } from 'typebox'
import { Paging } from '../../../kit/http/operations/operation.ts'
import { OneOf, Timestamp, Told } from '../../../kit/http/operations/shapes.ts'

const Url = Type.String({
  format: 'uri',
  maxLength: 2048,
  description: 'Where events are sent: an address with http or https that answers 2xx to a POST',
  examples: ['https://hooks.example.org/quire'],
})
const Description = Type.String({
  maxLength: 200,
  description: 'What it is for',
  examples: ['Tells the chat of the writers'],
})
const Patterns = Type.Array(
  Type.String({ maxLength: 100, description: 'A type of events, a family (`space.*`), or all (`*`)' }),
  {
    minItems: 1,
    maxItems: 100,
    description: 'What is sent: types of events (`site.published`), families (`space.*`), or all (`*`)',
    examples: [['change_request.*', 'site.published']],
  },
)
const Enabled = Type.Boolean({ description: 'Whether events are sent' })

const webhook = {
  object: Type.Literal('webhook', { description: 'Always `webhook`' }),
  id: Type.String({ description: 'Id of the webhook', examples: ['01kx6m7b2d5g8j1m4p7s0v3y6a'] }),
  url: Url,
  description: Description,
  events: Patterns,
  enabled: Enabled,
  disabledReason: Type.Optional(
    Type.String({
      description: 'Why Quire has disabled it',
      examples: ['Its receiver has taken nothing for a day'],
    }),
  ),
  failingSince: Type.Optional(Told(Timestamp, 'Since when its receiver has taken nothing')),
  createdAt: Told(Timestamp, 'When it was created'),
}

export type Webhook = Static<typeof Webhook>
export const Webhook = Type.Object(webhook, { title: 'Webhook' })

const Secret = Type.String({
  description: 'What deliveries are signed with, shown this once',
  examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='],
})

export const IssuedWebhook = Type.Object({ ...webhook, secret: Secret }, { title: 'IssuedWebhook' })

export type NewWebhook = Static<typeof NewWebhook>
export const NewWebhook = Type.Object({
  url: Url,
  events: Patterns,
  description: Type.Optional(Description),
})

export type WebhookChanges = Static<typeof WebhookChanges>
export const WebhookChanges = Type.Partial(
  Type.Object({ url: Url, events: Patterns, description: Description, enabled: Enabled }),
)

const Status = OneOf(['waiting', 'delivered', 'failed'], {
  description: '`waiting` for its first or next attempt, `delivered`, or `failed` for good',
})

export type WebhookDelivery = Static<typeof WebhookDelivery>
export const WebhookDelivery = Type.Object(
  {
    object: Type.Literal('webhook-delivery', { description: 'Always `webhook-delivery`' }),
    id: Type.String({
      description: 'Id of the delivery',
      examples: ['7d1f6c1e-3a0b-4f5e-9a77-5f0e2d4c8b16'],
    }),
    event: Type.String({
      description: 'Id of the event, which is the `webhook-id` of the request',
      examples: ['01kx6m7c8f1h4k7n0q3t6w9z2b'],
    }),
    type: Type.Optional(Type.String({ description: 'Type of the event', examples: ['team.created'] })),
    status: Status,
    attempts: Type.Integer({ description: 'How often it was sent', examples: [1] }),
    createdAt: Told(Timestamp, 'When it was to be sent first'),
    lastAttemptAt: Type.Optional(Told(Timestamp, 'When it was sent last')),
    nextAttemptAt: Type.Optional(Told(Timestamp, 'When it is sent next, at the earliest')),
    answer: Type.Optional(
      Type.Object(
        {
          status: Type.Integer({ description: 'The status of the answer', examples: [200] }),
          body: Type.String({ description: 'How the answer begins', examples: ['ok'] }),
        },
        { description: 'The last answer of the receiver' },
      ),
    ),
    error: Type.Optional(
      Type.String({
        description: 'Why the delivery failed',
        examples: ['hooks.example.org did not answer in full within 10 s'],
      }),
    ),
    milliseconds: Type.Optional(Type.Integer({ description: 'How long the receiver took', examples: [48] })),
  },
  { title: 'WebhookDelivery' },
)

export type DeliveryFilter = Omit<Static<typeof DeliveryFilter>, 'page'>
export const DeliveryFilter = Type.Object({ ...Paging.properties, status: Type.Optional(Status) })
