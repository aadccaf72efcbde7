import { type Static, Type } from 'typebox'
import type { Cover, GitBlob, PageLayout, PageType, Variables } from '../../../engines/content/records.ts'
import type { JSONDocument } from '../../../engines/markdown/document.ts'
import { Paging } from '../../../kit/http/operations/operation.ts'
import { OneOf, Open, Timestamp } from '../../../kit/http/operations/shapes.ts'
import type { MetaLinks } from './schema-meta-links.ts'

export const Format = OneOf(['document', 'markdown'], {
  description:
    'The format of bodies. Without it, pages have no body; `documentId` is the id of the document.',
})

const metadata = Type.Boolean({ default: true, description: 'Whether to return the place of content in Git' })
const computed = Type.Boolean({ default: true, description: 'Whether to compute content that has a source' })

export const ContentQuery = Type.Object({ metadata, computed })
export type ContentQuery = Static<typeof ContentQuery>
export const ContentPaging = Type.Object({ ...Paging.properties, metadata, computed })
export const Evaluated = Type.Object({
  evaluated: OneOf(['true', 'false', 'deterministic-only'], {
    default: 'false',
    description: 'Whether to replace expressions by their values; always true for visitors of a site',
  }),
})
export const PageQuery = Type.Object({
  format: Type.Optional(Format),
  ...Evaluated.properties,
  metadata,
  computed,
})
export const ReusableContentQuery = Type.Object({
  format: Type.Optional(
    OneOf(['markdown'], { description: 'The format of the text. Without it, only its document is named' }),
  ),
  metadata,
  computed,
})
export type ReusableContentQuery = Static<typeof ReusableContentQuery>
export const DocumentQuery = Type.Object({
  schema: OneOf(['current', 'next'], {
    default: 'current',
    description: 'Accepted for compatibility; has no effect',
  }),
})

/** A JSON document. Its 30 kinds of blocks are described in the reference; as a schema they would cost every answer. */
export const JsonDocument = Type.Unsafe<JSONDocument>({
  title: 'JSONDocument',
  examples: [
    {
      object: 'document',
      data: {},
      nodes: [
        {
          object: 'block',
          type: 'paragraph',
          data: {},
          nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'Run the installer.', marks: [] }] }],
        },
      ],
    },
  ],
  description: 'A text as a tree of blocks, for programs; people write Markdown',
  type: 'object',
  required: ['object', 'data', 'nodes'],
  properties: {
    object: { const: 'document', description: 'Says that this is a document' },
    data: {
      type: 'object',
      additionalProperties: true,
      description: 'Facts about the document; may be empty',
    },
    nodes: {
      type: 'array',
      items: { type: 'object', additionalProperties: true },
      description: 'The blocks, in their order: paragraphs, headings, lists, code and so on',
    },
  },
  additionalProperties: true,
})

/** A body as it is sent and answered: Markdown, a JSON document, or nothing. */
export const Body = Type.Unsafe<{ markdown?: string; document?: JSONDocument }>({
  title: 'Document',
  examples: [{ markdown: 'Run the installer.' }],
  description: 'A text, as Markdown or as a JSON document; one of the two',
  type: 'object',
  properties: {
    markdown: { type: 'string', description: 'The text as Markdown, kept byte for byte' },
    document: JsonDocument,
  },
})
export type Body = Static<typeof Body>

const open = { type: 'object', additionalProperties: true }

