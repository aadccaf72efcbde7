import type { Links } from '../../../kit/domain/links.ts'
import { type PresentableUser, presentUser } from '../../people/identity/present.ts'
import type { ChangeRequest, Contributor, RequestedReviewer } from './schema.ts'
import type { ChangeRequestRow } from './store.ts'
import type { ReviewerRow } from './store-reviewers.ts'

/** Stands for somebody whose account is gone. */
const SOMEBODY: PresentableUser = { id: 'deleted', displayName: 'Deleted user', email: '', photoUrl: null }

export function presentPerson(user: PresentableUser | null, links: Links) {
  return presentUser(user ?? SOMEBODY, links)
}

export function presentChangeRequest(row: ChangeRequestRow, links: Links): ChangeRequest {
  const { revisionInitial, revisionAncestor, status } = row
  return {
    object: 'change-request',
    id: row.id,
    number: row.number,
    status,
    subject: row.subject,
    description: (row.description as ChangeRequest['description']) ?? undefined,
    createdBy: presentPerson(row.author, links),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    space: row.spaceId,
    revision: row.revisionId,
    revisionInitial,
    revisionMergedAncestor: revisionAncestor === revisionInitial ? undefined : revisionAncestor,
    revisionMerged: row.revisionMerged ?? undefined,
    comments: row.comments,
    outdated: status !== 'merged' && row.head !== revisionAncestor,
    urls: links.changeRequest(row.organizationId, row.spaceId, row),
  }
}

type ContributorRow = PresentableUser & { action: 'edit' | 'comment'; count: number; updatedAt: Date }

export function presentContributor(row: ContributorRow, links: Links): Contributor {
  const { action, count, updatedAt } = row
  return { user: presentUser(row, links), actionType: action, count, updatedAt: updatedAt.toISOString() }
}

export function presentReviewer(row: ReviewerRow, links: Links): RequestedReviewer {
  return {
    object: 'change-request-requested-reviewer',
    kind: 'user',
    user: presentPerson(row.user, links),
    revision: row.revisionId,
    requestedBy: presentPerson(row.requester, links),
    createdAt: row.createdAt.toISOString(),
  }
}
