// What can be done to content in one request.
import { type Static, Type } from 'typebox'
import { Id, OneOf, Open, OrNull, Told, Variants } from '../../../kit/http/operations/shapes.ts'
import { Emoji } from '../spaces/schema.ts'
import { Body, File, JsonDocument } from './schema.ts'
import { SentMetaLinks } from './schema-meta-links.ts'
import {
  DeleteReusableContent,
  InsertReusableContent,
  UpdateReusableContent,
} from './schema-reusable-content.ts'
import { PageVariables, UpdateVariables } from './schema-variables.ts'

const Fields = {
  title: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'The title of the page' })),
  slug: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Its part of the path; if empty, derived from the title',
    }),
  ),
  emoji: Type.Optional(Told(Emoji, 'Shown before the title: an emoji, or its code points in hex')),
  icon: Type.Optional(
    Type.String({ maxLength: 50, description: 'Name of an icon that is shown before the title' }),
  ),
  description: Type.Optional(
    Type.String({ maxLength: 2000, description: 'A sentence that is shown below the title' }),
  ),
  hidden: Type.Optional(
    Type.Boolean({
      description: 'Hides the page from the table of contents and search; its URL still works',
    }),
  ),
  noIndex: Type.Optional(Type.Boolean({ description: 'Left out of the search' })),
  noRobotsIndex: Type.Optional(Type.Boolean({ description: 'Asks search engines not to index the page' })),
  condition: Type.Optional(
    Type.String({ maxLength: 1024, description: 'An expression that decides who sees the page' }),
  ),
  metaLinks: Type.Optional(SentMetaLinks),
}
/** As above, and what can be taken away again. */
const ChangedFields = {
  ...Fields,
  emoji: Type.Optional(
    Told(OrNull(Emoji), 'Shown before the title: an emoji, or its code points in hex; null removes it'),
  ),
  icon: Type.Optional(
    Told(OrNull(Type.String({ maxLength: 50 })), 'Name of an icon before the title; null removes it'),
  ),
}
const PageId = Told(Id, 'Id of the page')
const base = Type.Optional(
  Told(
    Id,
    'The revision that the edit is based on. Later changes of others are merged; without `base`, the edit overwrites them. It applies to all changes of the request',
  ),
)
const into = Type.Optional(Told(OrNull(Id), 'Id of the page to put it below; null is the top'))
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
  description: 'The target of a link: http, https, mailto, tel, or a path',
})

export type UpdatePage = Static<typeof UpdatePage>
const UpdatePage = Type.Object({
  operation: OneOf(['update_page'], {
    description: 'Changes the text, the fields or the place of a page; omitted fields do not change',
  }),
  page: PageId,
  ...ChangedFields,
  variables: Type.Optional(PageVariables),
  document: Type.Optional(Body),
  into,
  at,
  base,
})

const BlockKey = Type.String({ minLength: 1, maxLength: 100, examples: ['1kq0x7c0d2m9'] })

export type BlockEdit = Static<typeof BlockEdit>
const BlockEdit = Type.Object(
  {
    key: Type.Optional(Told(BlockKey, 'Key of the top-level block to replace')),
    after: Type.Optional(
      Told(OrNull(BlockKey), 'Key of the top-level block to insert after; null is the beginning'),
    ),
    markdown: Type.Optional(Type.String({ description: 'The new text, as Markdown' })),
    document: Type.Optional(JsonDocument),
    delete: Type.Optional(Type.Boolean({ description: 'Deletes the block named by `key`' })),
  },
  { description: 'Has `key` or `after`, and one of `markdown`, `document` and `delete`' },
)

export type UpdateBlocks = Static<typeof UpdateBlocks>
const UpdateBlocks = Type.Object({
  operation: OneOf(['update_blocks'], {
    description:
      'Changes top-level blocks of a page or of a reusable content. Every other byte of its text stays, and the edit costs less than sending the whole text',
  }),
  page: Type.Optional(PageId),
  reusableContent: Type.Optional(Told(Id, 'Id of the reusable content, in place of `page`')),
  edits: Type.Array(BlockEdit, {
    minItems: 1,
    maxItems: 1000,
    description:
      'Blocks are named by the keys that they have in `base`; insertions after one block stay in order',
  }),
  base: Told(Id, 'The revision that the edit is based on. Later changes of others are merged'),
})

