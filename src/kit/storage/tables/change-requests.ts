// Change requests: their reviewers, reviews, contributors and conflicts.
import type { Generated } from 'kysely'
import type { Json } from '../json-column.ts'

export type ChangeRequestTables = {
  changeRequests: ChangeRequestsTable
  changeRequestConflicts: ChangeRequestConflictsTable
  changeRequestContributors: ChangeRequestContributorsTable
  changeRequestReviewers: ChangeRequestReviewersTable
  changeRequestReviews: ChangeRequestReviewsTable
}

export type ChangeRequestStatus = 'draft' | 'open' | 'archived' | 'merged'

type ChangeRequestsTable = {
  id: string
  organizationId: string
  spaceId: string
  number: number
  status: ChangeRequestStatus
  subject: string
  description: Json<object> | null
  createdBy: string | null
  createdAt: Date
  updatedAt: Date
  revisionId: string
  revisionInitial: string
  revisionAncestor: string
  revisionMerged: string | null
  comments: Generated<number>
}

type ChangeRequestConflictsTable = {
  spaceId: string
  changeRequestId: string
  kind: 'page' | 'order' | 'file' | 'reusable-content' | 'variable'
  subjectId: string
  field: string
  base: Json<unknown> | null
  ours: Json<unknown> | null
  theirs: Json<unknown> | null
  createdAt: Date
}

type ChangeRequestContributorsTable = {
  spaceId: string
  changeRequestId: string
  userId: string
  action: 'edit' | 'comment'
  count: number
  updatedAt: Date
}

type ChangeRequestReviewersTable = {
  spaceId: string
  changeRequestId: string
  userId: string
  revisionId: string
  requestedBy: string | null
  createdAt: Date
}

export type ReviewStatus = 'changes-requested' | 'approved'

type ChangeRequestReviewsTable = {
  id: string
  spaceId: string
  changeRequestId: string
  reviewerId: string
  requestedBy: string | null
  revisionId: string
  status: ReviewStatus
  createdAt: Date
  updatedAt: Date
}
