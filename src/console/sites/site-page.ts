// What is around every page about one site.
import { html } from '../../engines/html/html.ts'
import type { Organization } from '../../rooms/people/organizations/schema.ts'
import type { Site } from '../../rooms/sites/sites/schema.ts'
import type { OwnAsked } from '../account/account-page.ts'
import { organizationAt, pathOf, siteAt, sitesAt } from '../addresses.ts'
import { HOME } from '../frame/frame.ts'
import type { Shown, Tab } from '../frame/page.ts'
import { ORGANIZATION } from '../organizations/organization-page.ts'

export const SITE = siteAt(ORGANIZATION, ':siteId')

export type SitePart = 'overview' | 'structure' | 'look' | 'audience' | 'domain' | 'redirects' | 'insights'

/** `mayEdit`: arrange it and say how it looks; `mayAdmin`: say who it is shown to, and where. */
export type SiteAbout = {
  site: Site
  organization: Organization
  /** The way to it in the API. */
  path: string
  /** Where its pages of the console are. */
  home: string
  mayEdit: boolean
  mayAdmin: boolean
}
type Inside = Pick<Shown, 'body' | 'actions' | 'hasScript' | 'island'>

export async function aboutSite({ api, params }: OwnAsked): Promise<SiteAbout> {
  const { organizationId = '', siteId = '' } = params
  const path = pathOfSite(params)
  const [organization, site] = await Promise.all([
    api.get<Organization>(`/orgs/${organizationId}`),
    api.get<Site>(path),
  ])
  const { createContent, admin } = organization.permissions
  const home = siteAt(organizationAt(organizationId), siteId)
  return { site, organization, path, home, mayEdit: createContent, mayAdmin: admin }
}

export function pathOfSite({ organizationId = '', siteId = '' }: Readonly<Record<string, string>>) {
  return `/orgs/${encodeURIComponent(organizationId)}/sites/${encodeURIComponent(siteId)}`
}

export async function sitePageOf(
  asked: OwnAsked,
  current: SitePart,
  inside: (about: SiteAbout) => Promise<Inside>,
): Promise<Shown> {
  const { words } = asked
  const about = await aboutSite(asked)
  const { site, organization, home, mayAdmin } = about
  const tab = (part: SitePart): Tab => ({
    title: words.sitePages.tabs[part],
    href: part === 'overview' ? home : `${home}/${part}`,
    isCurrent: part === current,
  })
  const above = organizationAt(organization.id)
  const { actions, ...rest } = await inside(about)
  return {
    kind: 'page',
    layout: 'app',
    title: current === 'overview' ? site.title : words.sitePages.tabs[current],
    trail: [
      { title: words.app.home, href: HOME },
      { title: organization.title, href: above },
      { title: words.organization.sites, href: sitesAt(above) },
      ...(current === 'overview' ? [] : [{ title: site.title, href: home }]),
    ],
    tabs: [
      ...(['overview', 'structure', 'look', 'audience'] as const).map(tab),
      ...(mayAdmin ? [tab('domain')] : []),
      ...(['redirects', 'insights'] as const).map(tab),
    ],
    actions: html`${actions}<a class="button plain" href="${pathOf(site.urls.app)}/">${words.organization.preview}</a>
      ${site.urls.published && html`<a class="button" href="${site.urls.published}">${words.organization.openSite}</a>`}`,
    ...rest,
  }
}
