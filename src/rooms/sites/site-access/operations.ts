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
    description: 'With their secret addresses, once the site is published.',
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
      'Whoever has its address can read a site whose `visibility` is `share-link`, until the link is switched off or deleted.',
    on: site,
    needs: 'admin',
    body: NewShareLink,
    example: { name: 'Partners' },
    status: 201,
    returns: ShareLink,
    refuses: { 409: 'The site has as many share links as it may have' },
    location: (made, { organizationId, siteId }) =>
      `/v1/orgs/${organizationId}/sites/${siteId}/share-links/${made.id}`,
    run: async ({ ctx, subject: site, body }) =>
      presentShareLink(await createShareLink(ctx, site, body.name), site, ctx),
  }),
  operation({
    id: 'updateSiteShareLinkById',
    route: 'PATCH /v1/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}',
    summary: 'Rename a share link, or switch it on or off',
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
    summary: 'Get how visitors of a site are signed in',
    description:
      'With the key that signs their tokens, which is made when it is first asked for. A token is a JWT with an `exp`; a claim `site` in it must be the id of this site.',
    on: site,
    needs: 'admin',
    writes: true,
    returns: PublishingAuth,
    run: async ({ ctx, subject: site }) => presentPublishingAuth(await readPublishingAuth(ctx, site), ctx),
  }),
  operation({
    id: 'updateSitePublishingAuthById',
    route: 'PATCH /v1/orgs/{organizationId}/sites/{siteId}/publishing/auth',
    summary: 'Change how visitors of a site are signed in',
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
    summary: 'Make another key for the tokens of visitors',
    description:
      'Tokens that were signed with the one before are refused at once, and so are those that were given out for them.',
    on: site,
    needs: 'admin',
    returns: PublishingAuth,
    run: async ({ ctx, subject: site }) => presentPublishingAuth(await replaceKey(ctx, site), ctx),
  }),

  operation({
    id: 'getSiteAdaptiveSchema',
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema',
    summary: 'Get what a site knows of its visitors',
    on: site,
    needs: 'view',
    returns: AdaptiveSchema,
    refuses: { 404: 'The site has no visitor schema yet' },
    run: async ({ ctx, subject: site }) => presentAdaptiveSchema(await requireAdaptiveSchema(ctx, site)),
  }),
  operation({
    id: 'updateSiteAdaptiveSchema',
    route: 'PUT /v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema',
    summary: 'Set what a site knows of its visitors',
    description:
      'Conditions see the claims that are declared here, and no others. `details.problems` of a 400 lists what is wrong with the schema, with the path of each.',
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
    summary: 'List conditions that follow from the visitor schema',
    description: 'One for each claim that is true or false, and for each value that a claim may have.',
    on: site,
    needs: 'view',
    returns: TemplateConditions,
    run: ({ ctx, subject: site }) => suggestConditions(ctx, site),
  }),
]
