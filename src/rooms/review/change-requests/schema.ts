import { type Static, Type } from 'typebox'
import { Paging } from '../../../kit/http/operations/operation.ts'
import { Id, OneOf, Open, Timestamp } from '../../../kit/http/operations/shapes.ts'
import { JsonDocument } from '../../content/pages/schema.ts'
import { ContentOutcome } from '../../content/pages/schema-changes.ts'
import { User } from '../../people/identity/schema.ts'

const STATUSES = ['draft', 'open', 'archived', 'merged'] as const
const Subject = Type.String({ maxLength: 100, description: 'Its subject, in one line' })

export type ChangeRequest = Static<typeof ChangeRequest>
export const ChangeRequest = Type.Object(
  {
    object: Type.Literal('change-request'),
    id: Type.String(),
    number: Type.Integer({ description: 'Counts up within the space; paths take it in place of the id' }),
    status: OneOf(STATUSES),
    subject: Type.String(),
    description: Type.Optional(JsonDocument),
    createdBy: User,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    space: Type.String(),
    revision: Type.String({ description: 'The content it proposes' }),
    revisionInitial: Type.String({ description: 'The revision of the space it was opened on' }),
    revisionMergedAncestor: Type.Optional(
      Type.String({ description: 'The latest revision of the space that was pulled into it' }),
    ),
    revisionMerged: Type.Optional(Type.String({ description: 'The revision that its merge made' })),
    comments: Type.Integer({ description: 'Open comments' }),
    outdated: Type.Boolean({ description: 'Whether the space has changed since' }),
    urls: Type.Object({
      app: Type.String(),
      location: Type.String(),
      preview: Type.Optional(
        Type.String({
          format: 'uri',
          description:
            'Preview URL that shows it as a site, with its changes marked. Anyone with the URL can open it for an hour or two; absent in lists',
        }),
      ),
    }),
  },
  { title: 'ChangeRequest' },
)

export type NewChangeRequest = Static<typeof NewChangeRequest>
export const NewChangeRequest = Type.Object({
  subject: Type.Optional(Subject),
  description: Type.Optional(JsonDocument),
})

export type ChangeRequestChanges = Static<typeof ChangeRequestChanges>
export const ChangeRequestChanges = Type.Partial(
  Type.Object({
    subject: Subject,
    description: JsonDocument,
    status: OneOf(['draft', 'open', 'archived'], {
      description: '`open` asks for reviews, `archived` puts it aside; `merged` is reached by merging',
    }),
  }),
)

export type ChangeRequestFilter = Static<typeof ChangeRequestFilter>
export const ChangeRequestFilter = Type.Object({
  ...Paging.properties,
  status: OneOf(STATUSES, { default: 'open', description: 'Only change requests with this status' }),
  creator: Type.Optional(Type.String({ description: 'Only those this user opened' })),
  contributor: Type.Optional(Type.String({ description: 'Only those this user edited or commented' })),
  reviewer: Type.Optional(
    Type.String({ description: 'Only those this user was asked to review, and has not reviewed since' }),
  ),
})

/** What somebody has read, so that nothing is approved or merged that nobody saw. */
export const SeenRevision = Type.Optional(
  Type.String({
    maxLength: 100,
    description:
      'The `revision` of the change request that the caller has read; if it has changed since, the answer is 409 and nothing happens',
  }),
)
export type MergeRequest = Static<typeof MergeRequest>
export const MergeRequest = Type.Object({ revision: SeenRevision })

export type MergeChecks = Static<typeof MergeChecks>
export const MergeChecks = Type.Object(
  {
    rules: Type.Array(
      Type.Object({
        rule: Type.String({ examples: ['require_at_least_one_review'] }),
        isMet: Type.Boolean(),
        message: Type.String({
          description: 'The rule in words, with the names of the people it asks for',
          examples: ['someone must approve the current content'],
        }),
        people: Type.Optional(
          Type.Array(Type.String(), {
            description: 'The names of the people it asks for; absent where it names none',
            examples: [['Maria']],
          }),
        ),
      }),
    ),
    canBypass: Type.Boolean({ description: 'Whether the caller may merge without meeting the rules' }),
  },
  { title: 'ChangeRequestMergeChecks' },
)

export const MergeResult = Type.Object({ revision: Type.String(), result: OneOf(['merge', 'conflicts']) })
export const UpdateResult = Type.Object({ revision: Type.String(), result: OneOf(['update', 'conflicts']) })

