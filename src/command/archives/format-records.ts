// The records of content as shapes. They say the same as content/records.ts, without what is looked up by hash.
import { type Static, type TSchema, Type } from 'typebox'

export function OrNull<Shape extends TSchema>(shape: Shape) {
  return Type.Unsafe<Static<Shape> | null>({ anyOf: [shape, { type: 'null' }] })
}

const Id = Type.String({ minLength: 1, maxLength: 100 })
const Text = Type.String()
export const Hash = Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' })
const Git = Type.Object({
  oid: Text,
  path: Type.String({ minLength: 1, maxLength: 4096 }),
  head: Type.Optional(Hash),
  position: Type.Optional(Type.Number()),
})

export const Variables = Type.Record(
  Type.String(),
  Type.Union([Type.String(), Type.Number(), Type.Boolean()]),
)

const ContentRef = Type.Union([
  Type.Object({ kind: Type.Literal('url'), url: Text }),
  Type.Object({ kind: Type.Literal('file'), file: Id }),
  Type.Object({ kind: Type.Literal('page'), page: Id, space: Type.Optional(Id) }),
  Type.Object({
    kind: Type.Literal('anchor'),
    anchor: Text,
    page: Type.Optional(Id),
    space: Type.Optional(Id),
  }),
  Type.Object({ kind: Type.Literal('user'), user: Id }),
  Type.Object({ kind: Type.Literal('collection'), collection: Id }),
  Type.Object({ kind: Type.Literal('space'), space: Id }),
  Type.Object({ kind: Type.Literal('reusable-content'), reusableContent: Id, space: Type.Optional(Id) }),
  Type.Object({ kind: Type.Literal('openapi'), spec: Text }),
])

const Layout = Type.Object({
  width: Type.Enum(['default', 'wide']),
  cover: Type.Boolean(),
  coverSize: Type.Enum(['hero', 'full']),
  title: Type.Boolean(),
  description: Type.Boolean(),
  tableOfContents: Type.Boolean(),
  outline: Type.Boolean(),
  pagination: Type.Boolean(),
  metadata: Type.Boolean(),
})

export const PageFields = Type.Object({
  id: Id,
  type: Type.Enum(['document', 'group', 'link', 'computed']),
  title: Text,
  slug: Type.String({ pattern: '^[^/\\s]+$', maxLength: 400 }),
  emoji: Type.Optional(Text),
  icon: Type.Optional(Text),
  description: Type.Optional(Text),
  hidden: Type.Optional(Type.Boolean()),
  noIndex: Type.Optional(Type.Boolean()),
  noRobotsIndex: Type.Optional(Type.Boolean()),
  condition: Type.Optional(Text),
  layout: Type.Optional(Layout),
  cover: Type.Optional(
    Type.Object({
      ref: Type.Optional(ContentRef),
      refDark: Type.Optional(ContentRef),
      yPos: Type.Number(),
    }),
  ),
  variables: Type.Optional(Variables),
  canonical: Type.Optional(OrNull(ContentRef)),
  alternates: Type.Optional(Type.Array(ContentRef)),
  target: Type.Optional(ContentRef),
  computed: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  git: Type.Optional(Git),
  parent: OrNull(Id),
  createdAt: Text,
  updatedAt: Text,
})

export const FileFields = Type.Object({
  id: Id,
  name: Type.String({ minLength: 1, maxLength: 1000 }),
  contentType: Text,
  size: Type.Integer({ minimum: 0 }),
  dimensions: Type.Optional(Type.Object({ width: Type.Number(), height: Type.Number() })),
  git: Type.Optional(Git),
})

export const ReusableFields = Type.Object({ id: Id, title: Text, git: Type.Optional(Git) })
