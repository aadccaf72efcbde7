import { type Static, Type } from 'typebox'
import { ROLES } from '../../../kit/domain/roles.ts'
import { Paging } from '../../../kit/http/operations/operation.ts'
import {
  Id,
  OneOf,
  OneOfOrNull,
  Permissions,
  StringOrNull,
  Told,
} from '../../../kit/http/operations/shapes.ts'

const Title = Type.String({ maxLength: 50, description: 'The name of the collection' })

export const DefaultLevel = OneOfOrNull([...ROLES, 'inherit'], {
  description:
    'The default permission of members. Null and `inherit` take it from the parent collection or the organization.',
})

const COLLECTION_ABILITIES = ['view', 'admin', 'viewInviteLinks', 'create'] as const

export type Collection = Static<typeof Collection>
export const Collection = Type.Object(
  {
    object: Type.Literal('collection'),
    id: Type.String(),
    title: Type.String(),
    description: Type.Optional(Type.String()),
    organization: Type.String(),
    parent: Type.Optional(Type.String()),
    defaultLevel: DefaultLevel,
    urls: Type.Object({ location: Type.String(), app: Type.String() }),
    permissions: Permissions(COLLECTION_ABILITIES),
  },
  { title: 'Collection' },
)

export type CollectionFilter = Omit<Static<typeof CollectionFilter>, 'page'>
export const CollectionFilter = Type.Object({
  ...Paging.properties,
  nested: Type.Boolean({ default: true, description: 'Also list collections inside others' }),
})

export type NewCollection = Static<typeof NewCollection>
export const NewCollection = Type.Object({
  title: Type.Optional(Title),
  parent: Type.Optional(Told(Id, 'Id of the parent collection; default: the top level')),
})

export type CollectionChanges = Static<typeof CollectionChanges>
export const CollectionChanges = Type.Partial(
  Type.Object({
    title: Title,
    description: Type.String({ maxLength: 100, description: 'A one-sentence description' }),
    defaultLevel: DefaultLevel,
  }),
)

const Sibling = Type.Union([
  Type.Object({
    type: OneOf(['space'], { description: 'The sibling is a space' }),
    space: Told(Id, 'Id of the space'),
  }),
  Type.Object({
    type: OneOf(['collection'], { description: 'The sibling is a collection' }),
    collection: Told(Id, 'Id of the collection'),
  }),
])

export type ContentPosition = Static<typeof ContentPosition>
export const ContentPosition = Type.Object({
  before: Type.Optional(Told(Sibling, 'The sibling to place it before')),
  after: Type.Optional(Told(Sibling, 'The sibling to place it after')),
})

export type ContentMove = Static<typeof ContentMove>
export const ContentMove = Type.Object(
  {
    parent: Type.Optional(
      StringOrNull({ maxLength: 100, description: 'The new parent collection; null is the top level' }),
    ),
    position: Type.Optional(Told(ContentPosition, 'Position among its siblings; default: the end')),
  },
  { minProperties: 1 },
)