export const Compat = Type.Object({
  compat: Type.Boolean({
    default: true,
    description: 'false answers what each change did beside the change request',
  }),
})
export const ContentEdited = Type.Union([
  ChangeRequest,
  Type.Object({ changeRequest: ChangeRequest, ...ContentOutcome.properties }),
])

const value = Type.Unknown({ description: 'Absent if there is none' })

const ConflictHunk = Type.Object(
  {
    id: Type.String({ description: 'What `resolve` takes; another one as soon as one of the sides is' }),
    line: Type.Integer({ description: 'The line of `ours` at which it begins, from 1' }),
    base: Type.String(),
    ours: Type.String(),
    theirs: Type.String(),
  },
  {
    title: 'ChangeRequestConflictHunk',
    description: 'Lines that both sides changed; empty where one has none',
  },
)

export type ConflictView = Static<typeof ConflictView>
export const ConflictView = Type.Object(
  {
    object: Type.Literal('change-request-conflict'),
    kind: OneOf(['page', 'order', 'file', 'reusable-content', 'variable']),
    id: Type.String({
      description: 'The page, file or reusable content; the page above of an order; the name of a variable',
    }),
    title: Type.Optional(Type.String()),
    field: Type.String({
      description: '`body`, `place`, `existence`, `order`, `value`, or a field of the page',
    }),
    isPulled: Type.Boolean({
      description: 'Left by an update, and waiting for an edit or a choice; false: a merge would meet it now',
    }),
    base: Type.Optional(value),
    ours: Type.Optional(value),
    theirs: Type.Optional(value),
    hunks: Type.Optional(
      Type.Array(ConflictHunk, {
        description: 'Of a `body`: the lines that are at odds. All else is merged',
      }),
    ),
  },
  { title: 'ChangeRequestConflict', description: '`ours` is the content of the change request' },
)

export type ConflictChoice = Static<typeof ConflictChoice>
export const ConflictChoice = Type.Object({
  kind: OneOf(['page', 'order', 'file', 'reusable-content', 'variable'], {
    description: 'As the list of conflicts says',
  }),
  id: Type.String({ maxLength: 256, description: 'As the list of conflicts says' }),
  choose: OneOf(['ours', 'theirs'], {
    description:
      'What wins: `ours` is the change request, `theirs` the space; for all that `hunks` does not name',
  }),
  hunks: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.String({ maxLength: 64, description: 'Id of the lines' }),
        choose: Type.Optional(OneOf(['ours', 'theirs'], { description: 'Which side these lines take' })),
        markdown: Type.Optional(
          Type.String({ maxLength: 200_000, description: 'Lines of your own, in place of both sides' }),
        ),
      }),
      {
        maxItems: 10_000,
        description:
          'Other sides, or lines of your own, for some of the lines, by the ids that the list of conflicts has; each has `choose` or `markdown`',
      },
    ),
  ),
})

export const ReviewersRequest = Type.Object({
  users: Type.Array(Id, { minItems: 1, maxItems: 50, description: 'Ids of the people to ask' }),
  subject: Type.Optional(Subject),
  description: Type.Optional(JsonDocument),
})

export type RequestedReviewer = Static<typeof RequestedReviewer>
export const RequestedReviewer = Type.Object(
  {
    object: Type.Literal('change-request-requested-reviewer'),
    kind: OneOf(['user']),
    user: User,
    revision: Type.String(),
    requestedBy: User,
    createdAt: Timestamp,
  },
  { title: 'ChangeRequestRequestedReviewer' },
)
export const RequestedReviewers = Type.Object({ users: Type.Array(RequestedReviewer) })

export type Contributor = Static<typeof Contributor>
export const Contributor = Type.Object(
  {
    user: User,
    actionType: OneOf(['edit', 'comment']),
    count: Type.Integer(),
    updatedAt: Timestamp,
  },
  { title: 'UserContributor' },
)

export const ChangesQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 1000, default: 10, description: 'Changes to answer' }),
})

export const SemanticChanges = Type.Object(
  {
    mergedFrom: Type.Optional(ChangeRequest),
    changes: Type.Array(
      Open({
        title: 'RevisionSemanticChange',
        examples: [{ type: 'page_edited', page: { id: '01kx6m2p7hv4n8c1k5z3q9y6ta', title: 'Installing' } }],
        required: ['type'],
        properties: { type: { type: 'string' } },
      }),
    ),
    more: Type.Optional(Type.Integer({ description: 'How many further changes there are' })),
  },
  { title: 'RevisionSemanticChanges' },
)