export type Page = {
  id: string
  title: string
  emoji?: string
  icon?: string
  createdAt: string
  updatedAt: string
  kind?: 'sheet' | 'group' | 'link'
  type: PageType
  slug?: string
  path?: string
  description?: string
  documentId?: string
  markdown?: string
  document?: JSONDocument
  pages?: Page[]
  git?: GitBlob
  layout?: PageLayout
  cover?: Cover
  variables?: Variables
  metaLinks?: MetaLinks
  hidden?: boolean
  noIndex?: boolean
  noRobotsIndex?: boolean
  condition?: string
  target?: object
  href?: string
  computed?: object
  problem?: string
  urls?: { app: string }
}
const PAGE: Page = {
  id: '01kx6m2p7hv4n8c1k5z3q9y6ta',
  title: 'Installing',
  emoji: '📘',
  createdAt: '2026-11-15T09:30:00.000Z',
  updatedAt: '2026-11-15T09:30:00.000Z',
  type: 'document',
  slug: 'installing',
  path: 'guides/installing',
  description: 'How to install it, step by step',
  documentId: '01kx6m2w3q8y5t1n7c4h9v6z2p',
  markdown: 'Run the installer.',
  pages: [],
}
export const Page = Type.Unsafe<Page>({
  title: 'RevisionPage',
  examples: [PAGE],
  type: 'object',
  required: ['id', 'title', 'type'],
  properties: {
    id: { type: 'string' },
    title: { type: 'string' },
    emoji: { type: 'string' },
    icon: { type: 'string' },
    createdAt: { type: 'string', format: 'date-time' },
    updatedAt: { type: 'string', format: 'date-time' },
    type: { type: 'string', enum: ['document', 'group', 'link', 'computed'] },
    slug: { type: 'string' },
    path: { type: 'string', description: 'Slugs from the top down to this page' },
    description: { type: 'string' },
    documentId: { type: 'string', description: 'Id of its document; it changes with the text' },
    markdown: { type: 'string', description: 'With `format=markdown`' },
    document: { ...open, description: 'With `format=document`' },
    pages: { type: 'array', items: { ...open, title: 'RevisionPage' }, description: 'The pages below' },
    git: open,
    layout: open,
    cover: open,
    variables: open,
    metaLinks: { ...open, description: 'The canonical page, and the same page in other languages' },
    hidden: { type: 'boolean' },
    noIndex: { type: 'boolean' },
    noRobotsIndex: { type: 'boolean' },
    target: { ...open, description: 'Of a link' },
    href: { type: 'string' },
    problem: {
      type: 'string',
      description:
        'For a page of type `computed` read with `computed=false`: why its pages could not be computed',
    },
    urls: { type: 'object', properties: { app: { type: 'string' } } },
  },
  additionalProperties: true,
})
export const Pages = Type.Object({ pages: Type.Array(Page) })

const Git = Type.Object({ oid: Type.String(), path: Type.String() })

export type File = Static<typeof File>
export const File = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    contentType: Type.String(),
    downloadURL: Type.String(),
    size: Type.Integer(),
    dimensions: Type.Optional(Type.Object({ width: Type.Number(), height: Type.Number() })),
    git: Type.Optional(Git),
  },
  { title: 'RevisionFile' },
)

export type ReusableContent = Static<typeof ReusableContent>
export const ReusableContent = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    document: Type.String(),
    markdown: Type.Optional(
      Type.String({ description: 'With `format=markdown`', examples: ['Call us between nine and five.'] }),
    ),
    git: Type.Optional(Git),
  },
  { title: 'RevisionReusableContent' },
)

export type Revision = Static<typeof Revision>
export const Revision = Type.Object(
  {
    object: Type.Literal('revision'),
    id: Type.String(),
    type: OneOf(['edits', 'merge', 'rollback', 'update', 'computed']),
    parents: Type.Array(Type.String()),
    pages: Type.Array(Page),
    files: Type.Array(File),
    reusableContents: Type.Array(ReusableContent),
    variables: Open<Variables>(),
    createdAt: Timestamp,
    git: Type.Optional(Open()),
    mergedFrom: Type.Optional(Open({ description: 'The change request, of a revision of type merge' })),
    urls: Type.Object({ app: Type.String() }),
  },
  { title: 'Revision' },
)

/** What reads of a page by its path say of themselves. */
export const OLD_PATHS =
  'Earlier paths of a renamed or moved page, and redirects in the `.gitbook.yaml` of the space, also find the page: its `path` is the current path.'
