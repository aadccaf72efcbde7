import { ListOf, listOf, operation, Paging } from '../../../kit/http/operations/operation.ts'
import { changeRequest } from '../../review/change-requests/access.ts'
import { currentContent } from '../pages/access.ts'
import { answerBacklinks, answerLinks, linkSourceOf } from './answers.ts'
import { ChangeRequestLinkFilter, LinkFilter, LinkList, Location } from './schema.ts'

export const operations = [
  operation({
    id: 'listSpaceLinks',
    route: 'GET /v1/spaces/{spaceId}/links',
    summary: 'List the links on the pages of a space, by target',
    on: currentContent,
    needs: 'view',
    query: LinkFilter,
    returns: LinkList,
    isVerbatim: true,
    run: ({ ctx, subject: content, query }) => answerLinks(ctx, { content }, query),
  }),
  operation({
    id: 'listPageLinksInSpace',
    route: 'GET /v1/spaces/{spaceId}/content/page/{pageId}/links',
    summary: 'List the links on a page',
    on: currentContent,
    needs: 'view',
    query: LinkFilter,
    returns: LinkList,
    isVerbatim: true,
    run: ({ ctx, subject: content, params, query }) =>
      answerLinks(ctx, { content }, { ...query, pageId: params.pageId }),
  }),
  operation({
    id: 'listSpacePageBacklinks',
    route: 'GET /v1/spaces/{spaceId}/content/page/{pageId}/backlinks',
    summary: 'List the pages that link to a page',
    on: currentContent,
    needs: 'view',
    query: Paging,
    returns: ListOf(Location),
    isVerbatim: true,
    run: async ({ ctx, subject: content, params, query }) =>
      listOf(
        await answerBacklinks(ctx, { content }, { kind: 'page', id: params.pageId }, query),
        (location) => location,
      ),
  }),
  operation({
    id: 'listSpaceFileBacklinks',
    route: 'GET /v1/spaces/{spaceId}/content/files/{fileId}/backlinks',
    summary: 'List the pages that link to a file or show it',
    on: currentContent,
    needs: 'view',
    query: Paging,
    returns: ListOf(Location),
    isVerbatim: true,
    run: async ({ ctx, subject: content, params, query }) =>
      listOf(
        await answerBacklinks(ctx, { content }, { kind: 'file', id: params.fileId }, query),
        (location) => location,
      ),
  }),
  operation({
    id: 'listSpaceReusableBacklinks',
    route: 'GET /v1/spaces/{spaceId}/content/reusable-contents/{reusableContentId}/backlinks',
    summary: 'List the pages and reusable contents that include a reusable content',
    on: currentContent,
    needs: 'view',
    query: Paging,
    returns: ListOf(Location),
    isVerbatim: true,
    run: async ({ ctx, subject: content, params, query }) => {
      const target = { kind: 'reusable', id: params.reusableContentId } as const
      return listOf(await answerBacklinks(ctx, { content }, target, query), (location) => location)
    },
  }),
  operation({
    id: 'listChangeRequestLinks',
    route: 'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/links',
    summary: 'List the links on the pages of a change request, by target',
    on: changeRequest,
    needs: 'view',
    query: ChangeRequestLinkFilter,
    returns: LinkList,
    isVerbatim: true,
    run: async ({ ctx, subject, query }) => answerLinks(ctx, await linkSourceOf(ctx, subject), query),
  }),
  operation({
    id: 'listPageLinksInChangeRequest',
    route: 'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/links',
    summary: 'List the links on a page of a change request',
    on: changeRequest,
    needs: 'view',
    query: Paging,
    returns: LinkList,
    isVerbatim: true,
    run: async ({ ctx, subject, params, query }) =>
      answerLinks(ctx, await linkSourceOf(ctx, subject), { ...query, pageId: params.pageId }),
  }),
  operation({
    id: 'listChangeRequestPageBacklinks',
    route: 'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/backlinks',
    summary: 'List the pages of a change request that link to a page',
    on: changeRequest,
    needs: 'view',
    query: Paging,
    returns: ListOf(Location),
    isVerbatim: true,
    run: async ({ ctx, subject, params, query }) => {
      const target = { kind: 'page', id: params.pageId } as const
      return listOf(
        await answerBacklinks(ctx, await linkSourceOf(ctx, subject), target, query),
        (location) => location,
      )
    },
  }),
  operation({
    id: 'listChangeRequestFileBacklinks',
    route: 'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}/backlinks',
    summary: 'List the pages of a change request that link to a file or show it',
    on: changeRequest,
    needs: 'view',
    query: Paging,
    returns: ListOf(Location),
    isVerbatim: true,
    run: async ({ ctx, subject, params, query }) => {
      const target = { kind: 'file', id: params.fileId } as const
      return listOf(
        await answerBacklinks(ctx, await linkSourceOf(ctx, subject), target, query),
        (location) => location,
      )
    },
  }),
  operation({
    id: 'listChangeRequestReusableBacklinks',
    route:
      'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/reusable-contents/{reusableContentId}/backlinks',
    summary: 'List the pages and reusable contents of a change request that include a reusable content',
    on: changeRequest,
    needs: 'view',
    query: Paging,
    returns: ListOf(Location),
    isVerbatim: true,
    run: async ({ ctx, subject, params, query }) => {
      const target = { kind: 'reusable', id: params.reusableContentId } as const
      return listOf(
        await answerBacklinks(ctx, await linkSourceOf(ctx, subject), target, query),
        (location) => location,
      )
    },
  }),
]