/** Where computed pages come from. */
export type ComputedSource = Static<typeof ComputedSource>
const ComputedSource = Type.Object(
  {
    type: Type.String({
      maxLength: 200,
      pattern: '^(builtin:openapi|integration:[^:]+:[^:]+)$',
      description:
        '`builtin:openapi` for the pages of an OpenAPI specification, one per tag; `integration:<name>:<source>` for pages from a script of an integration that is installed on the space',
      examples: ['builtin:openapi'],
    }),
    props: Open<Record<string, unknown>>({
      description:
        'Parameters of the source. For a specification, `models` adds a page for its schemas. A script receives all of them',
      examples: [{ models: true }],
    }),
    dependencies: Type.Optional(
      Open<Record<string, unknown>>({
        maxProperties: 20,
        description:
          'The sources of the pages, by name: each has a `ref` to a specification or a space of the organization. Pages of a specification need `spec`',
        examples: [{ spec: { ref: { kind: 'openapi', spec: 'pets' } } }],
      }),
    ),
  },
  { description: 'The source of a page of type `computed`' },
)

export type InsertPage = Static<typeof InsertPage>
const InsertPage = Type.Object({
  operation: OneOf(['insert_page'], { description: 'Adds a page' }),
  ...Fields,
  document: Type.Optional(Body),
  type: OneOf(['document', 'group', 'link', 'computed'], {
    default: 'document',
    description: 'Groups are allowed only at the top level; a link needs `url`, a computed page `computed`',
  }),
  url: Type.Optional(Target),
  computed: Type.Optional(ComputedSource),
  into,
  at,
  ref: Ref,
  base,
})

export type CopyPage = Static<typeof CopyPage>
const CopyPage = Type.Object({
  operation: OneOf(['copy_page'], {
    description:
      'Adds a copy of a page, with those below it, from this or another space that the caller can read. The files and the reusable contents that they show are copied along; links within the copy lead to the copies, all others to where they led. At most 1,000 pages',
  }),
  page: Told(Id, 'Id of the page to copy'),
  space: Type.Optional(Told(Id, 'The space that it is in; this one by default')),
  title: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, description: 'The title of the copy; default: the same' }),
  ),
  revision: Type.Optional(
    Told(Id, 'The revision to copy it from; default: what readers of that space see, or this content'),
  ),
  into,
  at,
  ref: Ref,
  base,
})

export type DeletePage = Static<typeof DeletePage>
const DeletePage = Type.Object({
  operation: OneOf(['delete_page'], { description: 'Deletes a page, with those below it' }),
  page: PageId,
  movedTo: Type.Optional(
    Type.Object(
      {
        space: Told(Id, 'Id of the space that they are in now'),
        pages: Type.Record(Id, Id, {
          maxProperties: 1_000,
          description: 'Their ids there by their ids here: the `copies` of `copy_page`',
        }),
      },
      {
        description:
          'For pages that were copied to another space: links to them in the texts that stay here lead there',
      },
    ),
  ),
  base,
})

export type RevertPage = Static<typeof RevertPage>
const RevertPage = Type.Object({
  operation: OneOf(['revert_page'], { description: 'Reverts the changes to a page' }),
  page: PageId,
  revision: Type.Optional(
    Told(Id, 'The revision to restore; default: the base of the change request, or its last update'),
  ),
  block: Type.Optional(
    Type.Array(Id, { maxItems: 1000, description: 'Keys of blocks; the whole page by default' }),
  ),
  base,
})

export type NewFile = Static<typeof NewFile>
const NewFile = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 256, description: 'Its name, with the ending' }),
  url: Type.Optional(
    Type.String({
      format: 'uri',
      maxLength: 2048,
      description: 'Where to fetch it, at most 20 MB, or an upload; 100 MB a request',
    }),
  ),
  base64: Type.Optional(Type.String({ description: 'At most 1 MB of bytes' })),
  contentType: Type.Optional(
    Type.String({
      maxLength: 255,
      pattern: '^[\\w.+-]+/[\\w.+-]+( *;.*)?$',
      description: 'The media type, as in `image/png`; needed with `base64`',
    }),
  ),
  ref: Ref,
  replaces: Type.Optional(
    Told(Id, 'Id of a file whose bytes these are from now on: it keeps its id, its name and what uses it'),
  ),
})

