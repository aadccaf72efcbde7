import { type Static, Type } from 'typebox'
import { Paging } from '../../../kit/http/operations/operation.ts'
import { Id, OneOf, Timestamp, Told } from '../../../kit/http/operations/shapes.ts'

const ID = '01kx6m7c8f1h4k7n0q3t6w9z2b'

const Actor = Type.Object(
  {
    kind: OneOf(['user', 'integration', 'system'], {
      description: 'A user, the script of an integration, or Quire itself',
    }),
    id: Type.Optional(Told(Id, 'Id of the user; of an integration, who answers for it')),
    integration: Type.Optional(
      Type.String({
        description: 'Name of the integration, or `scim:` and the id of a SCIM token',
        examples: ['word-count'],
      }),
    ),
  },
  { description: 'Who did it', examples: [{ kind: 'user', id: '01kx6kz4r8v2m6q1w9c5x3t7ph' }] },
)

const fields = {
  object: Type.Literal('event', { description: 'Always `event`' }),
  id: Type.String({ description: 'Id of the event, the same everywhere', examples: [ID] }),
  type: Type.String({ description: 'What happened, as in `team.created`', examples: ['team.created'] }),
  createdAt: Told(Timestamp, 'When it happened'),
  actor: Actor,
  requestId: Type.Optional(
    Type.String({
      description: 'The request that did it, which finds it in the log of the service',
      examples: ['01kx6m7c8e5g2j9m6p3s0v7x4z'],
    }),
  ),
  organization: Type.Optional(
    Type.String({
      description: 'Id of the organization',
      examples: ['01kx6m0v9d4q8w2z7r5t3y1c6b'],
    }),
  ),
  resource: Type.Optional(
    Type.String({
      description: 'Id of the main resource; events of one resource keep their order',
      examples: ['01kx6kzn2j7d4s9g1f6k8b3y5c'],
    }),
  ),
  payload: Type.Record(Type.String(), Type.Unknown(), {
    description: 'Ids and small facts, by the type; never content',
    examples: [{ organizationId: '01kx6m0v9d4q8w2z7r5t3y1c6b', teamId: '01kx6kzn2j7d4s9g1f6k8b3y5c' }],
  }),
}

export type Event = Static<typeof Event>
export const Event = Type.Object(fields, { title: 'Event' })

export type EventFilter = Omit<Static<typeof EventFilter>, 'page'>
export const EventFilter = Type.Object({
  ...Paging.properties,
  type: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Only events of this type, or of a family of types, as in `space.*`',
    }),
  ),
  actor: Type.Optional(Told(Id, 'Only what this user did')),
  resource: Type.Optional(
    Told(Id, 'Only events that name this id: a space, a site, a change request, a user'),
  ),
  since: Type.Optional(Told(Timestamp, 'Only events of this time or later')),
})

export const StreamQuery = Type.Object({
  lastEventId: Type.Optional(
    Told(Id, 'Goes on behind this event; browsers send it as the header `Last-Event-ID`'),
  ),
  follow: Type.Boolean({
    default: true,
    description: 'Whether to wait for new events; otherwise the stream ends after the stored events',
  }),
})
