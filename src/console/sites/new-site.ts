// A new site, in one form: its name, its spaces and how they are shown, and who may read it.
import { type Html, html } from '../../engines/html/html.ts'
import type { Space } from '../../rooms/content/spaces/schema.ts'
import type { Site } from '../../rooms/sites/sites/schema.ts'
import type { OwnAsked } from '../account/account-page.ts'
import { organizationAt, siteAt, sitesAt } from '../addresses.ts'
import { type Api, missing } from '../api.ts'
import { appPage } from '../frame/app-page.ts'
import { fieldView } from '../frame/fields.ts'
import { type Form, lead } from '../frame/page.ts'
import { ORGANIZATION, organizationPage } from '../organizations/organization-page.ts'
import { allOf } from '../views/all-of.ts'
import { VISIBILITIES } from './audience/visibility.ts'

export const newSiteAt = (organization: string) => `${sitesAt(organization)}/new`

export const newSitePage = appPage({
  path: newSiteAt(ORGANIZATION),
  help: 'publish/site',
  show: (asked) =>
    organizationPage(asked, 'sites', async ({ id, permissions }) => {
      if (!permissions.createContent) throw missing()
      const { words } = asked
      return {
        title: words.sitePages.create.title,
        body: html`<form method="post" class="panel steps">
          ${fieldView({ name: 'title', label: words.site.title, maxLength: 128, isFirst: true })}
          ${spacesView(asked, await spacesToPublish(asked.api, id))}
          <fieldset><legend>${words.site.visibility}</legend>${VISIBILITIES.map((value) => choiceView('visibility', value, words.site.visibilities[value], value === 'public'))}</fieldset>
          <button class="button">${words.organization.create}</button></form>`,
      }
    }),
  async take({ api, params }, form) {
    const { organizationId = '' } = params
    const site = await createSite(api, organizationId, form)
    return lead(siteAt(organizationAt(organizationId), site.id))
  },
})

async function spacesToPublish(api: Api, organizationId: string): Promise<Space[]> {
  const spaces = await allOf<Space>(api, `/orgs/${organizationId}/spaces`)
  return spaces.filter(({ permissions }) => permissions.merge)
}

function spacesView({ words }: OwnAsked, spaces: readonly Space[]): Html | undefined {
  if (spaces.length === 0) return
  const { create } = words.sitePages
  return html`<fieldset><legend>${create.spaces}</legend><p class="hint">${create.spacesHint}</p>
    <div class="many">${spaces.map(({ id, title }) => html`<div class="check"><input type="checkbox" id="space-${id}" name="space-${id}" value="on"><label for="space-${id}">${title}</label></div>`)}</div></fieldset>
    ${spaces.length > 1 && html`<fieldset><legend>${create.order}</legend>${choiceView('order', 'sections', create.sections, true)}${choiceView('order', 'variants', create.variants, false)}</fieldset>`}`
}

function choiceView(name: string, value: string, label: string, isChosen: boolean): Html {
  const id = `${name}-${value}`
  return html`<div class="check"><input type="radio" id="${id}" name="${name}" value="${value}"${isChosen && html` checked`}><label for="${id}">${label}</label></div>`
}

async function createSite(api: Api, organizationId: string, form: Form): Promise<Site> {
  const spaces = await spacesToPublish(api, organizationId)
  const chosen = spaces.filter(({ id }) => form.has(`space-${id}`)).map(({ id }) => id)
  const areSections = chosen.length > 1 && form.get('order') === 'sections'
  const site = await api.post<Site>(`/orgs/${organizationId}/sites`, {
    title: form.get('title').trim(),
    visibility: form.get('visibility') || 'public',
    spaces: chosen.length === 0 ? 'sample' : areSections ? chosen.slice(0, 1) : chosen,
  })
  if (areSections)
    for (const spaceId of chosen.slice(1))
      await api.post(`/orgs/${organizationId}/sites/${site.id}/sections`, { spaceId })
  return site
}
