import { Type } from 'typebox'
import { anyone, signedIn } from '../../../kit/domain/subjects.ts'
import { operation, Paging } from '../../../kit/http/operations/operation.ts'
import { Address, Told } from '../../../kit/http/operations/shapes.ts'
import { contentOf, siteContentOf } from '../../api-references/openapi/documents.ts'
import { OpenAPISpecContent } from '../../api-references/openapi/schema.ts'
import { Collection } from '../../content/collections/schema.ts'
import { Page } from '../../content/pages/schema.ts'
import { foundList } from '../../content/search/operations.ts'
import { FoundList, SearchSpaceResult } from '../../content/search/schema.ts'
import { Space } from '../../content/spaces/schema.ts'
import { ChangeRequest } from '../../review/change-requests/schema.ts'
import { SiteRedirect } from '../redirects/schema.ts'
import { site } from '../sites/access.ts'
import { StructureQuery } from '../sites/structure/schema.ts'
import { publishedSite, readableSpec } from './access.ts'
import { answerPublished } from './answer-published.ts'
import { answerContentAt } from './content-by-url.ts'
import { followRedirect } from './follow-redirects.ts'
import { previewAddress } from './previews.ts'
import { resolvePublished } from './resolve-url.ts'
import {
  PreviewQuery,
  PublishedContentLookup,
  PublishedContentSite,
  PublishedLookup,
  PublishedQuery,
  SiteSearch,
} from './schema.ts'
import { searchSite } from './search-site.ts'

const ContentAtUrl = Type.Object({
  collection: Type.Optional(Collection),
  space: Type.Optional(Space),
  changeRequest: Type.Optional(ChangeRequest),
  page: Type.Optional(Page),
})

export const operations = [
  operation({
    id: 'getSitePublishingPreviewById',
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/publishing/preview',
    summary: 'Get a preview URL of a site',
    description:
      'Works before the site is published. Anyone with the URL can open it for an hour, as long as you can edit the site.',
    section: 'Sites',
    on: site,
    needs: 'edit',
    query: PreviewQuery,
    returns: Type.Object({
      url: Type.String({
        description: 'The secret address',
        examples: [
          'https://docs.example.org/preview/sites/01kx6m4k8z3h6v1q9c5r7y2n4t/?token=eyJhbGciOiJIUzI1NiJ9.eyJzaXRlIjoiMDEifQ.c2lnbmF0dXJl',
        ],
      }),
    }),
    run: async ({ ctx, subject: site, query }) => ({ url: await previewAddress(ctx, site, query) }),
  }),
  operation({
    id: 'getPublishedContentSite',
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/published',
    summary: 'Get the content of a published site',
    description: 'Everything that a renderer needs to show the frame around a page.',
    on: publishedSite,
    needs: 'view',
    forVisitors: true,
    query: StructureQuery,
    returns: PublishedContentSite,
    isVerbatim: true,
    run: ({ ctx, subject, query }) => answerPublished(ctx, subject, query),
  }),
  operation({
    id: 'searchSiteContent',
    route: 'POST /v1/orgs/{organizationId}/sites/{siteId}/search',
    summary: 'Search a published site',
    description: 'Finds only pages that the caller can read.',
    on: publishedSite,
    needs: 'view',
    forVisitors: true,
    query: Paging,
    body: SiteSearch,
    example: { query: 'install', scope: { mode: 'all' } },
    returns: FoundList(SearchSpaceResult),
    writes: false,
    run: async ({ ctx, subject, query, body }) =>
      foundList(await searchSite(ctx, subject, { ...query, ...body }), (found) => found),
  }),
  operation({
    id: 'getLatestOpenAPISpecVersionContent',
    route: 'GET /v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest/content',
    summary: 'Get the files of the last version of a specification',
    description:
      'With the token of a published site: the parts that the site shows to this visitor, as a list with one file.',
    section: 'OpenAPI specifications',
    access: 'Anyone who can see the specification; everyone if it is public',
    on: readableSpec,
    needs: 'view',
    returns: OpenAPISpecContent,
    isVerbatim: true,
    run: ({ ctx, subject: { version, shown } }) =>
      shown ? siteContentOf(ctx, version, shown) : contentOf(ctx, version),
  }),
  operation({
    id: 'getSiteRedirectBySource',
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/redirect',
    summary: 'Resolve an old path of a published site',
    description:
      'Follows a redirect of the site; else, if there is no page, `redirects` in the `.gitbook.yaml` of a space; else finds the renamed or moved page. The last two are not redirects of the site, so their ids work nowhere else.',
    on: publishedSite,
    needs: 'view',
    forVisitors: true,
    query: Type.Object({
      ...StructureQuery.properties,
      source: Type.String({ maxLength: 512, description: 'The path below the address of the site' }),
    }),
    returns: Type.Object({
      redirect: SiteRedirect,
      target: Type.String({
        description: 'Where it leads',
        examples: ['https://docs.example.org/sites/example-docs/installing'],
      }),
    }),
    refuses: { 404: 'No redirect from this path for this visitor' },
    run: ({ ctx, subject, query }) => followRedirect(ctx, subject, query),
  }),
  operation({
    id: 'resolvePublishedContentByUrl',
    route: 'POST /v1/urls/published',
    summary: 'Resolve a URL of a published site to its content',
    description:
      'Returns a token that reads the content this visitor can see. A visitor without access is redirected to the fallback URL of the site, if there is one. If there is no page, but a redirect or an old path of a page matches, the answer is that URL, with the `target` `content`.',
    on: anyone,
    needs: 'ask',
    body: PublishedLookup,
    example: { url: 'https://docs.example.org/sites/example-docs/guides/installing' },
    returns: PublishedContentLookup,
    isVerbatim: true,
    refuses: { 404: 'No published site at this URL for this visitor' },
    writes: false,
    run: ({ ctx, body }) => resolvePublished(ctx, body),
  }),
  operation({
    id: 'getPublishedContentByUrl',
    route: 'GET /v1/urls/published',
    summary: 'Resolve a URL of a published site to its content',
    on: anyone,
    needs: 'ask',
    query: PublishedQuery,
    returns: PublishedContentLookup,
    isVerbatim: true,
    refuses: { 404: 'No published site at this URL for this visitor' },
    deprecated: { since: '2026-11-16', successor: '/v1/urls/published' },
    run: ({ ctx, query: { url, visitorAuthToken } }) =>
      resolvePublished(ctx, { url, visitor: { jwtToken: visitorAuthToken } }),
  }),
  operation({
    id: 'getContentByUrl',
    route: 'GET /v1/urls/content',
    summary: 'Resolve a URL of the application to its content',
    description: 'Accepts the URLs in `urls.app` of spaces, collections, change requests and pages.',
    on: signedIn,
    needs: 'ask',
    query: Type.Object({ url: Told(Address, 'An address of this installation') }),
    returns: ContentAtUrl,
    isVerbatim: true,
    refuses: { 404: 'Content not found, or you do not have access to it' },
    run: ({ ctx, query }) => answerContentAt(ctx, query.url),
  }),
]
