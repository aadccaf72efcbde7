import { operation } from '../../../kit/http/operations/operation.ts'
import { changeRequest } from '../../review/change-requests/access.ts'
import { space } from '../spaces/access.ts'
import { bring, importIntoChangeRequest, importIntoSpace } from './imports.ts'
import { ImportContent, ImportContentResult } from './schema.ts'

const example = { url: 'https://docs.example.org/guide.html', source: 'website' as const }
const WHOLE =
  'Fetches the content, converts it to Markdown, and adds it after the existing pages, as one revision.'
const BELOW =
  'A single document becomes the text of an empty page. Other content is added below the page. Creates one revision.'

const refuses = { 413: 'What is found there is too large', 503: 'Too many imports are under way' }

type Made = { revision: string }
const location = ({ revision }: Made, { spaceId }: { spaceId: string }) =>
  `/v1/spaces/${spaceId}/revisions/${revision}`

export const operations = [
  operation({
    id: 'importContent',
    route: 'POST /v1/spaces/{spaceId}/content/import',
    summary: 'Import content into a space directly',
    description: `${WHOLE} For spaces whose \`editMode\` is \`live\`.`,
    on: space,
    needs: 'edit',
    body: ImportContent,
    example,
    status: 201,
    returns: ImportContentResult,
    refuses: { ...refuses, 409: 'The space is locked' },
    location,
    before: ({ ctx, subject: space, body }) => bring(ctx, { space, revisionId: space.revisionId }, body),
    run: ({ ctx, subject: space, brought }) => importIntoSpace(ctx, space, brought),
  }),
  operation({
    id: 'importContentInPageById',
    route: 'POST /v1/spaces/{spaceId}/content/page/{pageId}/import',
    summary: 'Import content into a page of a space directly',
    description: `${BELOW} For spaces whose \`editMode\` is \`live\`.`,
    on: space,
    needs: 'edit',
    body: ImportContent,
    example,
    status: 201,
    returns: ImportContentResult,
    refuses: { ...refuses, 409: 'The space is locked' },
    location,
    before: ({ ctx, subject: space, params, body }) =>
      bring(ctx, { space, revisionId: space.revisionId, pageId: params.pageId }, body),
    run: ({ ctx, subject: space, params, brought }) => importIntoSpace(ctx, space, brought, params.pageId),
  }),
  operation({
    id: 'importContentInChangeRequest',
    route: 'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/import',
    summary: 'Import content into a change request',
    description: WHOLE,
    on: changeRequest,
    needs: 'edit',
    body: ImportContent,
    example,
    status: 201,
    returns: ImportContentResult,
    refuses: { ...refuses, 409: 'The space is locked, or the change request was merged' },
    location,
    before: ({ ctx, subject: changeRequest, body }) =>
      bring(ctx, { space: changeRequest.space, revisionId: changeRequest.revisionId, changeRequest }, body),
    run: ({ ctx, subject, brought }) => importIntoChangeRequest(ctx, subject, brought),
  }),
  operation({
    id: 'importContentInChangeRequestPageById',
    route: 'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/import',
    summary: 'Import content into a page of a change request',
    description: BELOW,
    on: changeRequest,
    needs: 'edit',
    body: ImportContent,
    example,
    status: 201,
    returns: ImportContentResult,
    refuses: { ...refuses, 409: 'The space is locked, or the change request was merged' },
    location,
    before: ({ ctx, subject: changeRequest, params: { pageId }, body }) =>
      bring(
        ctx,
        { space: changeRequest.space, revisionId: changeRequest.revisionId, changeRequest, pageId },
        body,
      ),
    run: ({ ctx, subject, params, brought }) => importIntoChangeRequest(ctx, subject, brought, params.pageId),
  }),
]
