import { ListOf, listOf, operation, Paging } from '../../../kit/http/operations/operation.ts'
import { site } from '../sites/access.ts'
import { requireAdaptiveSchema, setAdaptiveSchema, suggestConditions } from './adaptive-schema.ts'
import { presentAdaptiveSchema, presentPublishingAuth, presentShareLink } from './present.ts'
import { changePublishingAuth, readPublishingAuth, replaceKey } from './publishing-auth.ts'
import {
  AdaptiveSchema,
  NewAdaptiveSchema,
  NewShareLink,
  PublishingAuth,
  PublishingAuthChanges,
  ShareLink,
  ShareLinkChanges,
  TemplateConditions,
} from './schema.ts'
import { changeShareLink, createShareLink, removeShareLink } from './share-links.ts'
import { listShareLinks } from './store.ts'

export const operations = [
  operation({
    id: 'listSiteShareLinks',
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/share-links',
    summary: 'List the share links of a site',
    description: 'With their secret URLs, once the site is published.',
    on: site,
    needs: 'admin',
    query: Paging,
    returns: ListOf(ShareLink),
    run: async ({ ctx, subject: site, query }) =>
      listOf(await listShareLinks(ctx.db, site.id, query), (link) => presentShareLink(link, site, ctx)),
  }),
  operation({
    id: 'createSiteShareLink',
    route: 'POST /v1/orgs/{organizationId}/sites/{siteId}/share-links',
    summary: 'Create a share link',
    description:
      'Anyone with its URL can read a site whose `visibility` is `share-link`, until the link is disabled or deleted.',
    on: site,
    needs: 'admin',
    body: NewShareLink,
    example: { name: 'Partners' },
    status: 201,
    returns: ShareLink,
    refuses: { 409: 'The site has reached the limit of share links' },
    location: (made, { organizationId, siteId }) =>
      `/v1/orgs/${organizationId}/sites/${siteId}/share-links/${made.id}`,
    run: async ({ ctx, subject: site, body }) =>
      presentShareLink(await createShareLink(ctx, site, body.name), site, ctx),
  }),
  operation({
    id: 'updateSiteShareLinkById',
    route: 'PATCH /v1/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}',
    summary: 'Rename, enable or disable a share link',
    on: site,
    needs: 'admin',
    body: ShareLinkChanges,
    example: { active: false },
    returns: ShareLink,
    run: async ({ ctx, subject: site, params, body }) =>
      presentShareLink(await changeShareLink(ctx, site, params.shareLinkId, body), site, ctx),
  }),
  operation({
    id: 'deleteSiteShareLinkById',
    route: 'DELETE /v1/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}',
    summary: 'Delete a share link',
    description: 'Its address leads nowhere from now on.',
    on: site,
    needs: 'admin',
    status: 205,
    run: ({ ctx, subject: site, params }) => removeShareLink(ctx, site, params.shareLinkId),
  }),

  operation({
    id: 'getSitePublishingAuthById',
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/publishing/auth',
    summary: 'Get the visitor authentication of a site',
    description:
      'Includes the key that signs visitor tokens, created on the first request. A token is a JWT with an `exp`; a claim `site` in it must be the id of this site.',
    on: site,
    needs: 'admin',
    writes: true,
    returns: PublishingAuth,
    run: async ({ ctx, subject: site }) => presentPublishingAuth(await readPublishingAuth(ctx, site), ctx),
  }),
  operation({
    id: 'updateSitePublishingAuthById',
    route: 'PATCH /v1/orgs/{organizationId}/sites/{siteId}/publishing/auth',
    summary: 'Change the visitor authentication of a site',
    on: site,
    needs: 'admin',
    body: PublishingAuthChanges,
    example: { backend: 'custom', fallbackURL: 'https://example.org/login' },
    returns: PublishingAuth,
    run: async ({ ctx, subject: site, body }) =>
      presentPublishingAuth(await changePublishingAuth(ctx, site, body), ctx),
  }),
  operation({
    id: 'regenerateSitePublishingAuthById',
    route: 'POST /v1/orgs/{organizationId}/sites/{siteId}/publishing/auth/regenerate',
    summary: 'Rotate the key for visitor tokens',
    description:
      'Tokens signed with the previous key, and content tokens derived from them, stop working at once.',
    on: site,
    needs: 'admin',
    returns: PublishingAuth,
    run: async ({ ctx, subject: site }) => presentPublishingAuth(await replaceKey(ctx, site), ctx),
  }),

  operation({
    id: 'getSiteAdaptiveSchema',
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema',
    summary: 'Get the visitor schema of a site',
    on: site,
    needs: 'view',
    returns: AdaptiveSchema,
    refuses: { 404: 'The site has no visitor schema yet' },
    run: async ({ ctx, subject: site }) => presentAdaptiveSchema(await requireAdaptiveSchema(ctx, site)),
  }),
  operation({
    id: 'updateSiteAdaptiveSchema',
    route: 'PUT /v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema',
    summary: 'Set the visitor schema of a site',
    description:
      'Conditions can use only the claims declared here. `details.problems` of a 400 lists the problems of the schema, each with its path.',
    on: site,
    needs: 'admin',
    body: NewAdaptiveSchema,
    returns: AdaptiveSchema,
    run: async ({ ctx, subject: site, body }) =>
      presentAdaptiveSchema(await setAdaptiveSchema(ctx, site, body.jsonSchema)),
  }),
  operation({
    id: 'listSiteAdaptiveTemplateConditions',
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema/template-conditions',
    summary: 'List the conditions that the visitor schema allows',
    description: 'One for each boolean claim, and for each value of an enumerated claim.',
    on: site,
    needs: 'view',
    returns: TemplateConditions,
    run: ({ ctx, subject: site }) => suggestConditions(ctx, site),
  }),
]
