// What receivers get, for the document of the API.
import { Type } from 'typebox'
import { EVENTS } from '../../../kit/domain/event-shapes.ts'
import { Event } from '../events/schema.ts'

/** Events of an organization; those that belong to none are sent to nobody. */
export const sentMessages = Object.entries(EVENTS)
  .filter(([, { payload }]) => 'organizationId' in payload.properties)
  .map(([name, { about, payload }]) => ({
    name,
    summary: about,
    body: Type.Intersect([
      Event,
      Type.Object({ type: Type.Literal(name, { description: 'What happened' }), payload }),
    ]),
  }))
