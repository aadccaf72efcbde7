// The files of `.quire`, as shapes: what an export writes, and what an import accepts. Ids of pages, files, reusable
// contents and comments are kept; they are unique within a space. People are named by e-mail, for they have other ids
// elsewhere.
import { type Static, Type } from 'typebox'
import { SpaceChanges } from '../../rooms/content/spaces/schema.ts'
import { FileFields, Hash, OrNull, PageFields, ReusableFields, Variables } from './format-records.ts'

export const FORMAT = 'quire-space'
export const FORMAT_VERSION = 1

const Id = Type.String({ minLength: 1, maxLength: 100 })
const Path = Type.String({ minLength: 1, maxLength: 4096 })
const Time = Type.String({
  format: 'date-time',
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?Z$',
})
const Count = Type.Integer({ minimum: 0, maximum: 2_000_000_000 })

export type ArchivedPerson = Static<typeof ArchivedPerson>
export const ArchivedPerson = Type.Object({
  name: Type.String({ maxLength: 1000 }),
  email: Type.String({ minLength: 1, maxLength: 1000 }),
})
const Somebody = OrNull(ArchivedPerson)

const { title, emoji, icon, editMode, visibility, defaultLevel, language, mergeRules } =
  SpaceChanges.properties

export type SpaceFile = Static<typeof SpaceFile>
export const SpaceFile = Type.Object({
  format: Type.Literal(FORMAT),
  version: Type.Literal(FORMAT_VERSION),
  quire: Type.String(),
  exportedAt: Time,
  id: Id,
  organization: Id,
  title,
  emoji,
  icon,
  editMode,
  visibility,
  defaultLevel,
  language: OrNull(language),
  mergeRules,
  createdAt: Time,
  /** The number that the last change request got. */
  lastChangeRequest: Count,
})

/** `file` holds the text and what stood before it; where that can not be exact, `text` and `head` do. */
const Text = {
  body: OrNull(Hash),
  file: Type.Optional(Path),
  text: Type.Optional(Path),
  head: Type.Optional(Path),
}

export type ArchivedPage = Static<typeof ArchivedPage>
export const ArchivedPage = Type.Object({ ...PageFields.properties, ...Text })
export type FileEntry = Static<typeof FileEntry>
export const FileEntry = Type.Object({ ...FileFields.properties, blob: Hash, file: Type.Optional(Path) })
export type ReusableEntry = Static<typeof ReusableEntry>
export const ReusableEntry = Type.Object({ ...ReusableFields.properties, ...Text, body: Hash })
const PathEntry = Type.Object({
  id: Path,
  page: Type.Optional(Id),
  file: Type.Optional(Id),
  reusable: Type.Optional(Id),
})

export type PagesFile = Static<typeof PagesFile>
/** In the order of the tree: each page stands behind the one above it. */
export const PagesFile = Type.Object({ pages: Type.Array(ArchivedPage) })

export type FilesFile = Static<typeof FilesFile>
export const FilesFile = Type.Object({
  files: Type.Array(FileEntry),
  reusableContents: Type.Array(ReusableEntry),
  variables: Variables,
  paths: Type.Array(PathEntry),
  /** The table of contents and the configuration that came from Git, by their files. */
  kept: Type.Optional(Type.Object({ summary: Type.Optional(Path), config: Type.Optional(Path) })),
  /** Everything outside `.quire` as it was written, by Git's name for the bytes: what differs was edited since. */
  tree: Type.Record(Type.String(), Type.String()),
})

export type StateFile = Static<typeof StateFile>
/** A state of the content, by what differs from another one. */
export const StateFile = Type.Object({
  pages: Type.Array(ArchivedPage),
  removedPages: Type.Array(Id),
  /** The pages below a page, or at the top, where these are others or in another order. */
  lists: Type.Array(Type.Object({ parent: OrNull(Id), pages: Type.Array(Id) })),
  files: Type.Array(FileEntry),
  removedFiles: Type.Array(Id),
  reusableContents: Type.Array(ReusableEntry),
  removedReusableContents: Type.Array(Id),
  paths: Type.Array(PathEntry),
  removedPaths: Type.Array(Path),
  variables: Type.Optional(Variables),
})

