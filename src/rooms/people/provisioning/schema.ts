// Resources of SCIM (RFC 7643). What directories send beside this is taken and not kept.
import { type Static, Type } from 'typebox'
import { LONGEST } from './filters/filter.ts'

const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User'
const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const SCHEMAS = {
  user: USER_SCHEMA,
  group: GROUP_SCHEMA,
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  patch: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
} as const

export const MOST_RESULTS = 200
/** Lists of groups with their members are longer. */
export const MOST_GROUPS = 20
export const MOST_MEMBERS = 5_000
export const BODY_LIMIT = 1024 * 1024

const Id = Type.String({ examples: ['01kx6kz4r8v2m6q1w9c5x3t7ph'] })
const schemas = (example: string) => Type.Array(Type.String({ examples: [example] }))
const Meta = (resourceType: string) =>
  Type.Object({
    resourceType: Type.String({ examples: [resourceType] }),
    created: Type.String({ examples: ['2026-11-18T09:00:00.000Z'] }),
    lastModified: Type.String({ examples: ['2026-11-18T09:00:00.000Z'] }),
    location: Type.String({
      examples: [
        'https://docs.example.org/scim/v2/orgs/01kx6m0v9d4q8w2z7r5t3y1c6b/Users/01kx6kz4r8v2m6q1w9c5x3t7ph',
      ],
    }),
  })

export type ScimUser = Static<typeof ScimUser>
export const ScimUser = Type.Object(
  {
    schemas: schemas(USER_SCHEMA),
    id: Id,
    externalId: Type.Optional(Type.String({ examples: ['00ujl29u0le5T6Aj10h7'] })),
    userName: Type.String({ examples: ['maria@example.org'] }),
    name: Type.Object({
      formatted: Type.Optional(Type.String({ examples: ['Maria Lopez'] })),
      givenName: Type.Optional(Type.String({ examples: ['Maria'] })),
      familyName: Type.Optional(Type.String({ examples: ['Lopez'] })),
    }),
    displayName: Type.String({ examples: ['Maria Lopez'] }),
    emails: Type.Array(
      Type.Object({
        value: Type.String({ examples: ['maria@example.org'] }),
        type: Type.String({ examples: ['work'] }),
        primary: Type.Boolean(),
      }),
    ),
    active: Type.Boolean({
      description: 'Whether they are a member who is not suspended, or are asked to become one',
    }),
    groups: Type.Array(Type.Object({ value: Id, display: Type.String({ examples: ['Writers'] }) })),
    meta: Meta('User'),
  },
  { title: 'ScimUser' },
)

export type ScimGroup = Static<typeof ScimGroup>
export const ScimGroup = Type.Object(
  {
    schemas: schemas(GROUP_SCHEMA),
    id: Id,
    externalId: Type.Optional(Type.String({ examples: ['8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159'] })),
    displayName: Type.String({ examples: ['Writers'] }),
    members: Type.Array(Type.Object({ value: Id, display: Type.String({ examples: ['Maria Lopez'] }) })),
    meta: Meta('Group'),
  },
  { title: 'ScimGroup' },
)

/** Some attributes of them, as asked for. */
export const PartOfUser = Type.Partial(ScimUser, { title: 'PartOfScimUser' })
export const PartOfGroup = Type.Partial(ScimGroup, { title: 'PartOfScimGroup' })

const openly = { additionalProperties: true }

export type UserBody = Static<typeof UserBody>
export const UserBody = Type.Object(
  {
    schemas: Type.Optional(Type.Array(Type.String(), { maxItems: 20, description: 'Of the resource' })),
    userName: Type.String({
      minLength: 1,
      maxLength: 254,
      description: 'By which the directory knows the person; unique in the organization',
    }),
    externalId: Type.Optional(Type.Unknown({ description: 'The id of the person in the directory' })),
    active: Type.Optional(Type.Unknown({ description: 'False suspends the member' })),
    displayName: Type.Optional(Type.Unknown({ description: 'The name that others see' })),
    name: Type.Optional(Type.Unknown({ description: 'The name in parts: `givenName`, `familyName`' })),
    emails: Type.Optional(
      Type.Unknown({ description: 'The primary one names the account; the user name where there is none' }),
    ),
  },
  openly,
)

export type GroupBody = Static<typeof GroupBody>
export const GroupBody = Type.Object(
  {
    schemas: Type.Optional(Type.Array(Type.String(), { maxItems: 20, description: 'Of the resource' })),
    displayName: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'The title of the team; unique among those of the directory',
    }),
    externalId: Type.Optional(Type.Unknown({ description: 'The id of the group in the directory' })),
    members: Type.Optional(
      Type.Unknown({ description: 'Users of the directory as `[{ "value": id }]`, at most 5,000' }),
    ),
  },
  openly,
)

export const PatchRequest = Type.Object(
  {
    schemas: Type.Optional(Type.Array(Type.String(), { maxItems: 20, description: 'Of a PATCH' })),
    Operations: Type.Array(
      Type.Object(
        {
          op: Type.String({ maxLength: 20, description: '`add`, `replace` or `remove`, in any case' }),
          path: Type.Optional(
            Type.String({ maxLength: 500, description: 'What is changed, as in `members[value eq "id"]`' }),
          ),
          value: Type.Optional(
            Type.Unknown({ description: 'The new value; without a path an object of values' }),
          ),
        },
        openly,
      ),
      { minItems: 1, maxItems: 100, description: 'What to change, in this order' },
    ),
  },
  openly,
)

const attributes = {
  attributes: Type.Optional(
    Type.String({ maxLength: 500, description: 'Only these attributes, with commas between' }),
  ),
  excludedAttributes: Type.Optional(
    Type.String({ maxLength: 500, description: 'All attributes but these, as in `members`' }),
  ),
}
export type ScimSelection = Static<typeof ScimSelection>
export const ScimSelection = Type.Object(attributes)

export type ScimQuery = Static<typeof ScimQuery>
export const ScimQuery = Type.Object({
  filter: Type.Optional(
    Type.String({
      // One more than the parser takes, which says so in the words of SCIM.
      maxLength: LONGEST + 1_000,
      description: 'Which ones, as in `userName eq "maria@example.org"`',
    }),
  ),
  startIndex: Type.Integer({ maximum: 1_000_000, default: 1, description: 'The first one, counted from 1' }),
  count: Type.Integer({ default: 100, description: `How many at most; ${MOST_RESULTS} is the limit` }),
  ...attributes,
})

export const ScimList = <Shape extends typeof PartOfUser | typeof PartOfGroup>(items: Shape) =>
  Type.Object({
    schemas: schemas(SCHEMAS.list),
    totalResults: Type.Integer(),
    startIndex: Type.Integer(),
    itemsPerPage: Type.Integer(),
    Resources: Type.Array(items),
  })
