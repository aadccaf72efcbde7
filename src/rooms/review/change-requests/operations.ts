import { ListOf, listOf, operation, Paging } from '../../../kit/http/operations/operation.ts'
import { TOO_LONG } from '../../content/pages/schema-changes.ts'
import { space } from '../../content/spaces/access.ts'
import { organization } from '../../people/organizations/access.ts'
import { changeRequest } from './access.ts'
import { changeChangeRequest, openChangeRequest } from './change-requests.ts'
import { conflictsOf } from './conflicts/conflicts.ts'
import { chooseSide } from './conflicts/resolve-conflicts.ts'
import { mergeChangeRequest, updateFromMain } from './merging/merge.ts'
import { mergeChecks } from './merging/merge-rules.ts'
import { presentChangeRequest, presentContributor, presentReviewer } from './present.ts'
import { answerChangeRequest } from './previews.ts'
import { requestReviewers, withdrawReviewer } from './reviewers.ts'
import {
  ChangeRequest,
  ChangeRequestChanges,
  ChangeRequestFilter,
  ConflictChoice,
  ConflictView,
  Contributor,
  MergeChecks,
  MergeRequest,
  MergeResult,
  NewChangeRequest,
  RequestedReviewer,
  RequestedReviewers,
  ReviewersRequest,
  UpdateResult,
} from './schema.ts'
import { listChangeRequestsOfOrganization, listChangeRequestsOfSpace, listContributors } from './store.ts'
import { listReviewers } from './store-reviewers.ts'

