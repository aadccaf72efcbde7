import { operation } from '../../../kit/http/operations/operation.ts'
import { site } from './access.ts'
import { addExternalLink, changeExternalLink, removeExternalLink } from './external-links.ts'
import { ExternalLinkChanges, NewExternalLink, SiteExternalLink } from './schema-external-links.ts'
import { answerExternalLink } from './structure/read-structure.ts'

export const operations = [
  operation({
    id: 'addExternalLinkToSite',
    route: 'POST /v1/orgs/{organizationId}/sites/{siteId}/external-links',
    summary: 'Add an external link to the navigation of a site',
    description:
      'Adds it at the end of its level, among sections and section groups; it can be moved afterwards. It is hidden from visitors who do not meet its condition.',
    on: site,
    needs: 'edit',
    body: NewExternalLink,
    example: { title: 'Community', url: 'https://community.example.org/', icon: 'users' },
    status: 201,
    returns: SiteExternalLink,
    refuses: { 409: 'The site has too many external links' },
    location: (made, { organizationId, siteId }) =>
      `/v1/orgs/${organizationId}/sites/${siteId}/external-links/${made.id}`,
    run: async ({ ctx, subject: site, body }) =>
      answerExternalLink(ctx, site, await addExternalLink(ctx, site, body)),
  }),
  operation({
    id: 'updateSiteExternalLinkById',
    route: 'PATCH /v1/orgs/{organizationId}/sites/{siteId}/external-links/{siteExternalLinkId}',
    summary: 'Change an external link of a site',
    on: site,
    needs: 'edit',
    body: ExternalLinkChanges,
    example: { title: 'Forum', condition: 'visitor.claims.isCustomer' },
    returns: SiteExternalLink,
    run: async ({ ctx, subject: site, params, body }) => {
      await changeExternalLink(ctx, site, params.siteExternalLinkId, body)
      return answerExternalLink(ctx, site, params.siteExternalLinkId)
    },
  }),
  operation({
    id: 'deleteSiteExternalLinkById',
    route: 'DELETE /v1/orgs/{organizationId}/sites/{siteId}/external-links/{siteExternalLinkId}',
    summary: 'Delete an external link of a site',
    on: site,
    needs: 'edit',
    status: 205,
    run: ({ ctx, subject: site, params }) => removeExternalLink(ctx, site, params.siteExternalLinkId),
  }),
]
