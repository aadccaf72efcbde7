import { ListOf, listOf, operation } from '../../../kit/http/operations/operation.ts'
import { changeRequest } from '../change-requests/access.ts'
import { FormatQuery } from '../comments/schema.ts'
import { answerReview, answerReviews, submitReview } from './reviews.ts'
import { NewReview, Review, ReviewFilter } from './schema.ts'

export const operations = [
  operation({
    id: 'getReviewsByChangeRequestId',
    route: 'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews',
    summary: 'List the reviews of a change request, newest first',
    on: changeRequest,
    needs: 'view',
    query: ReviewFilter,
    returns: ListOf(Review),
    run: async ({ ctx, subject, query }) =>
      listOf(await answerReviews(ctx, subject, query), (review) => review),
  }),
  operation({
    id: 'getChangeRequestReviewById',
    route: 'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews/{reviewId}',
    summary: 'Get a review of a change request',
    on: changeRequest,
    needs: 'view',
    query: FormatQuery,
    returns: Review,
    refuses: { 404: 'The change request has no such review' },
    run: ({ ctx, subject, params, query }) => answerReview(ctx, subject, params.reviewId, query.format),
  }),
  operation({
    id: 'submitChangeRequestReview',
    route: 'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews',
    summary: 'Approve a change request, or request changes',
    description: 'Reviews the current content. A comment is also posted on the change request.',
    on: changeRequest,
    needs: 'review',
    body: NewReview,
    example: { status: 'approved', comment: { markdown: 'Ready to go.' } },
    status: 201,
    returns: Review,
    refuses: { 409: 'The change request was merged, or has changed since `revision`' },
    location: (made, { spaceId, changeRequestId }) =>
      `/v1/spaces/${spaceId}/change-requests/${changeRequestId}/reviews/${made.id}`,
    run: ({ ctx, subject, body }) => submitReview(ctx, subject, body),
  }),
]
