import { operation } from '../../../kit/http/operations/operation.ts'
import { revisionContent } from './access.ts'
import { convertPart } from './reading/convert-part.ts'
import { ConvertedPart, PagePart } from './schema-parts.ts'

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
]
