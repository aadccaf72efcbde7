import { Type } from 'typebox'
import { ListOf, listOf, operation } from '../../../kit/http/operations/operation.ts'
import { changeRequest } from '../../review/change-requests/access.ts'
import { mergedFromOf } from '../../review/change-requests/changes.ts'
import { SemanticChanges } from '../../review/change-requests/schema.ts'
import { currentContent, revisionContent } from '../pages/access.ts'
import { answerRevision } from '../pages/reading/answers.ts'
import { ContentQuery, Revision } from '../pages/schema.ts'
import { space } from '../spaces/access.ts'
import { textChangesOfChangeRequest, textChangesOfRevision } from './compare-revisions.ts'
import { deletedPages } from './deleted-pages.ts'
import { historyOfChangeRequest, historyOfSpace } from './history.ts'
import { historyOfPage } from './page-history.ts'
import { presentDeletedPage, presentEntry, presentPageEntry } from './present.ts'
import { restorePage, restoreRevision } from './restore-revision.ts'
import { changesOfRevision } from './revision-changes.ts'
import {
  DeletedPage,
  HistoryPaging,
  PageRestoring,
  PageRevisionEntry,
  PageTextChanges,
  Restoring,
  RevisionChangesQuery,
  RevisionEntry,
  RevisionTextQuery,
  TextQuery,
} from './schema.ts'

const RESTORING = {
  409: 'The space is locked, it has changed since `expectedRevision`, or its readers never saw this revision',
}

