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
    'What members get by default. Null and `inherit` leave it to the organization and what is above.',
})

export const COLLECTION_ABILITIES = ['view', 'admin', 'viewInviteLinks', 'create'] as const

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
  parent: Type.Optional(Told(Id, 'Id of the collection to put it in; at the top, if left out')),
})

export type CollectionChanges = Static<typeof CollectionChanges>
export const CollectionChanges = Type.Partial(
  Type.Object({
    title: Title,
    description: Type.String({ maxLength: 100, description: 'A sentence about what is in it' }),
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
  before: Type.Optional(Told(Sibling, 'The sibling that it stands in front of')),
  after: Type.Optional(Told(Sibling, 'The sibling that it stands behind')),
})

export type ContentMove = Static<typeof ContentMove>
export const ContentMove = Type.Object(
  {
    parent: Type.Optional(
      StringOrNull({ maxLength: 100, description: 'Collection to move into; null is the top' }),
    ),
    position: Type.Optional(Told(ContentPosition, 'Where among its siblings; at the end, if left out')),
  },
  { minProperties: 1 },
)