export type DeleteFiles = Static<typeof DeleteFiles>
const DeleteFiles = Type.Object({
  operation: OneOf(['delete_files'], { description: 'Deletes files; what shows them shows nothing' }),
  files: Type.Array(Told(Id, 'Id of the file'), {
    minItems: 1,
    maxItems: 100,
    description: 'Ids of the files',
  }),
})

export type InsertFiles = Static<typeof InsertFiles>
const InsertFiles = Type.Object({
  operation: OneOf(['insert_files'], { description: 'Adds files that pages can show or link to' }),
  files: Type.Array(NewFile, {
    minItems: 1,
    maxItems: 20,
    description: 'Each with either `url` or `base64`',
  }),
})

export type ContentChange =
  | UpdatePage
  | UpdateBlocks
  | InsertPage
  | CopyPage
  | DeletePage
  | RevertPage
  | InsertFiles
  | DeleteFiles
  | InsertReusableContent
  | UpdateReusableContent
  | DeleteReusableContent
  | UpdateVariables
export type ContentChanges = Static<typeof ContentChanges>
export const ContentChanges = Type.Object({
  changes: Type.Array(
    Variants('operation', [
      InsertPage,
      CopyPage,
      UpdatePage,
      UpdateBlocks,
      DeletePage,
      RevertPage,
      InsertFiles,
      DeleteFiles,
      InsertReusableContent,
      UpdateReusableContent,
      DeleteReusableContent,
      UpdateVariables,
    ]),
    {
      minItems: 1,
      maxItems: 50,
      description: 'Applied in order, all or nothing, as one revision',
    },
  ),
})

const PagePointer = Type.Object({
  object: Type.Literal('page'),
  id: Type.String(),
  urls: Type.Object({ location: Type.String() }),
})

const KEYS_NOW = 'Keys of all top-level blocks of a text that was changed by `update_blocks`, in order'

export type ContentOutcome = Static<typeof ContentOutcome>
export const ContentOutcome = Type.Object({
  changes: Type.Array(
    Type.Object({
      object: OneOf([
        'created_page',
        'updated_page',
        'deleted_page',
        'created_reusable_content',
        'updated_reusable_content',
        'deleted_reusable_content',
        'updated_variables',
      ]),
      ref: Type.Optional(Type.String()),
      page: Type.Optional(
        Type.Union([PagePointer, Type.String()], { description: 'The page, or the id of a deleted one' }),
      ),
      copies: Type.Optional(
        Type.Record(Type.String(), Type.String(), {
          description: 'Of `copy_page`: the ids of the copies by those of the originals',
        }),
      ),
      reusableContent: Type.Optional(
        Type.String({ description: 'Id of the reusable content', examples: ['01kx6m2w3q8y5t1n7c4h9v6z2q'] }),
      ),
      blocks: Type.Optional(Type.Array(BlockKey, { description: KEYS_NOW })),
      edits: Type.Optional(
        Type.Array(
          Type.Object({
            keys: Type.Array(BlockKey, { description: 'Keys of the blocks that it became' }),
          }),
          { description: 'What each edit of `update_blocks` became, in order' },
        ),
      ),
      isMerged: Type.Optional(
        Type.Boolean({
          description: 'Whether the text also has changes that others made since `base`: read it again',
        }),
      ),
    }),
  ),
  insertedFiles: Type.Array(File),
})

export const LiveOutcome = Type.Object({
  revision: Type.String({ description: 'The revision that readers see now' }),
  ...ContentOutcome.properties,
})

/** Twenty files of a megabyte each, as base64, with room for the rest. */
export const EDIT_LIMIT = 32 * 1024 * 1024

/** What `base` is for, where content is written. */
export const MERGED_SINCE_BASE =
  'With `base`, the revision that the writer read, the changes are merged with what others changed since: fields and places of pages each on their own, texts line by line. What both changed is a 409 and nothing changes; its `details.conflicts` are as in the list of conflicts of a change request, of texts the `hunks` alone: `ours` is what is there now, `theirs` what was sent. Read pages by that revision, so that what is read and `base` are the same.'

/** Why a write on a `base` is refused. */
export const CHANGED_SINCE_BASE = 'others changed the same since `base`'

/** Why work on texts is given up. */
export const TOO_LONG = 'The texts are too long to process in time'

/** What people send first. */
export const INSERT_PAGE: ContentChanges = {
  changes: [
    {
      operation: 'insert_page',
      type: 'document',
      title: 'Installing',
      document: { markdown: 'Run the installer.\n\n## Linux\n\nUnpack the archive.' },
    },
  ],
}
