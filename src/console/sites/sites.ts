// The sites of an organization, and a form for a new one.
import { type Html, html } from '../../engines/html/html.ts'
import type { Space } from '../../rooms/content/spaces/schema.ts'
import type { Site } from '../../rooms/sites/sites/schema.ts'
import type { OwnAsked } from '../account/account-page.ts'
import { organizationAt, siteAt, sitesAt } from '../addresses.ts'
import type { List } from '../api.ts'
import { appPage } from '../app-page.ts'
import { fieldView } from '../fields.ts'
import { ORGANIZATION, organizationPage } from '../organizations/organization-page.ts'
import { lead } from '../page.ts'
import { pagerView, pagingOf } from '../views/pager.ts'
import { visibilityView } from './visibility.ts'

const MOST_SPACES = 200

export const sitesPage = appPage({
  path: sitesAt(ORGANIZATION),
  show: (asked) =>
    organizationPage(asked, 'sites', async ({ id, permissions }) => {
      const { api, words } = asked
      const [sites, spaces] = await Promise.all([
        api.get<List<Site>>(`/orgs/${id}/sites`, { limit: 50, ...pagingOf(asked) }),
        permissions.createContent
          ? api.get<List<Space>>(`/orgs/${id}/spaces`, { limit: MOST_SPACES })
          : { items: [] },
      ])
      return {
        actions: permissions.createContent ? newSiteView(asked, spaces.items) : undefined,
        body:
          sites.items.length === 0
            ? html`<p class="empty">${words.organization.noSites}</p>`
            : html`<ul class="rows panel">${sites.items.map((site) => html`<li>${rowView(asked, site)}</li>`)}</ul>${pagerView(asked, sites)}`,
      }
    }),
  async take({ api, params, url }, form) {
    const space = form.get('space')
    const site = await api.post<Site>(`/orgs/${params.organizationId}/sites`, {
      title: form.get('title').trim(),
      visibility: form.get('visibility'),
      spaces: space === '' ? 'sample' : [space],
    })
    return lead(siteAt(url.pathname.replace(/\/~sites$/, ''), site.id))
  },
})

function rowView({ words, params }: OwnAsked, { id, title, published, visibility, urls }: Site): Html {
  const home = organizationAt(params.organizationId ?? '')
  return html`<div class="grow"><a class="title" href="${siteAt(home, id)}">${title}</a><p class="quiet">${words.site.visibilities[visibility]}</p></div>
    <span class="badge ${published ? 'open' : 'draft'}">${published ? words.organization.published : words.organization.unpublished}</span>
    ${urls.published && html`<a class="button plain small" href="${urls.published}">${words.organization.openSite}</a>`}`
}

function newSiteView({ words }: OwnAsked, spaces: readonly Space[]): Html {
  const { site } = words
  return html`<details class="fold menu"><summary class="button">${site.new}</summary><form method="post">
    ${fieldView({ name: 'title', label: site.title, maxLength: 128 })}
    <div class="field"><label for="space">${site.space}</label><select id="space" name="space">
    ${spaces.map(({ id, title }) => html`<option value="${id}">${title}</option>`)}<option value="">${site.newSpace}</option></select></div>
    ${visibilityView(words, 'public')}
    <button class="button">${words.organization.create}</button></form></details>`
}
