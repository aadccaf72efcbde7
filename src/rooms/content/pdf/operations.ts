import { operation } from '../../../kit/http/operations/operation.ts'
import { changeRequest } from '../../review/change-requests/access.ts'
import { currentContent, openContent } from '../pages/access.ts'
import { askForPdf } from './pdfs.ts'
import { PdfAddress, PdfQuery } from './schema.ts'

export const operations = [
  operation({
    id: 'getSpacePDF',
    route: 'GET /v1/spaces/{spaceId}/pdf',
    summary: 'Get the content of a space as a PDF',
    description:
      'Returns at once; the PDF is created in the background. A request to its URL waits until it is ready.',
    on: currentContent,
    needs: 'view',
    query: PdfQuery,
    returns: PdfAddress,
    writes: true,
    run: async ({ ctx, subject: content, query }) => askForPdf(ctx, content, query),
  }),
  operation({
    id: 'getChangeRequestPDF',
    route: 'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/pdf',
    summary: 'Get the content that a change request proposes as a PDF',
    description:
      'Returns at once; the PDF is created in the background. A request to its URL waits until it is ready.',
    on: changeRequest,
    needs: 'view',
    query: PdfQuery,
    returns: PdfAddress,
    writes: true,
    run: async ({ ctx, subject, query }) =>
      askForPdf(ctx, await openContent(ctx, subject.space, subject.revisionId), query, subject),
  }),
]
