import { operation } from '../../../kit/http/operations/operation.ts'
import { site } from '../sites/access.ts'
import { customizeSite, overrideSiteSpace, removeOverrides } from './customize-site.ts'
import { DEFAULTS } from './defaults.ts'
import { customizationOf, customizationOfSiteSpace } from './read-customization.ts'
import { CustomizationQuery, OverrideChanges, SiteCustomizationSettings } from './schema.ts'

export const operations = [
  operation({
    id: 'getSiteCustomizationById',
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/customization',
    summary: 'Get how a site looks',
    description: 'All settings, also of a site that was never customized.',
    on: site,
    needs: 'view',
    query: CustomizationQuery,
    returns: SiteCustomizationSettings,
    isVerbatim: true,
    run: ({ ctx, subject: site }) => customizationOf(ctx, site.id),
  }),
  operation({
    id: 'updateSiteCustomizationById',
    route: 'PUT /v1/orgs/{organizationId}/sites/{siteId}/customization',
    summary: 'Say how a site looks',
    description: 'Replaces all settings: what is optional and left out is gone.',
    on: site,
    needs: 'edit',
    body: SiteCustomizationSettings,
    example: {
      ...DEFAULTS,
      title: 'Example Docs',
      favicon: { emoji: '1f4d8' },
      header: {
        preset: 'default',
        links: [{ title: 'Blog', to: { kind: 'url', url: 'https://example.org/blog' }, links: [] }],
      },
      privacyPolicy: { url: 'https://example.org/privacy' },
      socialPreview: { url: 'https://example.org/preview.png' },
    },
    returns: SiteCustomizationSettings,
    isVerbatim: true,
    run: async ({ ctx, subject: site, body }) => {
      await customizeSite(ctx, site, body)
      return customizationOf(ctx, site.id)
    },
  }),
  operation({
    id: 'getSiteSpaceCustomizationById',
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization',
    summary: 'Get how a space of a site looks',
    description: 'The settings of the site, with those that this site space has of its own.',
    on: site,
    needs: 'view',
    query: CustomizationQuery,
    returns: SiteCustomizationSettings,
    isVerbatim: true,
    run: ({ ctx, subject: site, params }) => customizationOfSiteSpace(ctx, site.id, params.siteSpaceId),
  }),
  operation({
    id: 'overrideSiteSpaceCustomizationById',
    route: 'PATCH /v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization',
    summary: 'Let a space of a site look different',
    description:
      'Settings that are left out stay as they are; null goes back to what the site has. The answer has all settings.',
    on: site,
    needs: 'edit',
    body: OverrideChanges,
    example: {
      title: 'Example API',
      styling: { primaryColor: { light: '#1b7448', dark: '#62c795' }, corners: null },
      pdf: { enabled: false },
    },
    returns: SiteCustomizationSettings,
    isVerbatim: true,
    run: async ({ ctx, subject: site, params, body }) => {
      await overrideSiteSpace(ctx, site, params.siteSpaceId, body)
      return customizationOfSiteSpace(ctx, site.id, params.siteSpaceId)
    },
  }),
  operation({
    id: 'deleteSiteSpaceCustomizationById',
    route: 'DELETE /v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization',
    summary: 'Let a space of a site look like its site again',
    on: site,
    needs: 'edit',
    status: 205,
    run: ({ ctx, subject: site, params }) => removeOverrides(ctx, site, params.siteSpaceId),
  }),
]
