// What can be done to content in one request.
import { type Static, type TSchema, Type } from 'typebox'
import { Id, OneOf, OrNull } from '../../http/shapes.ts'
import { Emoji } from '../spaces/schema.ts'
import { Body, File } from './schema.ts'

const Fields = {
  title: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  slug: Type.Optional(Type.String({ maxLength: 100, description: 'Made from the title when it is empty' })),
  emoji: Type.Optional(Emoji),
  icon: Type.Optional(Type.String({ maxLength: 50 })),
  description: Type.Optional(Type.String({ maxLength: 2000 })),
  hidden: Type.Optional(Type.Boolean()),
  noIndex: Type.Optional(Type.Boolean()),
  noRobotsIndex: Type.Optional(Type.Boolean()),
  condition: Type.Optional(Type.String({ maxLength: 1024 })),
}
const at = Type.Optional(
  Type.Integer({ minimum: 0, description: 'Place among the siblings, from 0; at the end by default' }),
)
const Ref = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'A name that links in this request may use as target',
  }),
)

/** A scheme that runs nothing, or none: then no colon stands before the first `/`, `?` or `#`. */
const Target = Type.String({
  maxLength: 2048,
  pattern: '^([hH][tT][tT][pP][sS]?:|[mM][aA][iI][lL][tT][oO]:|[tT][eE][lL]:|[^:/?#]*([/?#]|$))',
  description: 'Where a link leads: http, https, mailto, tel, or a path',
})

export type UpdatePage = Static<typeof UpdatePage>
const UpdatePage = Type.Object({
  operation: OneOf(['update_page']),
  page: Id,
  ...Fields,
  document: Type.Optional(Body),
  into: Type.Optional(OrNull(Id)),
  at,
})

export type InsertPage = Static<typeof InsertPage>
const InsertPage = Type.Object({
  operation: OneOf(['insert_page']),
  ...Fields,
  document: Type.Optional(Body),
  type: OneOf(['document', 'group', 'link'], {
    default: 'document',
    description: 'Groups stand at the top only; a link needs `url`',
  }),
  url: Type.Optional(Target),
  into: Type.Optional(OrNull(Id)),
  at,
  ref: Ref,
})

export type DeletePage = Static<typeof DeletePage>
const DeletePage = Type.Object({ operation: OneOf(['delete_page']), page: Id })

export type RevertPage = Static<typeof RevertPage>
const RevertPage = Type.Object({
  operation: OneOf(['revert_page']),
  page: Id,
  revision: Type.Optional(Id),
  block: Type.Optional(
    Type.Array(Id, { maxItems: 1000, description: 'Keys of blocks; the whole page by default' }),
  ),
})

export type NewFile = Static<typeof NewFile>
const NewFile = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 256 }),
  url: Type.Optional(
    Type.String({
      format: 'uri',
      maxLength: 2048,
      description: 'Where to fetch it, at most 20 MB, or an upload; 100 MB a request',
    }),
  ),
  base64: Type.Optional(Type.String({ description: 'At most 1 MB of bytes' })),
  contentType: Type.Optional(Type.String({ maxLength: 255, pattern: '^[\\w.+-]+/[\\w.+-]+( *;.*)?$' })),
  ref: Ref,
})

export type InsertFiles = Static<typeof InsertFiles>
const InsertFiles = Type.Object({
  operation: OneOf(['insert_files']),
  files: Type.Array(NewFile, { minItems: 1, maxItems: 20 }),
})

/** One of several, told apart by its field `operation`: so that an error speaks of the one that was meant. */
function ByOperation<const Shapes extends readonly TSchema[]>(shapes: Shapes) {
  return Type.Unsafe<Static<Shapes[number]>>({
    type: 'object',
    discriminator: { propertyName: 'operation' },
    required: ['operation'],
    oneOf: [...shapes],
  })
}

export type ContentChange = UpdatePage | InsertPage | DeletePage | RevertPage | InsertFiles
export const ContentChanges = Type.Object({
  changes: Type.Array(ByOperation([UpdatePage, InsertPage, DeletePage, RevertPage, InsertFiles] as const), {
    minItems: 1,
    maxItems: 50,
    description: 'Applied in order, all or nothing, as one revision',
  }),
})

const PagePointer = Type.Object({
  object: Type.Literal('page'),
  id: Type.String(),
  urls: Type.Object({ location: Type.String() }),
})

export type ContentOutcome = Static<typeof ContentOutcome>
export const ContentOutcome = Type.Object({
  changes: Type.Array(
    Type.Object({
      object: OneOf(['created_page', 'updated_page', 'deleted_page']),
      ref: Type.Optional(Type.String()),
      page: Type.Union([PagePointer, Type.String()]),
    }),
  ),
  insertedFiles: Type.Array(File),
})

/** Twenty files of a megabyte each, as base64, with room for the rest. */
export const EDIT_LIMIT = 32 * 1024 * 1024
