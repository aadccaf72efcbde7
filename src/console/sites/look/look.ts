// How a site looks, beside the site itself: what is changed is seen before anybody saves it.
import { type Html, html } from '../../../engines/html/html.ts'
import type { SiteCustomizationSettings } from '../../../rooms/sites/customization/schema.ts'
import type { CustomFont } from '../../../rooms/sites/customization/schema-fonts.ts'
import { LARGEST_IMAGE } from '../../../rooms/sites/images/images.ts'
import type { SiteStructure } from '../../../rooms/sites/sites/structure/schema.ts'
import type { OwnAsked } from '../../account/account-page.ts'
import { lookOfSpaceAt } from '../../addresses.ts'
import { missing } from '../../api.ts'
import { appPage } from '../../frame/app-page.ts'
import { alertView } from '../../frame/fields.ts'
import { type Form, lead } from '../../frame/page.ts'
import { allOf } from '../../views/all-of.ts'
import { pathOfSite, SITE, sitePageOf } from '../site-page.ts'
import { pathsOfSpaces } from '../structure-items.ts'
import { fieldsView } from './fields.ts'
import { fontsView, takeFont } from './fonts.ts'
import { imageChanges, imagesView } from './images.ts'
import { linkChanges, linksView } from './links.ts'
import { previewView } from './preview.ts'
import { change, changesIn, presetOf, presets } from './settings.ts'

export const lookPage = appPage({
  path: `${SITE}/look`,
  help: 'publish/customize',
  file: { largest: 3 * LARGEST_IMAGE, ifLarger: '?larger' },
  show: (asked) =>
    sitePageOf(asked, 'look', async ({ site, path, home, organization, mayEdit }) => {
      const { api, words, url } = asked
      const { look } = words.sitePages
      const [structure, settings, fonts] = await Promise.all([
        api.get<SiteStructure>(`${path}/structure`),
        api.get<SiteCustomizationSettings>(`${path}/customization`),
        mayEdit ? allOf<CustomFont>(api, `/orgs/${organization.id}/fonts`) : [],
      ])
      return {
        hasScript: true,
        body: html`${url.searchParams.has('saved') && savedView(asked, mayEdit)}${alertView(url.searchParams.has('larger') ? look.images.tooLarge : undefined)}
          ${!mayEdit && html`<p class="quiet">${look.readOnly}</p>`}
          <div class="look"><div class="look-side">${mayEdit && html`${presetsView(asked)}${fieldsView(asked, settings, fonts)}${imagesView(asked, settings)}<section class="panel">${fontsView(asked, fonts)}</section>${linksView(asked, settings)}`}${spacesView(asked, home, structure)}</div>
          ${previewView(asked, site, settings)}</div>`,
      }
    }),
  async take(asked, form) {
    const { api, params, url } = asked
    const path = `${pathOfSite(params)}/customization`
    if (form.get('action') === 'undo') await api.post(`${path}/undo`)
    else if (!(await takeFont(api, params.organizationId ?? '', form)))
      await change(api, path, await changesOf(asked, form, path))
    return lead(`${url.pathname}?saved`)
  },
})

async function changesOf({ api, params }: OwnAsked, form: Form, path: string) {
  const { organizationId = '' } = params
  const settings = await api.get<SiteCustomizationSettings>(path)
  switch (form.get('action')) {
    case 'save':
      return changesIn(form, settings, await allOf<CustomFont>(api, `/orgs/${organizationId}/fonts`))
    case 'upload':
    case 'remove-image':
      return imageChanges(api, organizationId, form, settings)
  }
  const changes = presetOf(form.get('preset')) ?? linkChanges(form, settings)
  if (!changes) throw missing()
  return changes
}

function savedView({ words }: OwnAsked, mayEdit: boolean): Html {
  const { look } = words.sitePages
  return html`<div class="notice with-action" role="status"><span>${look.saved}</span>${mayEdit && html`<form method="post"><button class="button plain small" name="action" value="undo">${look.undo}</button></form>`}</div>`
}

function presetsView({ words }: OwnAsked): Html {
  const { look } = words.sitePages
  return html`<section class="panel"><h2>${look.groups.presets}</h2><form method="post" class="presets">${presets.map(({ name }) => html`<button class="preset ${name}" name="preset" value="${name}">${look.preset[name]}</button>`)}</form></section>`
}

/** The only space of a site looks like the site. */
function spacesView({ words }: OwnAsked, home: string, structure: SiteStructure): Html | undefined {
  const { space } = words.sitePages.look
  const placed = pathsOfSpaces(structure)
  if (placed.length < 2) return
  return html`<section class="panel"><h2>${space.link}</h2><p class="quiet">${space.linkText}</p><ul class="rows">${placed.map(
    ({ siteSpace: { id, title }, path }) =>
      html`<li><a class="title" href="${lookOfSpaceAt(home, id)}">${title}</a> <span class="quiet" dir="ltr">${path || '/'}</span></li>`,
  )}</ul></section>`
}
