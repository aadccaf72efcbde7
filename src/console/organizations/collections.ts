// Collections: made beside spaces, named, put into one another, and deleted.
import { type Html, html } from '../../engines/html/html.ts'
import type { Collection } from '../../rooms/content/collections/schema.ts'
import type { Space } from '../../rooms/content/spaces/schema.ts'
import type { Organization } from '../../rooms/people/organizations/schema.ts'
import type { OwnAsked } from '../account/account-page.ts'
import { organizationAt } from '../addresses.ts'
import { type Api, type List, missing } from '../api.ts'
import { appPage } from '../frame/app-page.ts'
import { fieldView, noticeView } from '../frame/fields.ts'
import { type Form, lead } from '../frame/page.ts'
import { allOf } from '../views/all-of.ts'
import { pagerView, pagingOf } from '../views/pager.ts'
import { spaceCards } from '../views/spaces.ts'
import { ORGANIZATION, organizationPage } from './organization-page.ts'
import { transferLink, transferOfCollection, transferredView } from './ownership/transfer-link.ts'
import { accessLink } from './teams/people-parts.ts'

const MOST = 100

export const collectionAt = (organization: string, id: string) => `${organization}/c/${id}`

export const readCollections = (api: Api, organizationId: string) =>
  allOf<Collection>(api, `/orgs/${organizationId}/collections`, { query: { nested: 'true' } })

export const collectionPage = appPage({
  path: collectionAt(ORGANIZATION, ':collectionId'),
  async show(asked) {
    const { api, words, url } = asked
    const collection = await openCollection(asked)
    const shown = await organizationPage(asked, 'content', async (organization) => {
      const [spaces, all] = await Promise.all([
        api.get<List<Space>>(`/collections/${collection.id}/spaces`, { limit: MOST, ...pagingOf(asked) }),
        readCollections(api, organization.id),
      ])
      const inside = all.filter(({ parent }) => parent === collection.id)
      return {
        actions: collection.permissions.admin
          ? accessLink(asked, organization.id, `collections/${collection.id}`)
          : undefined,
        body: html`${noticeView(url.searchParams.has('saved') ? words.account.saved : undefined)}${transferredView(asked, organization)}
          ${inside.length > 0 && html`<ul class="rows panel">${inside.map(({ id, title }) => html`<li><a class="title" href="${collectionAt(organizationAt(organization.id), id)}">${title}</a></li>`)}</ul>`}
          ${spaces.items.length === 0 ? html`<p class="empty">${words.organization.noSpaces}</p>` : html`${spaceCards(asked, spaces.items)}${pagerView(asked, spaces)}`}
          ${collection.permissions.admin && settingsView(asked, collection, placesFor(organization, all, collection))}${collection.permissions.admin && html`${transferLink(asked, organization, transferOfCollection(url.pathname))}${removeView(asked, collection)}`}`,
      }
    })
    return { ...shown, title: collection.title }
  },
  async take(asked, form) {
    const { api, url } = asked
    const collection = await openCollection(asked)
    const path = `/collections/${collection.id}`
    if (form.get('action') === 'delete') {
      await api.delete(path)
      return lead(organizationAt(collection.organization))
    }
    await api.patch(path, { title: form.get('title').trim() })
    const parent = form.get('parent')
    if (parent !== (collection.parent ?? '')) await api.post(`${path}/move`, { parent: parent || null })
    return lead(`${url.pathname}?saved`)
  },
})

export async function openCollection({ api, params }: OwnAsked) {
  const collection = await api.get<Collection>(`/collections/${params.collectionId}`)
  if (collection.organization !== params.organizationId) throw missing()
  return collection
}

export type Placed = { id?: string; parent?: string }
type Places = { collections: readonly Collection[]; hasTop: boolean }

/** Where somebody may put a space or a collection: also where it is now, and never below itself. */
export function placesFor(
  { permissions }: Organization,
  all: readonly Collection[],
  { id, parent }: Placed,
): Places {
  const parents = new Map(all.map((one) => [one.id, one.parent]))
  const isBelow = (at: string | undefined): boolean =>
    at !== undefined && (at === id || isBelow(parents.get(at)))
  const collections = all.filter((one) => (one.permissions.create || one.id === parent) && !isBelow(one.id))
  return { collections, hasTop: permissions.createContent || parent === undefined }
}

export function placeView({ words }: OwnAsked, { collections, hasTop }: Places, current?: string): Html {
  const { organization } = words
  return html`<div class="field"><label for="parent">${organization.inCollection}</label><select id="parent" name="parent">${hasTop && html`<option value="">${organization.noCollection}</option>`}
    ${collections.map(({ id, title }) => html`<option value="${id}"${id === current && html` selected`}>${title}</option>`)}</select></div>`
}

export function newCollectionView(asked: OwnAsked, places: Places): Html {
  const { organization } = asked.words
  return html`<details class="fold menu"><summary class="button plain">${organization.newCollection}</summary>
    <form method="post">${fieldView({ name: 'title', id: 'collection-title', label: organization.newCollectionTitle, maxLength: 50 })}
    ${places.collections.length > 0 && placeView(asked, places)}
    <button class="button" name="action" value="collection">${organization.create}</button></form></details>`
}

export async function makeCollection(api: Api, organizationId: string, form: Form) {
  const parent = form.get('parent')
  const made = await api.post<Collection>(`/orgs/${organizationId}/collections`, {
    title: form.get('title').trim().slice(0, 50),
    ...(parent && { parent }),
  })
  return collectionAt(organizationAt(organizationId), made.id)
}

function settingsView(asked: OwnAsked, { title, parent }: Collection, places: Places): Html {
  const { organization, save, space } = asked.words
  return html`<section class="panel narrow-panel"><h2>${space.settings}</h2><form method="post">
    ${fieldView({ name: 'title', label: organization.newCollectionTitle, value: title, maxLength: 50 })}
    ${placeView(asked, places, parent)}
    <button class="button" name="action" value="save">${save}</button></form></section>`
}

function removeView({ words }: OwnAsked, { title }: Collection): Html {
  const { organization, space } = words
  return html`<section class="panel narrow-panel"><h2>${organization.removeCollection}</h2><p>${organization.removeCollectionText}</p>
    <details class="fold"><summary class="button plain">${organization.removeCollection}</summary><form method="post">
    <button class="button danger" name="action" value="delete">${space.removeConfirm({ title })}</button></form></details></section>`
}
