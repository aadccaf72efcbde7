import type { Links } from '../../../kit/domain/links.ts'
import { presentPerson } from '../change-requests/present.ts'
import type { Comment } from '../comments/schema.ts'
import type { Review } from './schema.ts'
import type { ReviewRow } from './store.ts'

export function presentReview(
  row: ReviewRow,
  changeRequest: { revisionId: string },
  comment: Comment | undefined,
  links: Links,
): Review {
  return {
    object: 'change-request-review',
    id: row.id,
    revision: row.revisionId,
    reviewer: presentPerson(row.reviewer, links),
    requestedBy: row.requestedBy === null ? undefined : presentPerson(row.requester, links),
    status: row.status,
    outdated: row.revisionId !== changeRequest.revisionId,
    comment,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
