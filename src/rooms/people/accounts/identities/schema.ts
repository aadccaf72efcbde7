import { type Static, Type } from 'typebox'
import { Timestamp } from '../../../../kit/http/operations/shapes.ts'

export type Identity = Static<typeof Identity>
export const Identity = Type.Object(
  {
    object: Type.Literal('identity'),
    id: Type.String({ description: 'Id of the identity', examples: ['01m7qpqfvwc4dfs43s8rc8d880'] }),
    provider: Type.String({ description: 'Name of the provider', examples: ['Example ID'] }),
    issuer: Type.String({ description: 'Who issued it', examples: ['https://id.example.org'] }),
    subject: Type.String({
      description: 'What the issuer calls the person, for good',
      examples: ['248289761001'],
    }),
    email: Type.String({
      description: 'The e-mail address there when it was linked',
      examples: ['ada@example.org'],
    }),
    createdAt: Timestamp,
    lastUsedAt: Timestamp,
  },
  { title: 'Identity' },
)
