// The sites of an organization.
import { type Html, html } from '../../engines/html/html.ts'
import type { Site } from '../../rooms/sites/sites/schema.ts'
import type { OwnAsked } from '../account/account-page.ts'
import { organizationAt, siteAt, sitesAt } from '../addresses.ts'
import type { List } from '../api.ts'
import { appPage } from '../frame/app-page.ts'
import { ORGANIZATION, organizationPage } from '../organizations/organization-page.ts'
import { pagerView, pagingOf } from '../views/pager.ts'
import { newSiteAt } from './new-site.ts'

export const sitesPage = appPage({
  path: sitesAt(ORGANIZATION),
  help: 'publish/site',
  show: (asked) =>
    organizationPage(asked, 'sites', async ({ id, permissions }) => {
      const { api, words } = asked
      const sites = await api.get<List<Site>>(`/orgs/${id}/sites`, { limit: 50, ...pagingOf(asked) })
      return {
        title: words.organization.sites,
        actions: permissions.createContent
          ? html`<a class="button" href="${newSiteAt(organizationAt(id))}">${words.site.new}</a>`
          : undefined,
        body:
          sites.items.length === 0
            ? html`<p class="empty">${words.organization.noSites}</p>`
            : html`<ul class="rows panel">${sites.items.map((site) => html`<li>${rowView(asked, site)}</li>`)}</ul>${pagerView(asked, sites)}`,
      }
    }),
})

function rowView({ words, params }: OwnAsked, { id, title, published, visibility, urls }: Site): Html {
  const home = organizationAt(params.organizationId ?? '')
  return html`<div class="grow"><a class="title" href="${siteAt(home, id)}">${title}</a><p class="quiet">${words.site.visibilities[visibility]}</p></div>
    <span class="badge ${published ? 'open' : 'draft'}">${published ? words.organization.published : words.organization.unpublished}</span>
    ${urls.published && html`<a class="button plain small" href="${urls.published}">${words.organization.openSite}</a>`}`
}
