import type { Links } from '../../../kit/domain/links.ts'
import type { Role } from '../../../kit/domain/roles.ts'
import { type PresentableUser, presentUser } from '../../people/identity/present.ts'
import type { Site, UserSitePermission } from './schema.ts'
import type { SiteRow } from './store.ts'

const FEATURES = [
  'sites-adaptive-content',
  'sites-advanced-customization',
  'sites-advanced-insights',
  'sites-api-playground',
  'sites-basic-customization',
  'sites-custom-domain',
  'sites-custom-fonts',
  'sites-custom-subdirectory',
  'sites-full-text-search',
  'sites-multivariant-site',
  'sites-page-feedback',
  'sites-page-traffic-insights',
  'sites-pdf-export',
  'sites-preview-deployments',
  'sites-public-visibility',
  'sites-redirects',
  'sites-sections',
  'sites-seo',
  'sites-share-links',
  'sites-unlisted-visibility',
  'sites-visitor-authentication',
]

export function presentSite(site: SiteRow, links: Links): Site {
  const { id, organizationId, type, title, basename, hostname, proxy, visibility } = site
  return {
    object: 'site',
    id,
    type,
    title,
    icon: site.icon ?? undefined,
    hostname: hostname ?? undefined,
    basename,
    proxy: proxy ? { origin: proxy, target: links.published(basename) } : undefined,
    visibility,
    published: site.isPublished,
    siteSpaces: site.siteSpaces,
    createdAt: site.createdAt.toISOString(),
    adaptiveContent: { enabled: site.hasAdaptiveContent },
    agentsContext: site.agentsContext,
    features: FEATURES.map((feature) => ({ id: feature, plan: type, frozen: false })),
    urls: {
      ...links.site(organizationId, id),
      published: site.isPublished ? publishedAddress(site, links) : undefined,
    },
  }
}

type Addressed = Pick<SiteRow, 'basename' | 'hostname' | 'proxy'>

/** The public address of a site: behind a proxy, at its own host name, or here. Ends in a slash. */
export function publishedAddress({ basename, hostname, proxy }: Addressed, links: Links) {
  if (proxy) return `https://${proxy}/`
  return hostname ? `https://${hostname}/` : links.published(basename)
}

export function presentSitePermission(
  { role, ...user }: PresentableUser & { role: Role },
  organization: string,
  links: Links,
): UserSitePermission {
  return { permission: role, user: presentUser(user, links), origin: { type: 'organization', organization } }
}
