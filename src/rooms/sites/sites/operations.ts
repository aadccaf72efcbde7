import { ListOf, listOf, operation, Paging } from '../../../kit/http/operations/operation.ts'
import { organization } from '../../people/organizations/access.ts'
import { site } from './access.ts'
import { presentSite, presentSitePermission } from './present.ts'
import { NewSite, Site, SiteChanges, SiteFilter, UserSitePermission } from './schema.ts'
import { changeSite, createSite, publishSite, removeSite, unpublishSite } from './sites.ts'
import { listSites, listWorkingMembers } from './store.ts'

export const operations = [
  operation({
    id: 'listSites',
    route: 'GET /v1/orgs/{organizationId}/sites',
    summary: 'List the sites of an organization',
    on: organization,
    needs: 'listSites',
    query: SiteFilter,
    returns: ListOf(Site),
    run: async ({ ctx, subject: organization, query }) =>
      listOf(await listSites(ctx.db, organization.id, query), (site) => presentSite(site, ctx.links)),
  }),
  operation({
    id: 'createSite',
    route: 'POST /v1/orgs/{organizationId}/sites',
    summary: 'Create a site',
    description:
      'The site is not published yet. Its private spaces become available to the audience of the site.',
    on: organization,
    needs: 'createContent',
    access: 'You need permission to create content, and to merge changes in the published spaces',
    body: NewSite,
    isBodyOptional: true,
    example: { title: 'Acme Docs', visibility: 'public', spaces: ['01kx6m2c7e9h4k1n5q8t3w6y0z'] },
    status: 201,
    returns: Site,
    refuses: { 403: 'You cannot publish one of the spaces' },
    location: (made, { organizationId }) => `/v1/orgs/${organizationId}/sites/${made.id}`,
    run: async ({ ctx, subject: organization, body }) =>
      presentSite(await createSite(ctx, organization, body), ctx.links),
  }),
  operation({
    id: 'getSiteById',
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}',
    summary: 'Get a site',
    on: site,
    needs: 'view',
    returns: Site,
    run: ({ ctx, subject: site }) => presentSite(site, ctx.links),
  }),
  operation({
    id: 'updateSiteById',
    route: 'PATCH /v1/orgs/{organizationId}/sites/{siteId}',
    summary: 'Change the settings of a site',
    on: site,
    needs: 'admin',
    body: SiteChanges,
    example: { title: 'Acme Docs', visibility: 'unlisted' },
    returns: Site,
    refuses: { 409: 'Another site already has this name or host name' },
    run: async ({ ctx, subject: site, body }) => presentSite(await changeSite(ctx, site, body), ctx.links),
  }),
  operation({
    id: 'deleteSiteById',
    route: 'DELETE /v1/orgs/{organizationId}/sites/{siteId}',
    summary: 'Delete a site',
    description: 'Its spaces are not deleted.',
    on: site,
    needs: 'admin',
    removesSubject: true,
    status: 205,
    run: ({ ctx, subject: site }) => removeSite(ctx, site),
  }),
  operation({
    id: 'publishSite',
    route: 'POST /v1/orgs/{organizationId}/sites/{siteId}/publish',
    summary: 'Publish a site',
    description: 'Makes the site available to the audience of its `visibility`.',
    on: site,
    needs: 'publish',
    returns: Site,
    refuses: { 409: 'The site has no space yet' },
    run: async ({ ctx, subject: site }) => presentSite(await publishSite(ctx, site), ctx.links),
  }),
  operation({
    id: 'unpublishSite',
    route: 'POST /v1/orgs/{organizationId}/sites/{siteId}/unpublish',
    summary: 'Take a site back',
    description: 'The site is unavailable until it is published again.',
    on: site,
    needs: 'publish',
    returns: Site,
    run: async ({ ctx, subject: site }) => presentSite(await unpublishSite(ctx, site), ctx.links),
  }),
  operation({
    id: 'listPermissionsAggregateInSite',
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/permissions/aggregate',
    summary: 'List the people who can edit a site, with their role',
    description: 'They are the members of the organization who are not guests.',
    on: site,
    needs: 'admin',
    query: Paging,
    returns: ListOf(UserSitePermission),
    run: async ({ ctx, subject: { organizationId }, query }) =>
      listOf(await listWorkingMembers(ctx.db, organizationId, query), (member) =>
        presentSitePermission(member, organizationId, ctx.links),
      ),
  }),
]
