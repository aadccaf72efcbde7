// An organization: its spaces by collection, and its open change requests.
import { type Html, html } from '../../engines/html/html.ts'
import type { OpenAPISpec } from '../../rooms/api-references/openapi/schema.ts'
import type { Collection } from '../../rooms/content/collections/schema.ts'
import type { Space } from '../../rooms/content/spaces/schema.ts'
import type { ChangeRequest } from '../../rooms/review/change-requests/schema.ts'
import type { OwnAsked } from '../account/account-page.ts'
import { deletedSpacesAt, organizationAt, pagesAt, pathOf } from '../addresses.ts'
import { type List, missing, Refused } from '../api.ts'
import { appPage } from '../app-page.ts'
import { fieldView } from '../fields.ts'
import { lead } from '../page.ts'
import { changeRequestRows } from '../views/change-requests.ts'
import { pagerView, pagingOf } from '../views/pager.ts'
import { spaceCards } from '../views/spaces.ts'
import { ORGANIZATION, organizationPage } from './organization-page.ts'

const MOST = 100

export const contentPage = appPage({
  path: ORGANIZATION,
  show: (asked) =>
    organizationPage(asked, 'content', async ({ id, permissions }) => {
      const { api, words } = asked
      const [spaces, collections, specs] = await Promise.all([
        api.get<List<Space>>(`/orgs/${id}/spaces`, { limit: MOST, ...pagingOf(asked) }),
        api.get<List<Collection>>(`/orgs/${id}/collections`, { limit: MOST, nested: true }),
        api.get<List<OpenAPISpec>>(`/orgs/${id}/openapi`, { limit: MOST }).catch(unseen),
      ])
      const known = new Set(collections.items.map((collection) => collection.id))
      const loose = spaces.items.filter(({ parent }) => parent === undefined || !known.has(parent))
      return {
        actions: permissions.createContent ? newSpaceView(asked, collections.items) : undefined,
        body: html`${spaces.items.length === 0 && html`<p class="empty">${words.organization.noSpaces}</p>`}
          ${loose.length > 0 && html`<section><h2>${words.organization.spaces}</h2>${spaceCards(asked, loose)}</section>`}
          ${collections.items.map((collection) => {
            const inside = spaces.items.filter(({ parent }) => parent === collection.id)
            return (
              inside.length > 0 &&
              html`<section><h2 id="c-${collection.id}">${collection.title}</h2>${spaceCards(asked, inside)}</section>`
            )
          })}
          ${specs.items.length > 0 && html`<section><h2>${words.organization.specs}</h2><ul class="rows panel">${specs.items.map(({ slug, urls }) => html`<li><a class="title" href="${pathOf(urls.app)}">${slug}</a></li>`)}</ul></section>`}${pagerView(asked, spaces)}
          <p><a href="${deletedSpacesAt(organizationAt(id))}">${words.trash.title}</a></p>`,
      }
    }),
  async take({ api, params }, form) {
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

function newSpaceView({ words }: OwnAsked, collections: Collection[]): Html {
  const { organization } = words
  const mine = collections.filter(({ permissions }) => permissions.create)
  return html`<details class="fold menu"><summary class="button">${organization.newSpace}</summary>
    <form method="post">${fieldView({ name: 'title', label: organization.newSpaceTitle, maxLength: 50 })}
    ${
      mine.length > 0 &&
      html`<div class="field"><label for="parent">${organization.inCollection}</label><select id="parent" name="parent"><option value="">${organization.noCollection}</option>
      ${mine.map(({ id, title }) => html`<option value="${id}">${title}</option>`)}</select></div>`
    }
    <button class="button">${organization.create}</button></form></details>`
}

export const collectionPage = appPage({
  path: `${ORGANIZATION}/c/:collectionId`,
  async show(asked) {
    const { api, params, words } = asked
    const collection = await api.get<Collection>(`/collections/${params.collectionId}`)
    if (collection.organization !== params.organizationId) throw missing()
    const shown = await organizationPage(asked, 'content', async () => {
      const spaces = await api.get<List<Space>>(`/collections/${collection.id}/spaces`, {
        limit: MOST,
        ...pagingOf(asked),
      })
      return {
        body:
          spaces.items.length === 0
            ? html`<p class="empty">${words.organization.noSpaces}</p>`
            : html`${spaceCards(asked, spaces.items)}${pagerView(asked, spaces)}`,
      }
    })
    const above = { title: shown.title, href: organizationAt(collection.organization) }
    return { ...shown, title: collection.title, trail: [...(shown.trail ?? []), above] }
  },
})

export const organizationChangesPage = appPage({
  path: `${ORGANIZATION}/~changes`,
  show: (asked) =>
    organizationPage(asked, 'changes', async ({ id }) => {
      const { api, words } = asked
      const requests = await api.get<List<ChangeRequest>>(`/orgs/${id}/change-requests`, {
        limit: 50,
        ...pagingOf(asked),
      })
      return {
        body:
          requests.items.length === 0
            ? html`<p class="empty">${words.changes.none}</p>`
            : html`${changeRequestRows(asked, requests.items)}${pagerView(asked, requests)}`,
      }
    }),
})
