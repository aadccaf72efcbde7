import { type Static, Type } from 'typebox'
import { Paging } from '../../../kit/http/operations/operation.ts'
import { OneOf, Timestamp } from '../../../kit/http/operations/shapes.ts'
import { Body } from '../../content/pages/schema.ts'
import { User } from '../../people/identity/schema.ts'
import { SeenRevision } from '../change-requests/schema.ts'
import { Comment, FormatQuery } from '../comments/schema.ts'

const Status = OneOf(['approved', 'changes-requested'], {
  description: 'Approval, or a request for changes',
})

export type Review = Static<typeof Review>
export const Review = Type.Object(
  {
    object: Type.Literal('change-request-review'),
    id: Type.String(),
    revision: Type.String({ description: 'The content that was reviewed' }),
    reviewer: User,
    requestedBy: Type.Optional(User),
    status: Status,
    outdated: Type.Boolean({ description: 'Whether the change request has changed since' }),
    comment: Type.Optional(Comment),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'ChangeRequestReview' },
)

export type NewReview = Static<typeof NewReview>
export const NewReview = Type.Object({
  status: Status,
  comment: Type.Optional(Body),
  revision: SeenRevision,
})

export type ReviewFilter = Omit<Static<typeof ReviewFilter>, 'page'>
export const ReviewFilter = Type.Object({
  ...Paging.properties,
  ...FormatQuery.properties,
  outdated: Type.Optional(
    Type.Boolean({ description: 'Only reviews of earlier content, or only of the current content' }),
  ),
})
