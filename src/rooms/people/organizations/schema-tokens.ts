import { type Static, Type } from 'typebox'
import { Id, Told } from '../../../kit/http/operations/shapes.ts'
import { ApiToken } from '../identity/schema.ts'

export type OrganizationToken = Static<typeof OrganizationToken>
export const OrganizationToken = Type.Object(
  {
    ...ApiToken.properties,
    owner: Type.Object({
      id: Told(Id, 'Id of the user'),
      displayName: Type.String({ examples: ['Maria'] }),
      email: Type.String({ examples: ['maria@example.org'] }),
    }),
  },
  { title: 'OrganizationApiToken' },
)
