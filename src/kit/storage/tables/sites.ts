import type { ColumnType, Generated } from 'kysely'
import type { VisitorSchema } from '../../../engines/adaptive/visitor-schema.ts'

export type SiteTables = {
  sites: SitesTable
  siteSectionGroups: SiteSectionGroupsTable
  siteSections: SiteSectionsTable
  siteExternalLinks: SiteExternalLinksTable
  siteSpaces: SiteSpacesTable
  shareLinks: ShareLinksTable
  sitePublishingAuth: SitePublishingAuthTable
  siteAdaptiveSchemas: SiteAdaptiveSchemasTable
  siteCustomizations: { siteId: string; settings: Json; previous: JsonOrNull; updatedAt: Date }
  siteSpaceCustomizations: { siteSpaceId: string; overrides: Json; updatedAt: Date }
  customFonts: { id: string; organizationId: string; family: string; createdAt: Date }
  customFontFaces: { fontId: string; weight: number; blob: string; format: 'woff2' | 'woff' }
  organizationImages: { organizationId: string; blob: string; type: string; createdAt: Date }
  siteRedirects: SiteRedirectsTable
  siteEventCounts: SiteEventCountsTable
  siteMissingPages: { siteId: string; day: Date; path: string; referrer: string; times: number }
  siteHostnameChecks: { siteId: string; hostname: string; status: string; checkedAt: Date }
}

/** Read as a value and written as text; readers know its shape. */
type Json = ColumnType<object, string, string>
type JsonOrNull = ColumnType<object | null, string | null | undefined, string | null>

export type SiteType = 'basic' | 'premium' | 'ultimate' | 'sponsored' | 'legacy-basic' | 'legacy-premium'
export type SiteVisibility = 'public' | 'unlisted' | 'share-link' | 'visitor-auth'

type SitesTable = {
  id: string
  organizationId: string
  type: Generated<SiteType>
  title: string
  basename: string
  hostname: string | null
  proxy: string | null
  visibility: Generated<SiteVisibility>
  isPublished: Generated<boolean>
  hasAdaptiveContent: Generated<boolean>
  agentsContext: Generated<'excluded' | 'included'>
  /** The chosen default; null means the first one. */
  defaultSectionId: string | null
  /** The same, of a site without sections. */
  defaultSiteSpaceId: string | null
  /** The favicon of its customization, for lists of sites. */
  icon: ColumnType<object | null, string | null | undefined, string | null>
  createdAt: Date
}

type SiteSectionGroupsTable = {
  id: string
  siteId: string
  parentId: string | null
  title: string
  icon: string | null
  position: string
}

type SiteSectionsTable = {
  id: string
  siteId: string
  groupId: string | null
  title: string
  description: string | null
  icon: string | null
  path: string
  condition: string | null
  defaultSiteSpaceId: string | null
  position: string
}

type SiteExternalLinksTable = {
  id: string
  siteId: string
  groupId: string | null
  title: string
  description: string | null
  icon: string | null
  url: string
  condition: string | null
  position: string
}

type SiteSpacesTable = {
  id: string
  siteId: string
  sectionId: string | null
  spaceId: string
  path: string
  condition: string | null
  position: string
}

type ShareLinksTable = {
  id: string
  siteId: string
  name: string
  isActive: Generated<boolean>
  keyHash: Buffer
  sealedKey: string
  createdAt: Date
  lastUsedAt: Date | null
}

export type VisitorBackend = 'custom' | 'integration' | 'account'

type SitePublishingAuthTable = {
  siteId: string
  sealedKey: string
  backend: Generated<VisitorBackend>
  integration: string | null
  fallbackUrl: string | null
  admitsGuests: Generated<boolean>
}

type SiteAdaptiveSchemasTable = {
  siteId: string
  /** Read as a value and written as text. */
  jsonSchema: ColumnType<VisitorSchema, string, string>
  updatedAt: Date
}

type SiteEventCountsTable = {
  siteId: string
  dimension: string
  day: Date
  eventType: string
  value: string
  events: number
  /** Bits, as text. */
  visitors: string
  sessions: string
}

type SiteRedirectsTable = {
  id: string
  siteId: string
  source: string
  /** Either this, or a site space, with or without a page of its space, or an address elsewhere. */
  sectionId: string | null
  siteSpaceId: string | null
  pageId: string | null
  url: string | null
}
