import { type Static, Type } from 'typebox'
import { Id, Told } from '../../../kit/http/operations/shapes.ts'

export const Destination = Type.Object({
  organization: Told(Id, 'Id of the organization that gets it'),
})

const BlockingSite = Type.Object({
  id: Type.String(),
  title: Type.String(),
  organization: Type.String(),
  spaces: Type.Array(Type.String({ examples: ['01kx6kzn2j7d4s9g1f6k8b3y5c'] }), {
    description: 'Ids of the spaces that it publishes of these',
  }),
})

export type TransferCheck = Static<typeof TransferCheck>
export const TransferCheck = Type.Object(
  {
    object: Type.Literal('transfer-check'),
    sites: Type.Array(BlockingSite, { description: 'Take it off these sites first' }),
    hiddenSites: Type.Integer({
      description: 'Further sites, which you cannot see; administrators of the organization can',
    }),
  },
  { title: 'TransferCheck' },
)
