// The log in the words of clients that call it audit events.
import { type Static, Type } from 'typebox'
import { Paging } from '../../../kit/http/operations/operation.ts'
import { Address, Id, OneOf, Timestamp, Told } from '../../../kit/http/operations/shapes.ts'

const fields = {
  object: Type.Literal('audit-event'),
  id: Type.String({ examples: ['01kx6m7c8f1h4k7n0q3t6w9z2b'] }),
  occurredAt: Told(Timestamp, 'When it happened'),
  action: Type.String({ description: 'What happened', examples: ['team.created'] }),
  actor: Type.Object(
    {
      type: OneOf(['user', 'integration', 'system'], { description: 'What kind of actor it is' }),
      id: Type.String({
        description:
          'Id of the user, name of the integration, `scim:` and the id of a SCIM token, or `system`',
        examples: ['01kx6kz4r8v2m6q1w9c5x3t7ph'],
      }),
    },
    { description: 'Who did it' },
  ),
  source: OneOf(['api', 'integration', 'workflow'], {
    description: 'A request, a script, or work in the background',
  }),
  target: Type.Object(
    {
      type: Type.String({ description: 'What kind of thing it is', examples: ['team'] }),
      id: Type.String({ description: 'Its id', examples: ['01kx6kzn2j7d4s9g1f6k8b3y5c'] }),
      name: Type.Optional(
        Type.String({
          description:
            'What it is called now, or what it belongs to: a comment has the subject of its change request. Absent if it no longer exists in the organization',
          examples: ['Writers'],
        }),
      ),
      space: Type.Optional(
        Type.String({ description: 'Id of the space it is in', examples: ['01kx6kzn2j7d4s9g1f6k8b3y5d'] }),
      ),
      site: Type.Optional(
        Type.String({
          description: 'Id of the site it is part of',
          examples: ['01kx6kzn2j7d4s9g1f6k8b3y5e'],
        }),
      ),
      inTrash: Type.Optional(
        Type.Boolean({ description: 'True if the space, or the space it is in, is in the trash' }),
      ),
    },
    { description: 'The affected resource' },
  ),
  urls: Type.Object({ location: Address }),
}

export type AuditEvent = Static<typeof AuditEvent>
export const AuditEvent = Type.Object(fields, { title: 'AuditEvent' })

export type AuditEventDetails = Static<typeof AuditEventDetails>
export const AuditEventDetails = Type.Object(
  {
    ...fields,
    correlationId: Type.Optional(
      Type.String({ description: 'The request that did it', examples: ['01kx6m7c8e5g2j9m6p3s0v7x4z'] }),
    ),
    schemaVersion: Type.Integer({ description: 'Always 1', examples: [1] }),
    payload: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Ids and small facts, by the action; never content',
      examples: [{ teamId: '01kx6kzn2j7d4s9g1f6k8b3y5c' }],
    }),
  },
  { title: 'AuditEventDetails' },
)

export const AuditEventActions = Type.Object({
  items: Type.Array(
    Type.Object(
      {
        object: Type.Literal('audit-event-action'),
        id: Type.String({ description: 'What events call it', examples: ['team.created'] }),
        label: Type.String({ description: 'What it means', examples: ['A team was created'] }),
      },
      { title: 'AuditEventAction' },
    ),
  ),
})

export type AuditFilter = Omit<Static<typeof AuditFilter>, 'page'>
export const AuditFilter = Type.Object({
  ...Paging.properties,
  from: Type.Optional(Told(Timestamp, 'Only events of this time or later')),
  to: Type.Optional(Told(Timestamp, 'Only events of this time or earlier')),
  action: Type.Optional(Type.String({ maxLength: 100, description: 'Only events of this action' })),
  actor: Type.Optional(Told(Id, 'Only what this user did')),
  target: Type.Optional(Told(Id, 'Only events that name this id')),
})
