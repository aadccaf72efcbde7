// How one space of a site looks: as the site, but for what is changed here.
import { type Html, html } from '../../../engines/html/html.ts'
import type { SiteCustomizationSettings } from '../../../rooms/sites/customization/schema.ts'
import { LARGEST_IMAGE } from '../../../rooms/sites/images/images.ts'
import type { SiteStructure } from '../../../rooms/sites/sites/structure/schema.ts'
import type { OwnAsked } from '../../account/account-page.ts'
import { lookOfSpaceAt } from '../../addresses.ts'
import { missing } from '../../api.ts'
import { appPage } from '../../frame/app-page.ts'
import { alertView, noticeView } from '../../frame/fields.ts'
import { type Form, lead } from '../../frame/page.ts'
import { pathOfSite, SITE, sitePageOf } from '../site-page.ts'
import { pathsOfSpaces } from '../structure-items.ts'
import { fieldsView } from './fields.ts'
import { imageChanges, imagesView } from './images.ts'
import { linkChanges, linksView } from './links.ts'
import { nameOf, overriddenIn, overridesIn, resetOf } from './overrides.ts'
import { previewView } from './preview.ts'
import { change } from './settings.ts'

type Settings = SiteCustomizationSettings

export const spaceLookPage = appPage({
  path: lookOfSpaceAt(SITE, ':siteSpaceId'),
  help: 'publish/customize',
  file: { largest: 3 * LARGEST_IMAGE, ifLarger: '?larger' },
  async show(asked) {
    const { words, url, params } = asked
    const { look } = words.sitePages
    let title = ''
    const shown = await sitePageOf(asked, 'look', async ({ site, path, mayEdit }) => {
      const placed = await placeOf(asked, path)
      title = look.space.title({ title: placed.siteSpace.title })
      const { own, ofSite } = await readLooks(asked, path)
      const view = { siteSpace: params.siteSpaceId, path: placed.path }
      return {
        hasScript: true,
        body: html`${noticeView(url.searchParams.has('saved') ? look.saved : undefined)}${alertView(url.searchParams.has('larger') ? look.images.tooLarge : undefined)}
          <p class="quiet">${mayEdit ? look.space.text : look.space.readOnly}</p>
          <div class="look"><div class="look-side">${mayEdit && html`${differencesView(asked, overriddenIn(ofSite, own))}${fieldsView(asked, own)}${imagesView(asked, own, { isOfSpace: true })}${linksView(asked, own)}`}</div>
          ${previewView(asked, site, own, view)}</div>`,
      }
    })
    const ofSite = { title: words.sitePages.tabs.look, href: url.pathname.replace(/\/[^/]+$/, '') }
    return { ...shown, title, trail: [...(shown.trail ?? []), ofSite] }
  },
  async take(asked, form) {
    const { api, params, url } = asked
    const at = `${pathOfSite(params)}/site-spaces/${encodeURIComponent(params.siteSpaceId ?? '')}/customization`
    if (form.get('action') === 'reset-all') await api.delete(at)
    else await change(api, at, await changesOf(asked, form))
    return lead(`${url.pathname}?saved`)
  },
})

async function placeOf({ api, params }: OwnAsked, path: string) {
  const structure = await api.get<SiteStructure>(`${path}/structure`)
  const placed = pathsOfSpaces(structure).find(({ siteSpace }) => siteSpace.id === params.siteSpaceId)
  if (!placed) throw missing()
  return placed
}

async function readLooks({ api, params }: OwnAsked, path: string) {
  const [ofSite, own] = await Promise.all([
    api.get<Settings>(`${path}/customization`),
    api.get<Settings>(`${path}/site-spaces/${encodeURIComponent(params.siteSpaceId ?? '')}/customization`),
  ])
  return { ofSite, own }
}

async function changesOf(asked: OwnAsked, form: Form): Promise<object> {
  const { api, params } = asked
  const { ofSite, own } = await readLooks(asked, pathOfSite(params))
  switch (form.get('action')) {
    case 'save':
      return overridesIn(form, ofSite, own)
    case 'upload':
      return imageChanges(api, params.organizationId ?? '', form, own)
  }
  const changes = resetOf(form.get('reset')) ?? linkChanges(form, own)
  if (!changes) throw missing()
  return changes
}

/** What is different, each with the way back. */
function differencesView({ words }: OwnAsked, paths: readonly string[]): Html {
  const { space } = words.sitePages.look
  const row = (path: string) => {
    const name = nameOf(words, path)
    const shown = name === undefined ? html`<code dir="ltr">${path}</code>` : name
    return html`<li><span class="grow">${shown}</span><form method="post"><button class="button plain small" name="reset" value="${path}" aria-label="${space.resetLabel({ setting: name ?? path })}">${space.reset}</button></form></li>`
  }
  if (paths.length === 0)
    return html`<section class="panel"><h2>${space.own}</h2><p class="quiet">${space.none}</p></section>`
  return html`<section class="panel"><h2>${space.own}</h2><ul class="rows">${paths.map(row)}</ul>
    ${paths.length > 1 && html`<form method="post"><button class="button plain small" name="action" value="reset-all">${space.resetAll}</button></form>`}</section>`
}
