import { html } from '../../engines/html/html.ts'
import type { SearchSpaceResult } from '../../rooms/content/search/schema.ts'
import type { Organization } from '../../rooms/people/organizations/schema.ts'
import { pathOf } from '../addresses.ts'
import type { List } from '../api.ts'
import { appPage } from '../frame/app-page.ts'
import { HOME, SEARCH } from '../frame/frame.ts'

const SHOWN = 10

export const searchPage = appPage({
  path: SEARCH,
  async show({ api, words, url }) {
    const query = (url.searchParams.get('q') ?? '').trim().slice(0, 200)
    const found = query === '' ? [] : await search()
    const pages = found.flatMap(({ title, pages }) => pages.map((page) => ({ ...page, space: title })))

    async function search() {
      const { items } = await api.get<List<Organization>>('/orgs', { limit: SHOWN })
      const lists = await Promise.all(
        items.map(({ id }) =>
          api.get<List<SearchSpaceResult>>(`/orgs/${id}/search`, { query, limit: SHOWN }),
        ),
      )
      return lists.flatMap(({ items }) => items)
    }

    return {
      kind: 'page',
      layout: 'app',
      title: words.search.title,
      trail: [{ title: words.app.home, href: HOME }],
      body: html`<form class="panel wide-search" role="search" aria-label="${words.search.label}" action="${SEARCH}"><div class="field"><label for="q">${words.search.label}</label>
        <input id="q" type="search" name="q" value="${query}" maxlength="200" autofocus></div></form>
        ${query === '' && html`<p class="quiet">${words.search.prompt}</p>`}
        ${query !== '' && pages.length === 0 && html`<p class="empty" role="status">${words.search.none({ query })}</p>`}
        ${
          pages.length > 0 &&
          html`<p class="quiet" role="status">${words.search.results({ count: pages.length })}</p><ul class="rows panel">${pages.map(
            ({
              title,
              space,
              sections = [],
              urls,
            }) => html`<li><div class="grow"><a class="title" href="${pathOf(urls.app)}">${title}</a>
              <p class="quiet">${words.search.in({ space })}</p>${sections
                .slice(0, 2)
                .map((section) => html`<p class="snippet">${section.body}</p>`)}</div></li>`,
          )}</ul>`
        }`,
    }
  },
})
