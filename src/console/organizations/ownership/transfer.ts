// A space or a collection goes to another organization: who loses and who gets access is told before.
import { type Html, html } from '../../../engines/html/html.ts'
import type { Collection } from '../../../rooms/content/collections/schema.ts'
import type { Space } from '../../../rooms/content/spaces/schema.ts'
import type { TransferCheck } from '../../../rooms/content/transfers/schema.ts'
import type { Organization } from '../../../rooms/people/organizations/schema.ts'
import type { OwnAsked } from '../../account/account-page.ts'
import { organizationAt, settingsAt, siteAt, spaceAt, structureAt } from '../../addresses.ts'
import { missing } from '../../api.ts'
import { appPage } from '../../frame/app-page.ts'
import { initialOf } from '../../frame/frame.ts'
import { lead, type Shown } from '../../frame/page.ts'
import { openSpacePage, SPACE, spacePage } from '../../spaces/space-page.ts'
import { allOf } from '../../views/all-of.ts'
import { collectionAt, openCollection } from '../collections.ts'
import { ORGANIZATION, organizationPage } from '../organization-page.ts'
import { type AccessChange, accessChange, MOST_COMPARED } from './transfer-access.ts'
import { transferOfCollection, transferOfSpace } from './transfer-link.ts'

const MOST_NAMED = 20

export const transferSpacePage = appPage({
  path: transferOfSpace(SPACE),
  help: 'administer/people',
  async show(asked) {
    const opened = await openSpacePage(asked)
    const { space } = opened
    const body = await transferView(asked, space, `/spaces/${space.id}`)
    const title = asked.words.ownership.transfer.title({ title: space.title })
    return spacePage(opened, 'settings', { title, body })
  },
  async take(asked, form) {
    const { space } = await openSpacePage(asked)
    const organization = form.get('organization')
    await asked.api.post(`/spaces/${space.id}/transfer`, { organization })
    return lead(`${settingsAt(spaceAt(organization, space.id))}?transferred`)
  },
})

export const transferCollectionPage = appPage({
  path: transferOfCollection(collectionAt(ORGANIZATION, ':collectionId')),
  help: 'administer/people',
  async show(asked) {
    const collection = await openCollection(asked)
    const shown = await organizationPage(asked, 'content', async () => ({
      title: asked.words.ownership.transfer.title({ title: collection.title }),
      body: await transferView(asked, collection, `/collections/${collection.id}`),
    }))
    return { ...shown, trail: [...(shown.trail ?? []), placeOf(collection)] } satisfies Shown
  },
  async take(asked, form) {
    const { id } = await openCollection(asked)
    const organization = form.get('organization')
    await asked.api.post(`/collections/${id}/transfer`, { organization })
    return lead(`${collectionAt(organizationAt(organization), id)}?transferred`)
  },
})

const placeOf = ({ id, title, organization }: Collection) => ({
  title,
  href: collectionAt(organizationAt(organization), id),
})

async function transferView(asked: OwnAsked, content: Space | Collection, path: string): Promise<Html> {
  const { api, words, url } = asked
  const { transfer } = words.ownership
  const all = await allOf<Organization>(api, '/orgs')
  const own = all.find(({ id }) => id === content.organization)
  if (!own?.permissions.admin || !content.permissions.admin) throw missing()
  const others = all.filter(({ id, permissions }) => permissions.admin && id !== content.organization)
  const to = others.find(({ id }) => id === url.searchParams.get('to'))
  const check = await api.get<TransferCheck>(`${path}/transfer`)
  const isBlocked = check.sites.length + check.hiddenSites > 0
  const blocks = isBlocked && blocksView(asked, own, check)
  if (others.length === 0) return html`${blocks}<p class="empty">${transfer.none}</p>`
  const option = ({ id, title }: Organization) =>
    html`<option value="${id}"${id === to?.id && html` selected`}>${title}</option>`
  return html`${blocks}<section class="panel narrow-panel"><p>${transfer.text}</p><h2>${transfer.stays}</h2><p>${transfer.staysText}</p>
    <form method="get"><div class="field"><label for="to">${transfer.to}</label><select id="to" name="to" required>${others.map(option)}</select></div>
    <button class="button${to && html` plain`}">${transfer.look}</button></form></section>
    ${to && changeView(asked, to, await accessChange(api, path, to.id), isBlocked)}`
}

/** Sites publish what is their organization's own: it is taken off them first. */
function blocksView({ words }: OwnAsked, { id, title }: Organization, check: TransferCheck): Html {
  const { transfer } = words.ownership
  const row = (site: TransferCheck['sites'][number]) =>
    html`<li><a class="title" href="${structureAt(siteAt(organizationAt(id), site.id))}" dir="auto">${site.title}</a></li>`
  return html`<section class="panel narrow-panel"><h2>${transfer.usedBy}</h2><p>${transfer.sites}</p>
    ${check.sites.length > 0 && html`<ul class="rows">${check.sites.map(row)}</ul>`}
    ${check.hiddenSites > 0 && html`<p>${transfer.hiddenSites({ count: check.hiddenSites, organization: title })}</p>`}</section>`
}

function changeView(
  { words }: OwnAsked,
  to: Organization,
  { loses, gains, isPartial }: AccessChange,
  isBlocked: boolean,
): Html {
  const { transfer } = words.ownership
  return html`<div class="tables">${peopleView(words, transfer.loses, transfer.losesNobody, loses)}${peopleView(words, transfer.gains, transfer.gainsNobody, gains)}</div>
    ${isPartial && html`<p class="quiet">${transfer.compared({ count: MOST_COMPARED })}</p>`}
    ${!isBlocked && html`<form method="post"><input type="hidden" name="organization" value="${to.id}"><div class="actions"><button class="button danger">${transfer.button({ organization: to.title })}</button></div></form>`}`
}

function peopleView(
  { ownership }: OwnAsked['words'],
  title: string,
  none: string,
  people: AccessChange['loses'],
): Html {
  const row = ({ id, displayName, email }: AccessChange['loses'][number]) => {
    const name = displayName || email || id
    return html`<li><span class="initial" aria-hidden="true">${initialOf(name)}</span><div class="grow"><span class="title">${name}</span>${email && email !== name && html`<p class="quiet">${email}</p>`}</div></li>`
  }
  const left = people.length - MOST_NAMED
  return html`<section class="panel"><h2>${title}</h2>${people.length === 0 ? html`<p class="quiet">${none}</p>` : html`<ul class="rows">${people.slice(0, MOST_NAMED).map(row)}</ul>`}
    ${left > 0 && html`<p class="quiet">${ownership.transfer.more({ count: left })}</p>`}</section>`
}
