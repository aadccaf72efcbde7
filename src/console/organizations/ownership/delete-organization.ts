// The end of an organization: what goes away is told first, and its name must be typed.
import { type Html, html } from '../../../engines/html/html.ts'
import type { Collection } from '../../../rooms/content/collections/schema.ts'
import type { Space } from '../../../rooms/content/spaces/schema.ts'
import type { Member } from '../../../rooms/people/members/schema.ts'
import type { Organization } from '../../../rooms/people/organizations/schema.ts'
import type { Site } from '../../../rooms/sites/sites/schema.ts'
import type { OwnAsked } from '../../account/account-page.ts'
import { organizationAt } from '../../addresses.ts'
import { missing } from '../../api.ts'
import { appPage } from '../../frame/app-page.ts'
import { fieldView } from '../../frame/fields.ts'
import { HOME } from '../../frame/frame.ts'
import { lead, type Shown } from '../../frame/page.ts'
import { allOf } from '../../views/all-of.ts'
import { ORGANIZATION, settingsOf } from '../organization-page.ts'
import { settingsPage } from '../settings/settings-parts.ts'

export const deletionOf = (organization: string) => `${settingsOf(organization)}/delete`

const MOST_COUNTED = 1_000
const MOST_SITES = 20

export const deleteOrganizationPage = appPage({
  path: deletionOf(ORGANIZATION),
  help: 'administer/people',
  show: (asked) => deletionView(asked),
  async take(asked, form) {
    const { api, params, words } = asked
    const path = `/orgs/${params.organizationId}`
    const { title, permissions } = await api.get<Organization>(path)
    if (!permissions.admin) throw missing()
    const confirm = form.get('confirm').trim()
    if (confirm !== title.trim()) return deletionView(asked, words.ownership.remove.wrong)
    await api.delete(`${path}?${new URLSearchParams({ confirm: title })}`)
    return lead(`${HOME}?deleted`)
  },
})

async function deletionView(asked: OwnAsked, fault?: string): Promise<Shown> {
  const { remove } = asked.words.ownership
  const shown = await settingsPage(asked, 'general', async (organization, parts) => {
    const { title } = organization
    return {
      title: remove.title,
      body: html`${parts}<section class="panel narrow-panel"><p><strong>${remove.text}</strong></p>
        ${await lossView(asked, organization)}<p>${remove.stays}</p>
        <form method="post">${fieldView({ name: 'confirm', label: remove.confirm, hint: remove.confirmHint({ title }), maxLength: 255, fault })}
        <div class="actions"><button class="button danger">${remove.button}</button><a class="button plain" href="${settingsOf(organizationAt(organization.id))}">${asked.words.cancel}</a></div></form></section>`,
    }
  })
  return fault ? { ...shown, status: 400 } : shown
}

async function lossView({ api, words }: OwnAsked, { id }: Organization): Promise<Html> {
  const { remove } = words.ownership
  const most = MOST_COUNTED
  const [spaces, collections, sites, members] = await Promise.all([
    allOf<Space>(api, `/orgs/${id}/spaces`, { most }),
    allOf<Collection>(api, `/orgs/${id}/collections`, { most, query: { nested: 'true' } }),
    allOf<Site>(api, `/orgs/${id}/sites`, { most }),
    allOf<Member>(api, `/orgs/${id}/members`, { most }),
  ])
  const counts = [
    ...([
      [remove.spaces, spaces.length],
      [remove.collections, collections.length],
    ] as const),
    ...([
      [remove.sites, sites.length],
      [remove.members, members.length],
    ] as const),
  ].flatMap(([text, count]) => (count > 0 ? [text({ count })] : []))
  const published = sites.filter((site) => site.published)
  return html`<div class="loss"><h2>${remove.goes}</h2><ul>${[...counts, remove.rest].map((text) => html`<li>${text}</li>`)}</ul></div>
    <div class="loss"><p>${published.length > 0 ? remove.when : remove.whenNoSites}</p>
    ${published.length > 0 && html`<ul>${published.slice(0, MOST_SITES).map(({ title, urls }) => html`<li>${title}${urls.published && html` <span class="quiet" dir="ltr">${urls.published}</span>`}</li>`)}</ul>`}</div>`
}
