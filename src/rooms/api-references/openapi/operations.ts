import { ListOf, listOf, operation, Paging } from '../../../kit/http/operations/operation.ts'
import { latestVersion, openDocument, spec, specHolder, specVersion } from './access.ts'
import { changesOf, contentOf, documentOf, rawContentOf } from './documents.ts'
import { presentSpec, presentVersion } from './present.ts'
import {
  ChangesQuery,
  MEGABYTE,
  NewSpec,
  OpenAPISpec,
  OpenAPISpecContent,
  OpenAPISpecRawContent,
  OpenAPISpecVersion,
  Slug,
  SpecChangeList,
  SpecChanges,
  SpecDocument,
  SpecReplacement,
} from './schema.ts'
import { keepSource } from './sources.ts'
import { changeSpec, createSpec, putSpec, removeSpec } from './specs.ts'
import { listSpecs, listVersions } from './store.ts'

/** A text has more letters as JSON than by itself. */
const LARGEST_BODY = 32 * MEGABYTE
const READ_LATER =
  'Returns at once; the source is read in the background. When that is done, `processingState` is `complete`, and `lastProcessedErrors` lists the errors.'
const IN_THE_WAY = 'The organization has reached the limit of specifications'

export const operations = [
  operation({
    id: 'listOpenAPISpecs',
    route: 'GET /v1/orgs/{organizationId}/openapi',
    summary: 'List the specifications of an organization',
    description: 'In the order of their slugs.',
    on: specHolder,
    needs: 'listSpecs',
    query: Paging,
    returns: ListOf(OpenAPISpec),
    run: async ({ ctx, subject: organization, query }) =>
      listOf(await listSpecs(ctx.db, organization.id, query), (row) =>
        presentSpec({ ...row, organization }, ctx.links),
      ),
  }),
  operation({
    id: 'createOpenAPISpec',
    route: 'POST /v1/orgs/{organizationId}/openapi',
    summary: 'Create a specification',
    description: READ_LATER,
    on: specHolder,
    needs: 'createOpenAPISpec',
    body: NewSpec,
    bodyLimit: LARGEST_BODY,
    example: { slug: 'petstore', source: { url: 'https://petstore.example.org/openapi.yaml' } },
    status: 201,
    returns: OpenAPISpec,
    refuses: { 409: `A specification with this slug already exists, or ${IN_THE_WAY.toLowerCase()}` },
    location: (made, { organizationId }) => `/v1/orgs/${organizationId}/openapi/${made.slug}`,
    before: ({ ctx, body }) => keepSource(ctx, body.source),
    run: async ({ ctx, subject: organization, body, brought: source }) =>
      presentSpec(await createSpec(ctx, organization, body.slug, source), ctx.links),
  }),
  operation({
    id: 'getOpenAPISpecBySlug',
    route: 'GET /v1/orgs/{organizationId}/openapi/{specSlug}',
    summary: 'Get a specification',
    on: spec,
    needs: 'view',
    returns: OpenAPISpec,
    run: ({ ctx, subject: spec }) => presentSpec(spec, ctx.links),
  }),
  operation({
    id: 'createOrUpdateOpenAPISpecBySlug',
    route: 'PUT /v1/orgs/{organizationId}/openapi/{specSlug}',
    summary: 'Create a specification, or replace its source',
    description: `${READ_LATER} An unchanged source creates no version. If the source cannot be read, the last version stays.`,
    on: specHolder,
    needs: 'createOpenAPISpec',
    names: { specSlug: Slug },
    body: SpecReplacement,
    bodyLimit: LARGEST_BODY,
    example: { source: { url: 'https://petstore.example.org/openapi.yaml' } },
    returns: OpenAPISpec,
    refuses: { 409: IN_THE_WAY },
    before: ({ ctx, body }) => keepSource(ctx, body.source),
    run: async ({ ctx, subject: organization, params, brought: source }) =>
      presentSpec(await putSpec(ctx, organization, params.specSlug, source), ctx.links),
  }),
  operation({
    id: 'updateOpenAPISpecBySlug',
    route: 'PATCH /v1/orgs/{organizationId}/openapi/{specSlug}',
    summary: 'Say who may read a specification',
    on: spec,
    needs: 'edit',
    body: SpecChanges,
    example: { visibility: 'public' },
    returns: OpenAPISpec,
    run: async ({ ctx, subject: spec, body }) => presentSpec(await changeSpec(ctx, spec, body), ctx.links),
  }),
  operation({
    id: 'deleteOpenAPISpecBySlug',
    route: 'DELETE /v1/orgs/{organizationId}/openapi/{specSlug}',
    summary: 'Delete a specification and its versions',
    on: spec,
    needs: 'edit',
    removesSubject: true,
    status: 205,
    run: ({ ctx, subject: spec }) => removeSpec(ctx, spec),
  }),
  operation({
    id: 'getOpenAPISpecDocument',
    route: 'GET /v1/orgs/{organizationId}/openapi/{specSlug}/document',
    summary: 'Get a specification as one document',
    description:
      'The last valid version as OpenAPI 3.1, with all references resolved. A public specification needs no token.',
    access: 'Anyone who can see the specification; everyone if it is public',
    on: openDocument,
    needs: 'view',
    returns: SpecDocument,
    isVerbatim: true,
    run: ({ ctx, subject: version }) => documentOf(ctx, version),
  }),
  operation({
    id: 'listOpenAPISpecVersions',
    route: 'GET /v1/orgs/{organizationId}/openapi/{specSlug}/versions',
    summary: 'List the versions of a specification',
    description: 'The newest first. The last 100 are kept.',
    on: spec,
    needs: 'view',
    query: Paging,
    returns: ListOf(OpenAPISpecVersion),
    run: async ({ ctx, subject: spec, query }) =>
      listOf(await listVersions(ctx.db, spec.id, query), (version) =>
        presentVersion(version, spec, ctx.links),
      ),
  }),
  operation({
    id: 'getLatestOpenAPISpecVersion',
    route: 'GET /v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest',
    summary: 'Get the last version of a specification',
    on: latestVersion,
    needs: 'view',
    returns: OpenAPISpecVersion,
    run: ({ ctx, subject: version }) => presentVersion(version, version.spec, ctx.links),
  }),
  operation({
    id: 'getLatestOpenAPISpecVersionContentRaw',
    route: 'GET /v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest/content/raw',
    summary: 'Get the text of the last version of a specification',
    description:
      'The text as it was sent. For a specification with a URL, the content of its first file as JSON: the text itself is not stored.',
    on: latestVersion,
    needs: 'view',
    returns: OpenAPISpecRawContent,
    isVerbatim: true,
    run: ({ ctx, subject: version }) => rawContentOf(ctx, version),
  }),
  operation({
    id: 'getOpenAPISpecVersionById',
    route: 'GET /v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}',
    summary: 'Get a version of a specification',
    on: specVersion,
    needs: 'view',
    returns: OpenAPISpecVersion,
    run: ({ ctx, subject: version }) => presentVersion(version, version.spec, ctx.links),
  }),
  operation({
    id: 'getOpenAPISpecVersionContentById',
    route: 'GET /v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/content',
    summary: 'Get the files of a version of a specification',
    on: specVersion,
    needs: 'view',
    returns: OpenAPISpecContent,
    isVerbatim: true,
    run: ({ ctx, subject: version }) => contentOf(ctx, version),
  }),
  operation({
    id: 'listOpenAPISpecVersionChanges',
    route: 'GET /v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/changes',
    summary: 'Compare two versions of a specification',
    description:
      'Lists the operations that were added, removed and changed, with each difference in a sentence. A change is breaking if clients of the earlier version may fail.',
    on: specVersion,
    needs: 'view',
    query: ChangesQuery,
    returns: SpecChangeList,
    isVerbatim: true,
    refuses: { 413: 'The versions take too long to compare' },
    run: ({ ctx, subject: version, query }) => changesOf(ctx, version, query.since),
  }),
]