export const operations = [
  operation({
    id: 'getCurrentRevision',
    route: 'GET /v1/spaces/{spaceId}/content',
    summary: 'Get the revision that readers of a space see',
    section: 'Pages and files',
    on: currentContent,
    needs: 'view',
    forVisitors: true,
    query: ContentQuery,
    returns: Revision,
    isVerbatim: true,
    run: async ({ ctx, subject: content, query }) =>
      answerRevision(ctx, content, query, await mergedFromOf(ctx, content.revision)),
  }),
  operation({
    id: 'getRevisionById',
    route: 'GET /v1/spaces/{spaceId}/revisions/{revisionId}',
    summary: 'Get a revision',
    on: revisionContent,
    needs: 'view',
    forVisitors: true,
    query: ContentQuery,
    returns: Revision,
    isVerbatim: true,
    run: async ({ ctx, subject: content, query }) =>
      answerRevision(ctx, content, query, await mergedFromOf(ctx, content.revision)),
  }),
  operation({
    id: 'getRevisionSemanticChanges',
    route: 'GET /v1/spaces/{spaceId}/revisions/{revisionId}/changes',
    summary: 'List the changes in a revision, or between two revisions',
    on: revisionContent,
    needs: 'view',
    query: RevisionChangesQuery,
    returns: SemanticChanges,
    isVerbatim: true,
    run: ({ ctx, subject: content, query }) => changesOfRevision(ctx, content, query),
  }),
  operation({
    id: 'listRevisionsForSpace',
    route: 'GET /v1/spaces/{spaceId}/revisions',
    summary: 'List the history of a space',
    description:
      'The published revisions, newest first, with their author, time and a summary of the changes. A merged change ' +
      'request is one revision. `GET …/revisions/{revisionId}/changes` lists all changes of a revision.',
    on: space,
    needs: 'view',
    query: HistoryPaging,
    returns: ListOf(RevisionEntry),
    run: async ({ ctx, subject: space, query }) =>
      listOf(await historyOfSpace(ctx, space, query), (entry) => presentEntry(entry, space, ctx.links)),
  }),
  operation({
    id: 'listDeletedPages',
    route: 'GET /v1/spaces/{spaceId}/deleted-pages',
    summary: 'List the pages of a space that were deleted lately',
    description:
      'Of the last 30 days and 500 revisions, the latest first, at most a hundred. A page that was deleted with those below it is one item. Any older page can be restored from the revision that has it.',
    on: space,
    needs: 'view',
    returns: Type.Object({ items: Type.Array(DeletedPage) }),
    run: async ({ ctx, subject: space }) => ({
      items: (await deletedPages(ctx, space)).map((row) => presentDeletedPage(row, ctx.links)),
    }),
  }),
  operation({
    id: 'listRevisionsForPage',
    route: 'GET /v1/spaces/{spaceId}/content/page/{pageId}/revisions',
    summary: 'List the history of a page',
    description:
      'The revisions of the space in which this page was created, edited, moved below another page or deleted, newest ' +
      'first; also for a deleted page. A request searches a thousand revisions: it may return fewer items than ' +
      'requested, or none, and still have a `next`.',
    on: space,
    needs: 'view',
    query: HistoryPaging,
    returns: ListOf(PageRevisionEntry),
    run: async ({ ctx, subject: space, params, query }) =>
      listOf(await historyOfPage(ctx, space, params.pageId, query), (entry) =>
        presentPageEntry(entry, space, ctx.links),
      ),
  }),
  operation({
    id: 'listRevisionsForChangeRequest',
    route: 'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/revisions',
    summary: 'List the history of a change request',
    description: 'Its edits, and the updates from its space, newest first.',
    on: changeRequest,
    needs: 'view',
    query: HistoryPaging,
    returns: ListOf(RevisionEntry),
    run: async ({ ctx, subject, query }) =>
      listOf(await historyOfChangeRequest(ctx, subject, query), (entry) =>
        presentEntry(entry, subject.space, ctx.links),
      ),
  }),
  operation({
    id: 'getPageTextChangesInRevision',
    route: 'GET /v1/spaces/{spaceId}/revisions/{revisionId}/changes/page/{pageId}',
    summary: 'Compare the text of a page in two revisions',
    description:
      'Compares the Markdown line by line with the previous revision or any other of the space. Texts of more than 20,000 ' +
      'lines or two million characters are refused with 413.',
    on: revisionContent,
    needs: 'view',
    query: RevisionTextQuery,
    returns: PageTextChanges,
    isVerbatim: true,
    refuses: { 413: 'A text is too long to be compared' },
    run: ({ ctx, subject: content, params, query }) =>
      textChangesOfRevision(ctx, content, params.pageId, query),
  }),
  operation({
    id: 'getPageTextChangesInChangeRequest',
    route: 'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/changes/page/{pageId}',
    summary: 'Compare the text of a page in a change request with the space',
    description:
      'Compares the Markdown line by line with the base of the change request or its last update. Texts of more ' +
      'than 20,000 lines or two million characters are refused with 413.',
    section: 'Pages of a change request',
    on: changeRequest,
    needs: 'view',
    query: TextQuery,
    returns: PageTextChanges,
    isVerbatim: true,
    refuses: { 413: 'A text is too long to be compared' },
    run: ({ ctx, subject, params, query }) => textChangesOfChangeRequest(ctx, subject, params.pageId, query),
  }),
  operation({
    id: 'restoreRevision',
    route: 'POST /v1/spaces/{spaceId}/revisions/{revisionId}/restore',
    summary: 'Restore a space to an earlier revision',
    description:
      'Creates a new revision of type `rollback` with the content of the earlier one; history is not rewritten. ' +
      'For spaces whose `editMode` is `live`. Returns the current revision if nothing changes.',
    on: revisionContent,
    needs: 'edit',
    body: Restoring,
    isBodyOptional: true,
    example: { expectedRevision: '01kx6m3b6t2y8m4q7v1c5n9h0z' },
    returns: RevisionEntry,
    refuses: RESTORING,
    run: async ({ ctx, subject: content, body }) =>
      presentEntry(await restoreRevision(ctx, content, body.expectedRevision), content.space, ctx.links),
  }),
  operation({
    id: 'restorePageFromRevision',
    route: 'POST /v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}/restore',
    summary: 'Restore a page from an earlier revision',
    description:
      'Restores its text, title, other fields and place; pages below it do not change, but for deleted ones with `below`. A deleted page comes back ' +
      'in its old place, or at the top level if its parent is gone, with a free slug.',
    on: revisionContent,
    needs: 'edit',
    body: PageRestoring,
    isBodyOptional: true,
    example: { expectedRevision: '01kx6m3b6t2y8m4q7v1c5n9h0z' },
    returns: RevisionEntry,
    refuses: RESTORING,
    run: async ({ ctx, subject: content, params, body }) =>
      presentEntry(await restorePage(ctx, content, params.pageId, body), content.space, ctx.links),
  }),
]
