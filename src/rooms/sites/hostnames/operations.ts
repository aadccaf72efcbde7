import { operation } from '../../../kit/http/operations/operation.ts'
import { changeSite } from '../sites/sites.ts'
import { customHostname, subdomain } from './access.ts'
import { askNameService, keepCheck, lastCheck } from './check-hostname.ts'
import { presentHostname } from './present.ts'
import { CustomHostname, Subdomain } from './schema.ts'

export const operations = [
  operation({
    id: 'getCustomHostname',
    route: 'GET /v1/custom-hostnames/{hostname}',
    summary: 'Get the host name of a site',
    description:
      'With the result of the last DNS check, and the required DNS records. To set the host name of a site, `PATCH` its `hostname`.',
    on: customHostname,
    needs: 'view',
    access: 'You need permission to administer the site',
    returns: CustomHostname,
    run: async ({ ctx, subject }) =>
      presentHostname(subject, await lastCheck(ctx, subject.site.id, subject.hostname), ctx.links),
  }),
  operation({
    id: 'dnsRevalidateCustomHostname',
    route: 'PATCH /v1/custom-hostnames/{hostname}',
    summary: 'Check the DNS records of the host name of a site again',
    description: 'The result is in the `status` of the host name.',
    on: customHostname,
    needs: 'admin',
    access: 'You need permission to administer the site',
    before: ({ ctx, subject }) => askNameService(ctx, subject.hostname),
    run: ({ ctx, subject: { hostname, site }, brought: status }) =>
      keepCheck(ctx, { siteId: site.id, hostname, status }),
  }),
  operation({
    id: 'removeCustomHostname',
    route: 'DELETE /v1/custom-hostnames/{hostname}',
    summary: 'Take its host name from a site',
    description: 'The site stays available at its URL on this installation.',
    on: customHostname,
    needs: 'admin',
    access: 'You need permission to administer the site',
    removesSubject: true,
    status: 205,
    run: ({ ctx, subject: { site } }) => changeSite(ctx, site, { hostname: null }),
  }),
  operation({
    id: 'getSubdomain',
    route: 'GET /v1/subdomains/{subdomain}',
    summary: 'Find an organization by its hostname',
    description: 'The name is the `hostname` of the organization.',
    section: 'Organizations',
    on: subdomain,
    needs: 'view',
    returns: Subdomain,
    run: ({ subject: { id }, params }) => ({
      object: 'subdomain' as const,
      subdomain: params.subdomain,
      target: { type: 'organization' as const, organization: id },
      isActive: true,
    }),
  }),
]
