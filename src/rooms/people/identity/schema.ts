import { type Static, Type } from 'typebox'
import { GROUP_NAMES, TOKEN_SCOPES } from '../../../kit/domain/token-scopes.ts'
import { Address, OneOf, Timestamp, Told } from '../../../kit/http/operations/shapes.ts'

const DisplayName = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'The name that others see',
})
export const Email = Type.String({
  format: 'email',
  maxLength: 254,
  description: 'The e-mail by which a person is known; unique in this installation',
})
const Photo = Told(Address, 'Where a picture of the person is')
const Label = Type.String({
  minLength: 1,
  maxLength: 50,
  pattern: '\\S',
  description: 'What the token is for, so that you know it again in the list; at least one visible character',
})

export type User = Static<typeof User>
export const User = Type.Object(
  {
    object: Type.Literal('user'),
    id: Type.String(),
    displayName: Type.String(),
    email: Type.Optional(Type.String()),
    photoURL: Type.Optional(Type.String()),
    urls: Type.Object({ location: Type.String() }),
  },
  { title: 'User' },
)

export type NewUser = Static<typeof NewUser>
export const NewUser = Type.Object({
  email: Email,
  displayName: Type.Optional(DisplayName),
  photoURL: Type.Optional(Photo),
})

export type UserChanges = Static<typeof UserChanges>
export const UserChanges = Type.Partial(Type.Object({ displayName: DisplayName, photoURL: Photo }))

export type NewPicture = Static<typeof NewPicture>
export const NewPicture = Type.Object({
  picture: Type.String({
    minLength: 1,
    maxLength: 2_900_000,
    description:
      'A PNG, JPEG, GIF or WebP of at most 2 MB in base64, also as a `data:` URL. It is cut to a square and scaled down to 256 pixels; a WebP is kept as it is and has at most 1024 by 1024',
  }),
})

const apiToken = {
  object: Type.Literal('api-token'),
  id: Type.String(),
  label: Type.String(),
  createdAt: Timestamp,
  expiresAt: Type.Optional(Timestamp),
  lastUsedAt: Type.Optional(Timestamp),
  scopes: Type.Optional(
    Type.Array(Type.String({ examples: ['space:read'] }), {
      description: 'What the token is limited to; missing where it may do all that its owner may',
    }),
  ),
}

export type ApiToken = Static<typeof ApiToken>
export const ApiToken = Type.Object(apiToken, { title: 'ApiToken' })

export const IssuedApiToken = Type.Object(
  { ...apiToken, token: Type.String({ description: 'The secret; shown this once and never again' }) },
  { title: 'IssuedApiToken' },
)

export type NewApiToken = Static<typeof NewApiToken>
export const NewApiToken = Type.Object({
  label: Label,
  expiresAt: Type.Optional(
    Type.String({ format: 'date-time', description: 'When it stops to work; never, if left out' }),
  ),
  scopes: Type.Optional(
    Type.Array(OneOf([...GROUP_NAMES, ...TOKEN_SCOPES], { examples: ['content'] }), {
      minItems: 1,
      maxItems: 40,
      description:
        'What the token is limited to: `read`, `content` (read and write spaces and specifications), `review` (that, and merge), `administration` (everything), or single scopes. Everything, if left out',
    }),
  ),
})
