import { type Static, Type } from 'typebox'
import type { VisitorSchema } from '../../../engines/adaptive/visitor-schema.ts'
import { Id, OneOf, Open, StringOrNull, Timestamp, Told } from '../../../kit/http/operations/shapes.ts'

const Name = Type.String({
  maxLength: 50,
  description: 'A label for the link; hidden from readers',
  examples: ['Partners'],
})
const Active = Type.Boolean({
  description: 'Whether the link works',
})

export type ShareLink = Static<typeof ShareLink>
export const ShareLink = Type.Object(
  {
    object: Type.Literal('share-link'),
    id: Type.String({ examples: ['01kx6m5b4g8j2n6q0s3v7x1z5c'] }),
    createdAt: Timestamp,
    lastUsedAt: Type.Optional(Timestamp),
    name: Name,
    active: Active,
    urls: Type.Object({
      published: Type.Optional(
        Type.String({
          description: 'The secret URL, once the site is published: anyone with it can read the site',
          examples: ['https://docs.example.org/sites/acme-docs/4Zk1b8VxqT0mRj7Ws2LdHc9uYnEp3Gfa/'],
        }),
      ),
    }),
  },
  { title: 'ShareLink' },
)

export const NewShareLink = Type.Object({ name: Name })

export type ShareLinkChanges = Static<typeof ShareLinkChanges>
export const ShareLinkChanges = Type.Partial(Type.Object({ active: Active, name: Name }), {
  minProperties: 1,
})

const Backend = OneOf(['custom', 'integration', 'account'], {
  description:
    'Who signs visitors in: your own backend, which signs tokens with the key; an integration; or Quire itself, for members of the organization with their account',
})
const Guests = Type.Boolean({
  description: 'With `account`: whether guests of the organization can read the whole site too',
})
const Integration = Type.String({ minLength: 1, maxLength: 100, description: 'Name of the integration' })

export type PublishingAuth = Static<typeof PublishingAuth>
export const PublishingAuth = Type.Object(
  {
    object: Type.Literal('publishing-auth'),
    privateKey: Type.String({
      description: 'The key for visitor tokens (HS256, the bytes of this text). Keep it secret',
      examples: ['b7Qm2XzK9sLw4TfV1nRc8YhJ6pDg3EaUo5iHkM0xZqWvBtC2yN7rSdFjG4lPuA9e'],
    }),
    fallbackURL: Type.Optional(
      Type.String({
        format: 'uri',
        description: 'Where visitors without a valid token are redirected',
        examples: ['https://example.org/login'],
      }),
    ),
    integration: Type.Optional(Told(Integration, 'Name of the integration')),
    backend: Backend,
    guests: Type.Optional(Guests),
  },
  { title: 'SitePublishingAuth' },
)

export type PublishingAuthChanges = Static<typeof PublishingAuthChanges>
export const PublishingAuthChanges = Type.Object({
  backend: Backend,
  fallbackURL: Type.Optional(
    StringOrNull({
      maxLength: 2048,
      description:
        'Where visitors without a valid token are redirected: an http or https URL; `location` is added, the path to return to. Null removes it',
    }),
  ),
  integration: Type.Optional(Told(Id, 'Name of the integration that signs visitors in')),
  guests: Type.Optional(Guests),
})

const JsonSchema = Open<VisitorSchema>({
  description:
    'A JSON Schema of draft 07: an object of booleans, numbers, texts, lists of these, and objects, each with a `description`. Unsigned claims are below `unsigned`',
  examples: [
    {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: {
        isBetaUser: { type: 'boolean', description: 'Takes part in the beta' },
        unsigned: {
          type: 'object',
          description: 'Unsigned claims of the site visitor.',
          properties: {
            language: { type: 'string', enum: ['en', 'de'], description: 'The language of the visitor' },
          },
          additionalProperties: false,
        },
      },
      additionalProperties: false,
    },
  ],
})

export type AdaptiveSchema = Static<typeof AdaptiveSchema>
export const AdaptiveSchema = Type.Object(
  {
    object: Type.Literal('site-adaptive-schema'),
    jsonSchema: JsonSchema,
    updatedAt: Timestamp,
  },
  { title: 'SiteAdaptiveSchema' },
)

export const NewAdaptiveSchema = Type.Object({
  jsonSchema: Type.Unsafe<unknown>(JsonSchema),
})

export const TemplateConditions = Type.Object({
  items: Type.Array(
    Type.Object(
      {
        description: Type.String({ examples: ['Takes part in the beta'] }),
        condition: Type.String({ examples: ['visitor.claims.isBetaUser'] }),
      },
      { title: 'SiteAdaptiveTemplateCondition' },
    ),
  ),
})
