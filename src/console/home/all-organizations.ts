// Every organization that somebody belongs to: home shows the work in the first few.
import { html } from '../../engines/html/html.ts'
import type { Organization } from '../../rooms/people/organizations/schema.ts'
import { organizationAt } from '../addresses.ts'
import type { List } from '../api.ts'
import { appPage } from '../frame/app-page.ts'
import { HOME, initialOf } from '../frame/frame.ts'
import { NEW_ORGANIZATION } from '../organizations/ownership/new-organization.ts'
import { pagerView, pagingOf } from '../views/pager.ts'

export const ORGANIZATIONS = `${HOME}/~organizations`
const SHOWN = 50

export const allOrganizationsPage = appPage({
  path: ORGANIZATIONS,
  async show(asked) {
    const { api, words, url } = asked
    const search = (url.searchParams.get('search') ?? '').trim().slice(0, 200)
    const query = { sort: 'title', limit: SHOWN, ...pagingOf(asked), ...(search !== '' && { search }) }
    const list = await api.get<List<Organization>>('/orgs', query)
    const row = ({ id, title }: Organization) =>
      html`<li><span class="initial" aria-hidden="true">${initialOf(title)}</span><a class="title grow" href="${organizationAt(id)}" dir="auto">${title}</a></li>`
    const none = search === '' ? words.home.noOrganizations : words.search.none({ query: search })
    return {
      kind: 'page',
      layout: 'app',
      title: words.home.organizations,
      trail: [{ title: words.app.home, href: HOME }],
      actions: html`<a class="button plain" href="${NEW_ORGANIZATION}">${words.ownership.create.title}</a>`,
      body: html`<form class="panel wide-search"><div class="field"><label for="search">${words.home.findOrganization}</label>
          <input id="search" type="search" name="search" value="${search}" maxlength="200"></div></form>
        ${list.items.length === 0 ? html`<p class="empty" role="status">${none}</p>` : html`<ul class="rows panel">${list.items.map(row)}</ul>`}
        ${pagerView(asked, list, words.app.next)}`,
    }
  },
})