export const operations = [
  operation({
    id: 'listChangeRequestsForOrganization',
    route: 'GET /v1/orgs/{organizationId}/change-requests',
    summary: 'List the change requests in all spaces of an organization that the caller can read',
    on: organization,
    needs: 'view',
    query: ChangeRequestFilter,
    returns: ListOf(ChangeRequest),
    run: async ({ ctx, subject: organization, query }) =>
      listOf(await listChangeRequestsOfOrganization(ctx.db, organization.id, ctx.actor.id, query), (row) =>
        presentChangeRequest(row, ctx.links),
      ),
  }),
  operation({
    id: 'listChangeRequestsForSpace',
    route: 'GET /v1/spaces/{spaceId}/change-requests',
    summary: 'List the change requests of a space, newest first',
    on: space,
    needs: 'view',
    query: ChangeRequestFilter,
    returns: ListOf(ChangeRequest),
    run: async ({ ctx, subject: space, query }) =>
      listOf(await listChangeRequestsOfSpace(ctx.db, space.id, query), (row) =>
        presentChangeRequest(row, ctx.links),
      ),
  }),
  operation({
    id: 'createChangeRequest',
    route: 'POST /v1/spaces/{spaceId}/change-requests',
    summary: 'Open a change request',
    description: 'It starts as a draft, with the content that readers of the space see now.',
    on: space,
    needs: 'edit',
    body: NewChangeRequest,
    isBodyOptional: true,
    example: { subject: 'Explain the installer' },
    status: 201,
    returns: ChangeRequest,
    location: (made) => `/v1/spaces/${made.space}/change-requests/${made.id}`,
    run: async ({ ctx, subject: space, body }) =>
      answerChangeRequest(ctx, await openChangeRequest(ctx, space, body)),
  }),
  operation({
    id: 'getChangeRequestById',
    route: 'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}',
    summary: 'Get a change request, by its id or its number',
    on: changeRequest,
    needs: 'view',
    returns: ChangeRequest,
    run: ({ ctx, subject }) => answerChangeRequest(ctx, subject),
  }),
  operation({
    id: 'updateChangeRequestById',
    route: 'PATCH /v1/spaces/{spaceId}/change-requests/{changeRequestId}',
    summary: 'Change the subject, description or status of a change request',
    on: changeRequest,
    needs: 'edit',
    body: ChangeRequestChanges,
    example: { subject: 'Explain the installer', status: 'open' },
    returns: ChangeRequest,
    refuses: { 409: 'The change request was merged' },
    run: async ({ ctx, subject, body }) =>
      answerChangeRequest(ctx, await changeChangeRequest(ctx, subject, body)),
  }),
  operation({
    id: 'mergeChangeRequest',
    route: 'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/merge',
    summary: 'Merge a change request into its space',
    description:
      'With conflicts nothing changes and the answer says `conflicts`; the conflicts are listed by `listChangeRequestConflicts`. Unmet merge rules are a 409 that names them.',
    on: changeRequest,
    needs: 'merge',
    body: MergeRequest,
    isBodyOptional: true,
    example: { revision: '01kx6m2p7hv4n8c1k5z3q9y6ta' },
    returns: MergeResult,
    refuses: {
      409: 'The merge rules are not met, the space is locked, the change request was merged already, or it has changed since `revision`',
      413: TOO_LONG,
    },
    run: ({ ctx, subject, body }) => mergeChangeRequest(ctx, subject, body),
  }),
  operation({
    id: 'getChangeRequestMergeChecks',
    route: 'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/merge-checks',
    summary: 'List the merge rules of a change request, and which of them are met',
    on: changeRequest,
    needs: 'view',
    returns: MergeChecks,
    run: ({ ctx, subject }) => mergeChecks(ctx, subject),
  }),
  operation({
    id: 'updateChangeRequest',
    route: 'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/update',
    summary: 'Update a change request from its space',
    description:
      'Merges the published content into the change request. In conflicts, the change request keeps its own content, and the conflict stays until the page is edited or a side is chosen; until then the change request cannot be merged.',
    on: changeRequest,
    needs: 'edit',
    returns: UpdateResult,
    refuses: { 409: 'The space is locked, or the change request was merged', 413: TOO_LONG },
    run: ({ ctx, subject }) => updateFromMain(ctx, subject),
  }),
  operation({
    id: 'listChangeRequestConflicts',
    route: 'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/conflicts',
    summary: 'List what both the change request and its space changed, with all sides',
    description:
      'Conflicts from an update, and conflicts that a merge would cause now. For a text, `hunks` are the lines that both sides changed; all other lines are already merged. A conflict about a page ends when the page is edited or deleted, or a side is chosen; one about an order also when a page is moved in that list.',
    on: changeRequest,
    needs: 'view',
    returns: ListOf(ConflictView),
    isVerbatim: true,
    refuses: { 413: TOO_LONG },
    run: async ({ ctx, subject }) =>
      listOf({ rows: await conflictsOf(ctx, subject) }, (conflict) => conflict),
  }),
  operation({
    id: 'resolveChangeRequestConflict',
    route: 'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/conflicts/resolve',
    summary: 'Resolve the conflicts about one page, file or order by choosing a side',
    description:
      'For conflicts from an update. The chosen side applies only to the conflict: lines, fields and pages that merged cleanly stay, and so do later edits. `hunks` chooses the other side for some lines of a text. To write something else, edit the page: that also resolves its conflicts.',
    on: changeRequest,
    needs: 'edit',
    body: ConflictChoice,
    example: { kind: 'page', id: '01kx6m2p7hv4n8c1k5z3q9y6ta', choose: 'theirs' },
    refuses: {
      409: 'The space is locked, the change request was merged, or the lines are in conflict no longer: list them again',
      413: TOO_LONG,
    },
    run: ({ ctx, subject, body }) => chooseSide(ctx, subject, body),
  }),
  operation({
    id: 'getRequestedReviewersByChangeRequestId',
    route: 'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers',
    summary: 'List who was asked to review a change request',
    section: 'Reviews',
    on: changeRequest,
    needs: 'view',
    query: Paging,
    returns: ListOf(RequestedReviewer),
    run: async ({ ctx, subject, query }) =>
      listOf(await listReviewers(ctx.db, subject.id, query), (row) => presentReviewer(row, ctx.links)),
  }),
  operation({
    id: 'requestReviewersForChangeRequest',
    route: 'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers',
    summary: 'Ask people to review a change request',
    description: 'A draft is open from then on.',
    section: 'Reviews',
    on: changeRequest,
    needs: 'edit',
    body: ReviewersRequest,
    example: { users: ['01kx6kz4r8v2m6q1w9c5x3t7ph'] },
    returns: RequestedReviewers,
    refuses: { 409: 'The change request was merged' },
    run: async ({ ctx, subject, body }) => ({
      users: (await requestReviewers(ctx, subject, body)).map((row) => presentReviewer(row, ctx.links)),
    }),
  }),
  operation({
    id: 'removeRequestedReviewerFromChangeRequest',
    route: 'DELETE /v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers/{userId}',
    summary: 'Remove a requested reviewer from a change request',
    section: 'Reviews',
    on: changeRequest,
    needs: 'edit',
    status: 205,
    refuses: { 409: 'The change request was merged' },
    run: ({ ctx, subject, params }) => withdrawReviewer(ctx, subject, params.userId),
  }),
  operation({
    id: 'getContributorsByChangeRequestId',
    route: 'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/contributors',
    summary: 'List who edited or commented a change request',
    on: changeRequest,
    needs: 'view',
    returns: ListOf(Contributor),
    run: async ({ ctx, subject }) =>
      listOf({ rows: await listContributors(ctx.db, subject.id) }, (row) =>
        presentContributor(row, ctx.links),
      ),
  }),
]
