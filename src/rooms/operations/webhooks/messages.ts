// What receivers get, for the document of the API.
import { Type } from 'typebox'
import { CATALOGUE, isEventType, payloadOf } from '../../../kit/domain/event-catalogue.ts'
import { Event } from '../events/schema.ts'

/** Events of an organization; those that belong to none are sent to nobody. */
const sent = Object.keys(CATALOGUE)
  .filter(isEventType)
  .filter((type) => CATALOGUE[type].some((field) => field === 'organizationId'))

export const sentMessages = sent.map((type) => ({
  name: type,
  summary: CATALOGUE[type][0],
  body: Type.Unsafe<unknown>({
    allOf: [
      Event,
      Type.Object({ type: Type.Literal(type, { description: 'What happened' }), payload: payloadOf(type) }),
    ],
  }),
}))
