import { operation } from '../../../kit/http/operations/operation.ts'
import { site } from '../sites/access.ts'
import {
  changeCustomization,
  customizeSite,
  overrideSiteSpace,
  removeOverrides,
  undoCustomization,
} from './customize-site.ts'
import { DEFAULTS } from './defaults.ts'
import { customizationOf, customizationOfSiteSpace } from './read-customization.ts'
import { CustomizationQuery, SiteCustomizationSettings } from './schema.ts'
import { CustomizationChanges, OverrideChanges } from './schema-changes.ts'

export const operations = [
  operation({
    id: 'getSiteCustomizationById',
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/customization',
    summary: 'Get how a site looks',
    description: 'Returns all settings, with defaults for a site that was never customized.',
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
    description: 'Replaces all settings. Omitted optional settings are removed.',
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
    id: 'changeSiteCustomizationById',
    route: 'PATCH /v1/orgs/{organizationId}/sites/{siteId}/customization',
    summary: 'Change some settings of how a site looks',
    description:
      'Omitted settings do not change; null resets a setting to its default. A pair of colours, a logo or a list of links is one setting. Returns all settings.',
    on: site,
    needs: 'edit',
    body: CustomizationChanges,
    example: { styling: { primaryColor: { light: '#1b7448', dark: '#62c795' } }, header: { logo: null } },
    returns: SiteCustomizationSettings,
    isVerbatim: true,
    run: async ({ ctx, subject: site, body }) => {
      await changeCustomization(ctx, site, body)
      return customizationOf(ctx, site.id)
    },
  }),
  operation({
    id: 'undoSiteCustomization',
    route: 'POST /v1/orgs/{organizationId}/sites/{siteId}/customization/undo',
    summary: 'Undo the last change of how a site looks',
    description: 'Asked once more, it brings the change back. Returns all settings.',
    on: site,
    needs: 'edit',
    returns: SiteCustomizationSettings,
    refuses: { 409: 'Nobody has customized the site' },
    isVerbatim: true,
    run: async ({ ctx, subject: site }) => {
      await undoCustomization(ctx, site)
      return customizationOf(ctx, site.id)
    },
  }),
  operation({
    id: 'getSiteSpaceCustomizationById',
    route: 'GET /v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization',
    summary: 'Get how a space of a site looks',
    description: 'The settings of the site, overridden by those of the site space.',
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
      'Omitted settings do not change; null resets a setting to that of the site. Returns all settings.',
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
    summary: 'Reset the customization of a site space',
    on: site,
    needs: 'edit',
    status: 205,
    run: ({ ctx, subject: site, params }) => removeOverrides(ctx, site, params.siteSpaceId),
  }),
]
