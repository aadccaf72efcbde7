import { type Html, html } from '../../engines/html/html.ts'
import type { Space } from '../../rooms/content/spaces/schema.ts'
import type { RecentPage } from '../../rooms/people/activity/schema.ts'
import type { Notification } from '../../rooms/people/notifications/schema.ts'
import type { Organization } from '../../rooms/people/organizations/schema.ts'
import type { ChangeRequest } from '../../rooms/review/change-requests/schema.ts'
import type { OwnAsked } from '../account/account-page.ts'
import { organizationAt } from '../addresses.ts'
import type { List } from '../api.ts'
import { appPage } from '../frame/app-page.ts'
import { noticeView } from '../frame/fields.ts'
import { HOME, INBOX } from '../frame/frame.ts'
import { notificationRows } from '../notifications/notification-row.ts'
import { NEW_ORGANIZATION } from '../organizations/ownership/new-organization.ts'
import { PEOPLE } from '../people/people.ts'
import { changeRequestRows, titlesOfSpaces } from '../views/change-requests.ts'
import { spaceCards } from '../views/spaces.ts'
import { provisioningSection } from './accept-provisioning.ts'
import { ORGANIZATIONS } from './all-organizations.ts'
import { closedSection } from './closed-organizations.ts'
import { joinableSection } from './joinable-organizations.ts'
import { recentRows } from './recent-pages.ts'

/** Of each organization; who has more finds the rest on its own page. */
const SHOWN = { organizations: 10, spaces: 12, requests: 10, pages: 8, notifications: 5 }

type Work = {
  organization: Organization
  spaces: List<Space>
  reviews: ChangeRequest[]
  mine: ChangeRequest[]
}

export const homePage = appPage({
  path: HOME,
  async show(asked) {
    const { api, words, person, url } = asked
    const organizations = await api.get<List<Organization>>('/orgs', { limit: SHOWN.organizations })
    const [work, recent, unread] = await Promise.all([
      readWork(asked, organizations.items),
      api.get<List<RecentPage>>('/user/recent-pages'),
      api.get<List<Notification>>('/user/notifications', { status: 'unread', limit: SHOWN.notifications }),
    ])
    const mine = work.flatMap(({ mine }) => mine)
    const titles = await titlesOfSpaces(
      api,
      work.flatMap(({ reviews, mine }) => [...reviews, ...mine]),
      work.flatMap(({ spaces }) => spaces.items),
    )
    const requests = (title: string, list: ChangeRequest[]) =>
      section(
        title,
        list.length > 0 && changeRequestRows(asked, list.sort(byLatest).slice(0, SHOWN.requests), titles),
      )
    const pages = recent.items.slice(0, SHOWN.pages)
    const hasSpaces = work.some(({ spaces }) => spaces.items.length > 0)
    return {
      kind: 'page',
      layout: 'app',
      title: words.home.title,
      actions: html`${person.isAdministrator && html`<a class="button plain" href="${PEOPLE}">${words.everybody.title}</a>`}${work.length > 1 && html`<a class="button plain" href="${ORGANIZATIONS}">${words.home.organizations}</a>`}<a class="button plain" href="${NEW_ORGANIZATION}">${words.ownership.create.title}</a>`,
      body: html`${noticeView(url.searchParams.has('deleted') ? words.ownership.remove.done : undefined)}${await provisioningSection(asked)}${await closedSection(asked)}${await joinableSection(asked)}
        ${work.length === 0 && html`<div class="empty"><p>${words.home.noOrganizations}</p><p><a class="button" href="${NEW_ORGANIZATION}">${words.ownership.create.title}</a></p></div>`}
        ${work.length > 0 && !hasSpaces && welcomeView(asked, work)}
        ${requests(
          words.home.reviews,
          work.flatMap(({ reviews }) => reviews),
        )}
        ${requests(
          words.start.open,
          mine.filter(({ status }) => status === 'open'),
        )}
        ${requests(
          words.start.drafts,
          mine.filter(({ status }) => status === 'draft'),
        )}
        ${section(
          words.start.recent,
          pages.length > 0
            ? recentRows(asked, pages)
            : hasSpaces && html`<p class="quiet">${words.start.noRecent}</p>`,
        )}
        ${section(
          words.start.notifications,
          unread.items.length > 0 &&
            html`${notificationRows(asked, unread.items)}<p><a href="${INBOX}">${words.start.all}</a></p>`,
        )}
        ${work.map((one) => contentView(asked, one))}
        ${organizations.next && html`<p>${words.home.moreOrganizations} <a href="${ORGANIZATIONS}">${words.app.all}</a></p>`}`,
    }
  },
})

function readWork({ api, person }: OwnAsked, organizations: readonly Organization[]): Promise<Work[]> {
  return Promise.all(
    organizations.map(async (organization) => {
      const { id } = organization
      const requests = `/orgs/${id}/change-requests`
      const limit = SHOWN.requests
      const [spaces, reviews, open, drafts] = await Promise.all([
        api.get<List<Space>>(`/orgs/${id}/spaces`, { limit: SHOWN.spaces }),
        api.get<List<ChangeRequest>>(requests, { reviewer: person.id, limit }),
        api.get<List<ChangeRequest>>(requests, { creator: person.id, limit }),
        api.get<List<ChangeRequest>>(requests, { creator: person.id, status: 'draft', limit }),
      ])
      return { organization, spaces, reviews: reviews.items, mine: [...open.items, ...drafts.items] }
    }),
  )
}

function section(title: string, content: Html | false): Html | false {
  return content && html`<section><h2>${title}</h2>${content}</section>`
}

/** For somebody whose organizations have nothing yet. */
function welcomeView({ words }: OwnAsked, work: readonly Work[]): Html {
  const { start } = words
  const own = work.find(({ organization }) => organization.permissions.createContent)
  return html`<section class="empty"><h2>${start.welcome}</h2><p>${start.welcomeText}</p>
    ${own && html`<p><a class="button" href="${organizationAt(own.organization.id)}">${start.first}</a></p>`}</section>`
}

function contentView(asked: OwnAsked, { organization, spaces: { items, next } }: Work): Html {
  const { words } = asked
  const href = organizationAt(organization.id)
  return html`<section><h2><a href="${href}">${organization.title}</a></h2>
    ${items.length === 0 ? html`<p class="quiet">${words.organization.noSpaces}</p>` : spaceCards(asked, items)}
    ${next && html`<p><a href="${href}">${words.app.all}</a></p>`}</section>`
}

function byLatest(one: ChangeRequest, other: ChangeRequest) {
  return other.updatedAt.localeCompare(one.updatedAt)
}
