import { ListOf, listOf, operation } from '../../../kit/http/operations/operation.ts'
import { takeFiles } from '../../content/pages/editing/incoming-files.ts'
import { answerMetaLinks } from '../../content/pages/meta-links.ts'
import {
  answerFile,
  answerFiles,
  answerPage,
  answerPageAt,
  answerPages,
  answerReusable,
  answerRevision,
} from '../../content/pages/reading/answers.ts'
import {
  ContentPaging,
  ContentQuery,
  File,
  OLD_PATHS,
  Page,
  PageQuery,
  Pages,
  ReusableContent,
  ReusableContentQuery,
  Revision,
} from '../../content/pages/schema.ts'
import {
  CHANGED_SINCE_BASE,
  ContentChanges,
  EDIT_LIMIT,
  INSERT_PAGE,
  MERGED_SINCE_BASE,
  TOO_LONG,
} from '../../content/pages/schema-changes.ts'
import { MetaLinks } from '../../content/pages/schema-meta-links.ts'
import { changeRequest, proposedContent } from './access.ts'
import { changesOfChangeRequest, mergedFromOf } from './changes.ts'
import { editChangeRequest } from './edit-change-request.ts'
import { answerEdit } from './merging/outcomes.ts'
import { ChangesQuery, Compat, ContentEdited, SemanticChanges } from './schema.ts'

export const operations = [
  operation({
    id: 'getChangeRequestChanges',
    route: 'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/changes',
    summary: 'List the changes of a change request',
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
    summary: 'Write, change and delete pages of a change request',
    description: `The changes are applied in order, all or nothing, as one revision. ${MERGED_SINCE_BASE}`,
    section: 'Pages of a change request',
    on: changeRequest,
    needs: 'edit',
    query: Compat,
    body: ContentChanges,
    bodyLimit: EDIT_LIMIT,
    example: INSERT_PAGE,
    returns: ContentEdited,
    refuses: {
      409: `The space is locked, the change request was merged, a page would be nested too deeply, or ${CHANGED_SINCE_BASE}`,
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
    id: 'listChangeRequestPageMetaLinks',
    route: 'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/meta-links',
    summary: 'Get the canonical page and the alternates of a page of a change request',
    section: 'Pages of a change request',
    on: proposedContent,
    needs: 'view',
    returns: MetaLinks,
    run: ({ ctx, subject: content, params }) => answerMetaLinks(ctx, content, params.pageId),
  }),
  operation({
    id: 'getPageInChangeRequestByPath',
    route: 'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/path/{pagePath}',
    summary: 'Get a page of a change request by its path',
    description: OLD_PATHS,
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
    query: ReusableContentQuery,
    returns: ReusableContent,
    run: ({ ctx, subject: content, params, query }) =>
      answerReusable(ctx, content, params.reusableContentId, query),
  }),
]
