import { Type } from 'typebox'
import { Id, OneOf, Open, Timestamp, Told } from '../../../kit/http/operations/shapes.ts'

const Plain = (description: string, example: object) =>
  Open<Record<string, unknown>>({ description, examples: [example] })

export const NewTask = Type.Object({
  task: Plain('The event for the script', { count: 'home' }),
  schedule: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 86_400,
      default: 0,
      description: 'Seconds to wait before',
      examples: [60],
    }),
  ),
})

export const Delivery = Type.Object(
  {
    id: Told(Id, 'The same as `eventId` in the payload'),
    integrationId: Type.String({ description: 'Name of the integration', examples: ['word-count'] }),
    installationId: Type.Optional(Told(Id, 'Id of the installation it was for')),
    createdAt: Timestamp,
    payload: Plain('The event', {
      eventId: '01kx6m7b8d4f0h6k2n8q4s1v7x',
      type: 'space_content_updated',
      spaceId: '01kx6m1f3kzq7p5v9s2d8w4h6n',
    }),
    status: OneOf(['success', 'failed'], {
      description: 'Whether the script answered well',
      examples: ['success'],
    }),
  },
  { title: 'IntegrationEvent' },
)

export const DeliveryTrace = Type.Object({
  event: Delivery,
  trace: Type.Object(
    {
      logs: Type.Array(
        Type.Object({
          message: Type.String({ description: 'What it wrote', examples: ['Counted 12 words'] }),
          timestamp: Timestamp,
          level: OneOf(['debug', 'info', 'warn', 'error'], { description: 'How', examples: ['info'] }),
        }),
        { description: 'In the order of writing' },
      ),
    },
    { description: 'The console output of the script' },
  ),
})
