import { type Static, Type } from 'typebox'
import { ROLES } from '../../domain/roles.ts'
import { Paging } from '../../http/operation.ts'
import { Id, OneOf, OneOfOrNull, Permissions, StringOrNull } from '../../http/shapes.ts'

const Title = Type.String({ maxLength: 50 })

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
export const NewCollection = Type.Object({ title: Type.Optional(Title), parent: Type.Optional(Id) })

export type CollectionChanges = Static<typeof CollectionChanges>
export const CollectionChanges = Type.Partial(
  Type.Object({ title: Title, description: Type.String({ maxLength: 100 }), defaultLevel: DefaultLevel }),
)

const Sibling = Type.Union([
  Type.Object({ type: OneOf(['space']), space: Id }),
  Type.Object({ type: OneOf(['collection']), collection: Id }),
])

export type ContentPosition = Static<typeof ContentPosition>
export const ContentPosition = Type.Object({
  before: Type.Optional(Sibling),
  after: Type.Optional(Sibling),
})

export type ContentMove = Static<typeof ContentMove>
export const ContentMove = Type.Object(
  {
    parent: Type.Optional(
      StringOrNull({ maxLength: 100, description: 'Collection to move into; null is the top' }),
    ),
    position: Type.Optional(ContentPosition),
  },
  { minProperties: 1 },
)
