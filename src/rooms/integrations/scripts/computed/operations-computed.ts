// What sources of computed content answer, also those that are scripts: so they are here, and not with other content.
import { operation } from '../../../../kit/http/operations/operation.ts'
import { currentContent } from '../../../content/pages/access.ts'
import { DocumentQuery, JsonDocument } from '../../../content/pages/schema.ts'
import {
  ComputedRevision,
  DocumentToCompute,
  EXAMPLE_OF_DOCUMENT,
  EXAMPLE_OF_REVISION,
  RevisionToCompute,
} from '../../../content/pages/schema-computed.ts'
import { answerDocument, answerRevision } from './computed-answers.ts'

const REFUSES = { 503: 'The script of the integration failed' }

export const operations = [
  operation({
    id: 'getComputedRevision',
    route: 'POST /v1/spaces/{spaceId}/content/computed/revision',
    summary: 'See which pages a source is computed to',
    description:
      'Stores nothing. Returns the pages that readers would see in place of a page of type `computed`.',
    section: 'Pages and files',
    on: currentContent,
    needs: 'view',
    body: RevisionToCompute,
    example: EXAMPLE_OF_REVISION,
    returns: ComputedRevision,
    isVerbatim: true,
    writes: false,
    refuses: REFUSES,
    run: ({ ctx, subject: content, body }) => answerRevision(ctx, content, body),
  }),
  operation({
    id: 'getComputedDocument',
    route: 'POST /v1/spaces/{spaceId}/content/computed/document',
    summary: 'Get the document of a computed page',
    description: 'By the `computed` of the page. Nothing is kept.',
    section: 'Pages and files',
    on: currentContent,
    needs: 'view',
    query: DocumentQuery,
    body: DocumentToCompute,
    example: EXAMPLE_OF_DOCUMENT,
    returns: JsonDocument,
    writes: false,
    refuses: REFUSES,
    run: ({ ctx, subject: content, body }) => answerDocument(ctx, content, body),
  }),
]
