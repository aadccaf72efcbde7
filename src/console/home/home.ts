import { type Html, html } from '../../engines/html/html.ts'
import type { Space } from '../../rooms/content/spaces/schema.ts'
import type { Organization } from '../../rooms/people/organizations/schema.ts'
import type { ChangeRequest } from '../../rooms/review/change-requests/schema.ts'
import { organizationAt } from '../addresses.ts'
import type { List } from '../api.ts'
import { appPage } from '../app-page.ts'
import { HOME } from '../frame.ts'
import { PEOPLE } from '../people/people.ts'
import { changeRequestRows } from '../views/change-requests.ts'
import { spaceCards } from '../views/spaces.ts'
import { provisioningSection } from './accept-provisioning.ts'
import { closedSection } from './closed-organizations.ts'

/** Of each organization; who has more finds the rest on its own page. */
const SHOWN = { organizations: 10, spaces: 12, requests: 10 }

export const homePage = appPage({
  path: HOME,
  async show(asked) {
    const { api, words, person } = asked
    const { items: organizations } = await api.get<List<Organization>>('/orgs', {
      limit: SHOWN.organizations,
    })
    const work = await Promise.all(
      organizations.map(async ({ id }) => {
        const requests = `/orgs/${id}/change-requests`
        const limit = SHOWN.requests
        const [spaces, reviews, open, drafts] = await Promise.all([
          api.get<List<Space>>(`/orgs/${id}/spaces`, { limit: SHOWN.spaces }),
          api.get<List<ChangeRequest>>(requests, { reviewer: person.id, limit }),
          api.get<List<ChangeRequest>>(requests, { creator: person.id, limit }),
          api.get<List<ChangeRequest>>(requests, { creator: person.id, status: 'draft', limit }),
        ])
        return { spaces, reviews: reviews.items, mine: [...open.items, ...drafts.items] }
      }),
    )
    const section = (title: string, requests: ChangeRequest[]) =>
      requests.length > 0 &&
      html`<section><h2>${title}</h2>${changeRequestRows(asked, requests.sort(byLatest).slice(0, SHOWN.requests))}</section>`
    const content = (organization: Organization, { items, next }: List<Space>): Html =>
      html`<section><h2><a href="${organizationAt(organization.id)}">${organization.title}</a></h2>
        ${items.length === 0 ? html`<p class="quiet">${words.organization.noSpaces}</p>` : spaceCards(asked, items)}
        ${next && html`<p><a href="${organizationAt(organization.id)}">${words.app.all}</a></p>`}</section>`
    return {
      kind: 'page',
      layout: 'app',
      title: words.home.title,
      actions: person.isAdministrator
        ? html`<a class="button plain" href="${PEOPLE}">${words.everybody.title}</a>`
        : undefined,
      body: html`${await provisioningSection(asked)}${await closedSection(asked)}${section(
        words.home.reviews,
        work.flatMap(({ reviews }) => reviews),
      )}
        ${section(
          words.home.drafts,
          work.flatMap(({ mine }) => mine),
        )}
        ${organizations.length === 0 && html`<p class="empty">${words.home.noOrganizations}</p>`}
        ${organizations.map((organization, at) => content(organization, work[at]?.spaces ?? { items: [] }))}`,
    }
  },
})

function byLatest(one: ChangeRequest, other: ChangeRequest) {
  return other.updatedAt.localeCompare(one.updatedAt)
}
