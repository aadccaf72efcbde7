import { ListOf, listOf, operation } from '../../http/operation.ts'
import { currentContent, revisionContent } from '../content/access.ts'
import {
  answerFile,
  answerFiles,
  answerPage,
  answerPageAt,
  answerPages,
  answerReusable,
  answerRevision,
} from '../content/answers.ts'
import { takeFiles } from '../content/incoming-files.ts'
import {
  ContentPaging,
  ContentQuery,
  File,
  Page,
  PageQuery,
  Pages,
  ReusableContent,
  Revision,
} from '../content/schema.ts'
import { ContentChanges, EDIT_LIMIT, TOO_LONG } from '../content/schema-changes.ts'
import { changeRequest, proposedContent } from './access.ts'
import { changesOfChangeRequest, changesOfRevision, mergedFromOf } from './changes.ts'
import { editChangeRequest } from './editing.ts'
import { answerEdit } from './outcomes.ts'
import { ChangesQuery, Compat, ContentEdited, RevisionChangesQuery, SemanticChanges } from './schema.ts'

export const operations = [
  operation({
    id: 'getCurrentRevision',
    route: 'GET /v1/spaces/{spaceId}/content',
    summary: 'Get the revision that readers of a space see',
    section: 'Pages and files',
    on: currentContent,
    needs: 'view',
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
    section: 'History',
    on: revisionContent,
    needs: 'view',
    query: ContentQuery,
    returns: Revision,
    isVerbatim: true,
    run: async ({ ctx, subject: content, query }) =>
      answerRevision(ctx, content, query, await mergedFromOf(ctx, content.revision)),
  }),
  operation({
    id: 'getRevisionSemanticChanges',
    route: 'GET /v1/spaces/{spaceId}/revisions/{revisionId}/changes',
    summary: 'List what a revision changed, or how it differs from another one',
    section: 'History',
    on: revisionContent,
    needs: 'view',
    query: RevisionChangesQuery,
    returns: SemanticChanges,
    isVerbatim: true,
    run: ({ ctx, subject: content, query }) => changesOfRevision(ctx, content, query),
  }),
  operation({
    id: 'getChangeRequestChanges',
    route: 'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/changes',
    summary: 'List what a change request changes',
    section: 'Pages of a change request',
    on: changeRequest,
    needs: 'view',
    query: ChangesQuery,
    returns: SemanticChanges,
    isVerbatim: true,
    run: ({ ctx, subject, query }) => changesOfChangeRequest(ctx, subject, query.limit),
  }),
  operation({
    id: 'getRevisionOfChangeRequestById',
    route: 'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content',
    summary: 'Get the revision that a change request proposes',
    section: 'Pages of a change request',
    on: proposedContent,
    needs: 'view',
    query: ContentQuery,
    returns: Revision,
    isVerbatim: true,
    run: async ({ ctx, subject: content, query }) =>
      answerRevision(ctx, content, query, await mergedFromOf(ctx, content.revision)),
  }),
  operation({
    id: 'updateChangeRequestContent',
    route: 'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content',
    summary: 'Change the content of a change request',
    description: 'The changes are applied in order, all or nothing, as one revision.',
    section: 'Pages of a change request',
    on: changeRequest,
    needs: 'edit',
    query: Compat,
    body: ContentChanges,
    bodyLimit: EDIT_LIMIT,
    example: {
      changes: [
        {
          operation: 'insert_page',
          type: 'document',
          title: 'Installing',
          document: { markdown: 'Run the installer.' },
        },
      ],
    },
    returns: ContentEdited,
    refuses: {
      409: 'The space is locked, the change request was merged, or a page would stand too deep below others',
      413: `A file is too large. ${TOO_LONG}`,
    },
    before: ({ ctx, subject, body }) => takeFiles(ctx, subject.organizationId, body.changes),
    run: async ({ ctx, subject, query: { compat }, body: { changes }, brought: files }) =>
      answerEdit(ctx, subject, await editChangeRequest(ctx, subject, { changes, files }), compat),
  }),
  operation({
    id: 'listPagesInChangeRequest',
    route: 'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/pages',
    summary: 'List the pages of a change request as a tree',
    section: 'Pages of a change request',
    on: proposedContent,
    needs: 'view',
    query: ContentQuery,
    returns: Pages,
    isVerbatim: true,
    run: ({ ctx, subject: content, query }) => answerPages(ctx, content, query),
  }),
  operation({
    id: 'listFilesInChangeRequestById',
    route: 'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files',
    summary: 'List the files of a change request',
    section: 'Pages of a change request',
    on: proposedContent,
    needs: 'view',
    query: ContentPaging,
    returns: ListOf(File),
    run: async ({ ctx, subject: content, query }) =>
      listOf(await answerFiles(ctx, content, query), (file) => file),
  }),
  operation({
    id: 'getFileInChangeRequestById',
    route: 'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}',
    summary: 'Get a file of a change request',
    section: 'Pages of a change request',
    on: proposedContent,
    needs: 'view',
    query: ContentQuery,
    returns: File,
    run: ({ ctx, subject: content, params, query }) => answerFile(ctx, content, params.fileId, query),
  }),
  operation({
    id: 'getPageInChangeRequestById',
    route: 'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}',
    summary: 'Get a page of a change request',
    section: 'Pages of a change request',
    on: proposedContent,
    needs: 'view',
    query: PageQuery,
    returns: Page,
    isVerbatim: true,
    run: ({ ctx, subject: content, params, query }) => answerPage(ctx, content, params.pageId, query),
  }),
  operation({
    id: 'getPageInChangeRequestByPath',
    route: 'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/path/{pagePath}',
    summary: 'Get a page of a change request by its path',
    section: 'Pages of a change request',
    on: proposedContent,
    needs: 'view',
    query: PageQuery,
    returns: Page,
    isVerbatim: true,
    run: ({ ctx, subject: content, params, query }) => answerPageAt(ctx, content, params.pagePath, query),
  }),
  operation({
    id: 'getReusableContentInChangeRequestById',
    route:
      'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/reusable-contents/{reusableContentId}',
    summary: 'Get a reusable content of a change request',
    section: 'Pages of a change request',
    on: proposedContent,
    needs: 'view',
    query: ContentQuery,
    returns: ReusableContent,
    run: ({ ctx, subject: content, params, query }) =>
      answerReusable(ctx, content, params.reusableContentId, query),
  }),
]
