import { type Static, Type } from 'typebox'
import { Id, OneOf, Open, Timestamp } from '../../../kit/http/operations/shapes.ts'
import { User } from '../../people/identity/schema.ts'
import { ChangesQuery } from '../../review/change-requests/schema.ts'

export const HistoryPaging = Type.Object({
  page: Type.Optional(Type.String({ description: 'Cursor: `next.page` of the previous page' })),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 25, description: 'Items a page' }),
})

const counts = { created: Type.Integer(), edited: Type.Integer(), deleted: Type.Integer() }

const Summary = Type.Object(
  {
    pages: Type.Object({ ...counts, moved: Type.Integer() }),
    files: Type.Object(counts),
    reusableContents: Type.Object(counts),
    variables: Type.Integer({ description: 'The number of variables that were changed, added or removed' }),
    highlights: Type.Array(
      Type.Object({
        type: OneOf(['page_created', 'page_edited', 'page_moved', 'page_deleted']),
        page: Type.Object({ id: Type.String(), title: Type.String() }),
      }),
      { description: 'Up to five of the pages' },
    ),
  },
  { title: 'RevisionSummary', description: 'The changes of the revision against its first parent' },
)

const Merged = Type.Object(
  {
    object: Type.Literal('change-request'),
    id: Type.String(),
    number: Type.Integer(),
    subject: Type.String(),
    urls: Type.Object({ app: Type.String(), location: Type.String() }),
  },
  { description: 'For type `merge`: the change request' },
)

const Commit = Open({ description: 'The commit that it was imported from, or exported to' })

const entry = {
  object: Type.Literal('revision-entry'),
  id: Type.String(),
  type: OneOf(['edits', 'merge', 'rollback', 'update', 'computed']),
  parents: Type.Array(Type.String()),
  createdAt: Timestamp,
  createdBy: Type.Optional(User),
  mergedFrom: Type.Optional(Merged),
  restoredFrom: Type.Optional(Type.String({ description: 'For type `rollback`: the earlier revision' })),
  git: Type.Optional(Commit),
  summary: Summary,
  urls: Type.Object({ app: Type.String(), location: Type.String() }),
}

export type RevisionEntry = Static<typeof RevisionEntry>
export const RevisionEntry = Type.Object(entry, {
  title: 'RevisionEntry',
  description: 'A revision without its content: its author, time and changes',
})

const PageState = Type.Object({
  title: Type.String(),
  slug: Type.String(),
  parent: Type.Optional(Type.String({ description: 'The page above; absent at the top' })),
})

export type PageRevisionEntry = Static<typeof PageRevisionEntry>
export const PageRevisionEntry = Type.Object(
  {
    ...entry,
    page: Type.Object({
      change: OneOf(['created', 'edited', 'deleted']),
      attributes: Type.Array(Type.String(), {
        description: 'What changed: `document` is the text, `parent` the page above it',
      }),
      before: Type.Optional(PageState),
      after: Type.Optional(PageState),
    }),
  },
  { title: 'PageRevisionEntry' },
)

export const Restoring = Type.Object({
  expectedRevision: Type.Optional({
    ...Id,
    description: 'The revision that you expect to be current; if it is not, the request fails with 409',
  }),
})

export const PageRestoring = Type.Object({
  ...Restoring.properties,
  below: Type.Optional(
    Type.Boolean({ description: 'Whether pages below it that are deleted come back too' }),
  ),
})

export type DeletedPage = Static<typeof DeletedPage>
export const DeletedPage = Type.Object(
  {
    object: Type.Literal('deleted-page'),
    id: Type.String(),
    title: Type.String(),
    below: Type.Integer({ description: 'Pages below it that were deleted with it' }),
    revision: Type.String({ description: 'The last revision that has it: restore it from there' }),
    deletedAt: Timestamp,
    deletedBy: Type.Optional(User),
  },
  { title: 'DeletedPage' },
)

const compared = {
  context: Type.Integer({ minimum: 0, maximum: 100, default: 3, description: 'Lines around a change' }),
  limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100, description: 'Hunks to answer' }),
}
export const TextQuery = Type.Object(compared)
export const RevisionTextQuery = Type.Object({
  against: Type.Optional({
    ...Id,
    description: 'The revision to compare with; default: the previous one',
  }),
  ...compared,
})

const Stretch = Type.Object({ line: Type.Integer(), count: Type.Integer() })
const Side = Type.Object({
  revision: Type.String(),
  title: Type.String(),
  path: Type.String(),
  lines: Type.Integer({ description: 'How many lines its text has' }),
})

export type PageTextChanges = Static<typeof PageTextChanges>
export const PageTextChanges = Type.Object(
  {
    object: Type.Literal('page-text-changes'),
    page: Type.String(),
    before: Type.Optional({ ...Side, description: 'Absent if the page did not exist' }),
    after: Type.Optional({ ...Side, description: 'Absent if the page does not exist' }),
    added: Type.Integer({ description: 'Lines' }),
    removed: Type.Integer({ description: 'Lines' }),
    hunks: Type.Array(
      Type.Object({
        before: Stretch,
        after: Stretch,
        lines: Type.Array(
          Type.Object({
            type: OneOf(['same', 'removed', 'added']),
            before: Type.Optional(Type.Integer({ description: 'Its number before, from 1' })),
            after: Type.Optional(Type.Integer({ description: 'Its number after, from 1' })),
            text: Type.String(),
          }),
        ),
      }),
      { description: 'As in a unified diff' },
    ),
    more: Type.Optional(Type.Integer({ description: 'How many further hunks there are' })),
  },
  { title: 'PageTextChanges' },
)

export const RevisionChangesQuery = Type.Object({
  ...ChangesQuery.properties,
  against: Type.Optional({
    ...Id,
    description: 'The revision to compare with; default: the previous one',
  }),
})