const Reaction = Type.Object({
  id: Id,
  by: ArchivedPerson,
  emoji: Type.String({ maxLength: 200 }),
  code: Type.String({ maxLength: 200 }),
  at: Time,
})

const words = {
  id: Id,
  by: Somebody,
  at: Time,
  editedAt: OrNull(Time),
  body: Type.String({ minLength: 1, maxLength: 100_000 }),
  reactions: Type.Array(Reaction),
}

export type ReplyEntry = Static<typeof ReplyEntry>
const ReplyEntry = Type.Object(words)

export type CommentEntry = Static<typeof CommentEntry>
export const CommentEntry = Type.Object({
  ...words,
  resolvedAt: OrNull(Time),
  resolvedBy: Somebody,
  /** The review it came with. */
  review: OrNull(Id),
  /** Said about the content as it is now. */
  isCurrent: Type.Boolean(),
  /** The page it is about, as that was called then. */
  page: OrNull(
    Type.Object({
      id: Id,
      title: Type.String(),
      path: Type.String(),
      emoji: Type.Optional(Type.String()),
      icon: Type.Optional(Type.String()),
      createdAt: Time,
      updatedAt: Time,
      body: OrNull(Hash),
    }),
  ),
  node: OrNull(Type.Object({ id: Type.String(), preview: OrNull(Type.String()) })),
  tableCell: OrNull(Type.Object({ record: Type.String(), definition: Type.String() })),
  quote: Type.Optional(Type.String()),
  suggestion: Type.Optional(
    Type.Object({
      markdown: Type.String(),
      before: Type.String(),
      appliedAt: OrNull(Time),
      appliedBy: Somebody,
    }),
  ),
  replies: Type.Array(ReplyEntry),
})

export type CommentsFile = Static<typeof CommentsFile>
export const CommentsFile = Type.Object({ comments: Type.Array(CommentEntry) })

const KINDS = ['page', 'order', 'file', 'reusable-content', 'variable'] as const

export type ChangeRequestEntry = Static<typeof ChangeRequestEntry>
export const ChangeRequestEntry = Type.Object({
  number: Type.Integer({ minimum: 1, maximum: 2_000_000_000 }),
  subject: Type.String({ maxLength: 10_000 }),
  description: OrNull(Type.Object({}, { additionalProperties: true })),
  status: Type.Enum(['draft', 'open', 'archived', 'merged']),
  by: Somebody,
  createdAt: Time,
  updatedAt: Time,
  /**
   * What it proposes, in its folder as proposed.json. The content it stands on is that of the space (null), or the
   * base.json in the folder of a change request: its own, or another one's that stands on the same. Not there for one
   * that was merged: what it did is part of the space.
   */
  content: OrNull(
    Type.Object({
      base: OrNull(Type.Integer({ minimum: 1 })),
      isEdited: Type.Boolean(),
      /** It took over what readers see at least once since it was opened. */
      isUpdated: Type.Boolean(),
    }),
  ),
  reviewers: Type.Array(
    Type.Object({ by: ArchivedPerson, requestedBy: Somebody, at: Time, isCurrent: Type.Boolean() }),
  ),
  reviews: Type.Array(
    Type.Object({
      id: Id,
      by: ArchivedPerson,
      requestedBy: Somebody,
      status: Type.Enum(['changes-requested', 'approved']),
      createdAt: Time,
      updatedAt: Time,
      isCurrent: Type.Boolean(),
    }),
  ),
  contributors: Type.Array(
    Type.Object({ by: ArchivedPerson, action: Type.Enum(['edit', 'comment']), count: Count, at: Time }),
  ),
  conflicts: Type.Array(
    Type.Object({
      kind: Type.Enum([...KINDS]),
      id: Type.String({ maxLength: 1000 }),
      field: Type.String({ maxLength: 1000 }),
      base: Type.Unknown(),
      ours: Type.Unknown(),
      theirs: Type.Unknown(),
      at: Time,
    }),
  ),
  /** Texts that conflicts name and no content above holds, by their hash. */
  texts: Type.Record(Type.String(), Path),
  comments: Type.Array(CommentEntry),
})

export type ChangeRequestsFile = Static<typeof ChangeRequestsFile>
export const ChangeRequestsFile = Type.Object({ changeRequests: Type.Array(ChangeRequestEntry) })
