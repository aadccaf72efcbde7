import { type Static, Type } from 'typebox'
import { Paging } from '../../../kit/http/operations/operation.ts'
import { Id, OneOf, Permissions, Timestamp, Told } from '../../../kit/http/operations/shapes.ts'
import { Body } from '../../content/pages/schema.ts'
import { Emoji } from '../../content/spaces/schema.ts'
import { User } from '../../people/identity/schema.ts'

export type Format = Static<typeof Format>
const Format = OneOf(['document', 'markdown'], {
  description: 'The format of bodies; default: Markdown',
})
export const FormatQuery = Type.Object({ format: Type.Optional(Format) })

const Reaction = Type.Object(
  {
    emoji: Type.String(),
    count: Type.Integer(),
    users: Type.Array(Type.Object({ user: User, reactedAt: Timestamp }), { description: 'Oldest first' }),
  },
  { title: 'EmojiReaction' },
)
const TableCell = Type.Object(
  { record: Told(Id, 'Id of the row'), definition: Told(Id, 'Id of the column') },
  { title: 'TableCellTarget', description: 'A cell of a table, of which `node` is the key' },
)

const Target = Type.Object({
  space: Type.String(),
  revision: Type.String({ description: 'The content when the comment was posted' }),
  changeRequest: Type.Optional(Type.String()),
  review: Type.Optional(Type.String({ description: 'The review that it came with' })),
  page: Type.Optional(
    Type.Object({
      id: Type.String(),
      title: Type.String(),
      emoji: Type.Optional(Type.String()),
      icon: Type.Optional(Type.String()),
      createdAt: Timestamp,
      updatedAt: Timestamp,
      path: Type.String(),
      outdated: Type.Boolean({
        description: 'Whether the commented page or block no longer exists',
      }),
    }),
  ),
  node: Type.Optional(
    Type.Object({
      id: Type.String({ description: 'Its key as the content is now, or the last one if it is gone' }),
      preview: Type.Optional(Type.String({ description: 'Its text when the comment was posted' })),
      top: Type.Optional(
        Type.String({
          description: 'Key of the top-level block that it is, or is in; absent when it is gone',
          examples: ['1kq0x7c0d2m9'],
        }),
      ),
      isEdited: Type.Boolean({
        description: 'Whether its text is another one than when it was commented on',
      }),
    }),
  ),
  quote: Type.Optional(
    Type.String({
      description: 'The words of the block that the comment is about',
      examples: ['the installer'],
    }),
  ),
  tableCell: Type.Optional(TableCell),
})

const Suggestion = Type.Object(
  {
    markdown: Type.String({
      description: 'The text that is suggested; empty: to delete the block',
      examples: ['Start the installer.'],
    }),
    before: Type.String({
      description: 'The Markdown of the block when it was suggested',
      examples: ['Run the installer.'],
    }),
    status: OneOf(['open', 'applied', 'outdated'], {
      description: '`outdated`: the block has changed since, so it can no longer be applied',
    }),
    appliedAt: Type.Optional(Timestamp),
    appliedBy: Type.Optional(User),
  },
  { title: 'CommentSuggestion' },
)

const posted = {
  id: Type.String(),
  postedBy: User,
  postedAt: Timestamp,
  editedAt: Type.Optional(Timestamp),
  reactions: Type.Array(Reaction),
  body: Body,
  urls: Type.Object({ location: Type.String() }),
  permissions: Permissions(['view', 'edit', 'reply', 'delete']),
}
const commentPermissions = Permissions(['view', 'edit', 'reply', 'delete', 'resolve', 'apply'])

export type Comment = Static<typeof Comment>
export const Comment = Type.Object(
  {
    object: Type.Literal('comment'),
    ...posted,
    replies: Type.Integer({ description: 'How many replies it has' }),
    target: Target,
    suggestion: Type.Optional(Suggestion),
    status: OneOf(['open', 'resolved']),
    resolvedAt: Type.Optional(Timestamp),
    resolvedBy: Type.Optional(User),
    permissions: commentPermissions,
  },
  { title: 'Comment' },
)

export type Reply = Static<typeof Reply>
export const Reply = Type.Object(
  { object: Type.Literal('comment-reply'), ...posted },
  { title: 'CommentReply' },
)

export type CommentFilter = Omit<Static<typeof CommentFilter>, 'page'>
export const CommentFilter = Type.Object({
  ...Paging.properties,
  order: OneOf(['asc', 'desc'], { default: 'desc', description: 'By the time of posting' }),
  status: OneOf(['all', 'open', 'resolved'], {
    default: 'all',
    description: 'Only comments with this status',
  }),
  targetPage: Type.Optional(Type.String({ maxLength: 100, description: 'Only comments on this page' })),
  authors: Type.Optional(
    Type.Array(Id, { maxItems: 100, description: 'Only comments of these users; can be repeated' }),
  ),
  ...FormatQuery.properties,
})
export const ReplyFilter = Type.Object({ ...Paging.properties, ...FormatQuery.properties })

export type NewComment = Static<typeof NewComment>
export const NewComment = Type.Object({
  body: Body,
  page: Type.Optional(Told(Id, 'Id of the page; default: the whole content')),
  node: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'Key of a block of the page' }),
  ),
  tableCell: Type.Optional(TableCell),
  quote: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'The words of the block that it is about; needs `node`',
    }),
  ),
  suggestion: Type.Optional(
    Type.Object(
      {
        markdown: Type.String({
          maxLength: 20_000,
          description: 'Markdown; empty: to delete the block',
        }),
      },
      {
        description:
          'Another text for the block, which editors apply with `applyCommentSuggestion`. `node` must be a top-level block, in a change request',
      },
    ),
  ),
})
export const NewReply = Type.Object({ body: Body })

const Emojis = Type.Array(Emoji, { maxItems: 20 })
const replyChanges = {
  body: Body,
  addedReactions: Told(Emojis, 'Emojis to react with, as characters or as code points in hex'),
  removedReactions: Told(Emojis, 'Reactions of yours to take back'),
}

export type CommentChanges = Static<typeof CommentChanges>
export const CommentChanges = Type.Partial(
  Type.Object({
    resolved: Type.Boolean({ description: 'Whether the conversation is resolved; false reopens it' }),
    ...replyChanges,
  }),
)
export type ReplyChanges = Static<typeof ReplyChanges>
export const ReplyChanges = Type.Partial(Type.Object(replyChanges))
