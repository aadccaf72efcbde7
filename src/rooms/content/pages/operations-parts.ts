import { ListOf, listOf, operation, Paging } from '../../../kit/http/operations/operation.ts'
import { revisionContent } from './access.ts'
import { convertPart, convertReusablePart } from './reading/convert-part.ts'
import { variableUses } from './reading/variable-uses.ts'
import { ConvertedPart, PagePart, VariableUse } from './schema-parts.ts'

export const partOperations = [
  operation({
    id: 'convertPagePart',
    route: 'POST /v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}/convert',
    summary: 'Convert a part of a page between Markdown, HTML and a document',
    description:
      'Changes nothing. The part is read as if it stood on this page: relative links are resolved from there. HTML comes with its text, links and tables, and without scripts and looks.',
    section: 'History',
    on: revisionContent,
    needs: 'edit',
    writes: false,
    body: PagePart,
    example: { html: '<p>Run the <b>installer</b>.</p>' },
    returns: ConvertedPart,
    isVerbatim: true,
    refuses: { 413: 'The part is too large, or takes too long to convert' },
    run: ({ ctx, subject: content, params, body }) => convertPart(ctx, content, params.pageId, body),
  }),
  operation({
    id: 'convertReusableContentPart',
    route: 'POST /v1/spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}/convert',
    summary: 'Convert a part of a reusable content between Markdown, HTML and a document',
    description:
      'Changes nothing. As for a page: the part is read as if it stood in this reusable content, and relative links are resolved from there.',
    section: 'History',
    on: revisionContent,
    needs: 'edit',
    writes: false,
    body: PagePart,
    example: { markdown: 'Run the **installer**.', render: true },
    returns: ConvertedPart,
    isVerbatim: true,
    refuses: { 413: 'The part is too large, or takes too long to convert' },
    run: ({ ctx, subject: content, params, body }) =>
      convertReusablePart(ctx, content, params.reusableContentId, body),
  }),
  operation({
    id: 'listVariableUses',
    route: 'GET /v1/spaces/{spaceId}/revisions/{revisionId}/variables/{variable}/uses',
    summary: 'List the pages and reusable contents that name a variable',
    description:
      'A page of the list may be empty and have a next one: each request looks through a part of the texts.',
    section: 'History',
    on: revisionContent,
    needs: 'view',
    query: Paging,
    returns: ListOf(VariableUse),
    run: async ({ subject: content, params, query }) =>
      listOf(await variableUses(content, params.variable, query), (use) => use),
  }),
]
