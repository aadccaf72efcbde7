// An organization: its spaces by collection, and its open change requests.
import { type Html, html } from '../../engines/html/html.ts'
import type { OpenAPISpec } from '../../rooms/api-references/openapi/schema.ts'
import type { Space } from '../../rooms/content/spaces/schema.ts'
import type { ChangeRequest } from '../../rooms/review/change-requests/schema.ts'
import type { OwnAsked } from '../account/account-page.ts'
import { deletedSpacesAt, organizationAt, pagesAt, pathOf } from '../addresses.ts'
import { type List, Refused } from '../api.ts'
import { appPage } from '../frame/app-page.ts'
import { fieldView } from '../frame/fields.ts'
import { lead } from '../frame/page.ts'
import { changeRequestRows, titlesOfSpaces } from '../views/change-requests.ts'
import { pagerView, pagingOf } from '../views/pager.ts'
import { spaceCards } from '../views/spaces.ts'
import {
  collectionAt,
  makeCollection,
  newCollectionView,
  placesFor,
  placeView,
  readCollections,
} from './collections.ts'
import { ORGANIZATION, organizationPage } from './organization-page.ts'

const MOST = 100

export const contentPage = appPage({
  path: ORGANIZATION,
  show: (asked) =>
    organizationPage(asked, 'content', async (organization) => {
      const { id, permissions } = organization
      const { api, words } = asked
      const [spaces, collections, specs] = await Promise.all([
        api.get<List<Space>>(`/orgs/${id}/spaces`, { limit: MOST, ...pagingOf(asked) }),
        readCollections(api, id),
        api.get<List<OpenAPISpec>>(`/orgs/${id}/openapi`, { limit: MOST }).catch(unseen),
      ])
      const known = new Set(collections.map((collection) => collection.id))
      const loose = spaces.items.filter(({ parent }) => parent === undefined || !known.has(parent))
      const places = placesFor(organization, collections, {})
      return {
        actions: permissions.createContent
          ? html`${newCollectionView(asked, places)}${newSpaceView(asked, places)}`
          : undefined,
        body: html`${spaces.items.length === 0 && html`<p class="empty">${words.organization.noSpaces}</p>`}
          ${loose.length > 0 && html`<section><h2>${words.organization.spaces}</h2>${spaceCards(asked, loose)}</section>`}
          ${collections.map((collection) => {
            const inside = spaces.items.filter(({ parent }) => parent === collection.id)
            return (
              (inside.length > 0 || collection.permissions.admin) &&
              html`<section><h2 id="c-${collection.id}"><a class="title" href="${collectionAt(organizationAt(id), collection.id)}">${collection.title}</a></h2>${inside.length > 0 && spaceCards(asked, inside)}</section>`
            )
          })}
          ${specs.items.length > 0 && html`<section><h2>${words.organization.specs}</h2><ul class="rows panel">${specs.items.map(({ slug, urls }) => html`<li><a class="title" href="${pathOf(urls.app)}">${slug}</a></li>`)}</ul></section>`}${pagerView(asked, spaces)}
          <p><a href="${deletedSpacesAt(organizationAt(id))}">${words.trash.title}</a></p>`,
      }
    }),
  async take({ api, params }, form) {
    if (form.get('action') === 'collection')
      return lead(await makeCollection(api, params.organizationId ?? '', form))
    const parent = form.get('parent')
    const space = await api.post<Space>(`/orgs/${params.organizationId}/spaces`, {
      title: form.get('title').trim().slice(0, 50),
      ...(parent && { parent }),
    })
    return lead(pagesAt(pathOf(space.urls.app)))
  },
})

/** Guests have no list of specifications. */
function unseen(error: unknown): List<never> {
  if (error instanceof Refused && error.status === 403) return { items: [] }
  throw error
}

function newSpaceView(asked: OwnAsked, places: Parameters<typeof placeView>[1]): Html {
  const { organization } = asked.words
  return html`<details class="fold menu"><summary class="button">${organization.newSpace}</summary>
    <form method="post">${fieldView({ name: 'title', label: organization.newSpaceTitle, maxLength: 50 })}
    ${places.collections.length > 0 && placeView(asked, places)}
    <button class="button">${organization.create}</button></form></details>`
}

export const organizationChangesPage = appPage({
  path: `${ORGANIZATION}/~changes`,
  show: (asked) =>
    organizationPage(asked, 'changes', async ({ id }) => {
      const { api, words } = asked
      const requests = await api.get<List<ChangeRequest>>(`/orgs/${id}/change-requests`, {
        limit: 50,
        ...pagingOf(asked),
      })
      const titles = await titlesOfSpaces(api, requests.items)
      return {
        title: words.organization.changes,
        body:
          requests.items.length === 0
            ? html`<p class="empty">${words.changes.none} ${words.changes.noneText}</p>`
            : html`${changeRequestRows(asked, requests.items, titles)}${pagerView(asked, requests)}`,
      }
    }),
})
