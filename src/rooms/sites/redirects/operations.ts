import { ListOf, listOf, operation } from '../../../kit/http/operations/operation.ts'
import { site } from '../sites/access.ts'
import { putRedirects } from './many.ts'
import { presentRedirect } from './present.ts'
import { changeRedirect, createRedirect, removeRedirect } from './redirects.ts'
import {
  NewRedirect,
  PutRedirects,
  RedirectChanges,
  RedirectFilter,
  RedirectResults,
  SiteRedirect,
} from './schema.ts'
import { listRedirects } from './store.ts'

export const operations = [
  operation({
    id: 'listSiteRedirects',
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/redirects',
    summary: 'List the redirects of a site',
    description: 'In the order of their sources.',
    on: site,
    needs: 'view',
    query: RedirectFilter,
    returns: ListOf(SiteRedirect),
    run: async ({ ctx, subject: site, query }) =>
      listOf(await listRedirects(ctx.db, site.id, query), presentRedirect),
  }),
  operation({
    id: 'createSiteRedirect',
    route: 'POST /v1/orgs/{organizationId}/sites/{siteId}/redirects',
    summary: 'Create a redirect',
    description:
      'Redirects an old path to a section, a space, a page, or an external URL. Deleting its section or space deletes the redirect.',
    on: site,
    needs: 'edit',
    body: NewRedirect,
    example: {
      source: '/old/guide',
      destination: {
        kind: 'site-page',
        siteSpaceId: '01kx6m4q3r9t5w1y7b4d8g2j6m',
        pageId: '01kx6m2p7hv4n8c1k5z3q9y6ta',
      },
    },
    status: 201,
    returns: SiteRedirect,
    refuses: {
      409: 'A redirect from this path already exists, or the site has reached the limit of redirects',
    },
    location: (made, { organizationId, siteId }) =>
      `/v1/orgs/${organizationId}/sites/${siteId}/redirects/${made.id}`,
    run: async ({ ctx, subject: site, body }) => presentRedirect(await createRedirect(ctx, site, body)),
  }),
  operation({
    id: 'bulkUpsertSiteRedirects',
    route: 'PUT /v1/orgs/{organizationId}/sites/{siteId}/redirects',
    summary: 'Create, change and delete many redirects',
    description:
      'Processed one by one, in order: a failed change is reported in its result and does not stop the others. Other redirects do not change.',
    on: site,
    needs: 'edit',
    body: PutRedirects,
    example: {
      redirects: [
        { source: '/status', destination: { kind: 'external', url: 'https://status.example.org/' } },
        { source: '/older/guide', destination: null },
      ],
    },
    returns: RedirectResults,
    run: async ({ ctx, subject: site, body }) => ({ results: await putRedirects(ctx, site, body.redirects) }),
  }),
  operation({
    id: 'updateSiteRedirectById',
    route: 'PATCH /v1/orgs/{organizationId}/sites/{siteId}/redirects/{siteRedirectId}',
    summary: 'Change a redirect',
    on: site,
    needs: 'edit',
    body: RedirectChanges,
    example: { source: '/older/guide' },
    returns: SiteRedirect,
    refuses: { 409: 'A redirect from this path already exists' },
    run: async ({ ctx, subject: site, params, body }) =>
      presentRedirect(await changeRedirect(ctx, site, params.siteRedirectId, body)),
  }),
  operation({
    id: 'deleteSiteRedirectById',
    route: 'DELETE /v1/orgs/{organizationId}/sites/{siteId}/redirects/{siteRedirectId}',
    summary: 'Delete a redirect',
    on: site,
    needs: 'edit',
    status: 205,
    run: ({ ctx, subject: site, params }) => removeRedirect(ctx, site, params.siteRedirectId),
  }),
]
