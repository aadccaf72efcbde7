// One site: whether it is published, what it is called, and its end.
import { type Html, html } from '../../engines/html/html.ts'
import type { Site } from '../../rooms/sites/sites/schema.ts'
import type { SiteStructure } from '../../rooms/sites/sites/structure/schema.ts'
import type { OwnAsked } from '../account/account-page.ts'
import { structureAt } from '../addresses.ts'
import { missing } from '../api.ts'
import { appPage } from '../frame/app-page.ts'
import { fieldView, noticeView } from '../frame/fields.ts'
import { type Form, lead } from '../frame/page.ts'
import { audienceSentence } from './audience/audience.ts'
import { pathOfSite, SITE, type SiteAbout, sitePageOf } from './site-page.ts'
import { titlesIn } from './structure-items.ts'

export const sitePage = appPage({
  path: SITE,
  help: 'publish/site',
  show: (asked) =>
    sitePageOf(asked, 'overview', async (about) => ({
      body: html`${noticeView(asked.url.searchParams.has('saved') ? asked.words.site.saved : undefined)}
        ${stateView(asked, about, await asked.api.get<SiteStructure>(`${about.path}/structure`))}${about.mayAdmin && settingsView(asked, about.site)}`,
    })),
  async take(asked, form) {
    const { url } = asked
    await perform(asked, form)
    return lead(
      form.get('action') === 'delete' ? url.pathname.replace(/\/[^/]+$/, '') : `${url.pathname}?saved`,
    )
  },
})

async function perform({ api, params }: OwnAsked, form: Form): Promise<unknown> {
  const path = pathOfSite(params)
  switch (form.get('action')) {
    case 'publish':
      return api.post(`${path}/publish`)
    case 'unpublish':
      return api.post(`${path}/unpublish`)
    case 'delete':
      return api.delete(path)
    case 'save':
      return api.patch(path, { title: form.get('title').trim() })
    default:
      throw missing()
  }
}

function stateView(asked: OwnAsked, about: SiteAbout, structure: SiteStructure): Html {
  const { site, sitePages } = asked.words
  const { published, urls } = about.site
  // There is nothing to read before there is a space.
  const isEmpty = titlesIn(structure).length === 0
  const addSpace =
    isEmpty &&
    about.mayEdit &&
    html`<a class="button" href="${structureAt(about.home)}">${sitePages.structure.addSpace}</a>`
  const act = (action: string, label: string, look: string) =>
    html`<form method="post"><button class="button ${look}" name="action" value="${action}">${label}</button></form>`
  return html`<section class="panel"><h2>${published ? site.isPublished : site.isNotPublished}</h2>
    ${audienceSentence(asked, about.site, structure)}
    ${urls.published && html`<p><a href="${urls.published}" dir="ltr">${urls.published}</a></p>`}
    <div class="actions">${addSpace}${about.mayAdmin && (published ? act('unpublish', site.unpublish, 'plain') : act('publish', site.publish, isEmpty ? 'plain' : ''))}</div></section>`
}

function settingsView({ words }: OwnAsked, { title }: Site): Html {
  const { site } = words
  return html`<section class="panel"><h2>${words.space.settings}</h2><form method="post" class="narrow-panel">
    ${fieldView({ name: 'title', label: site.title, value: title, maxLength: 128 })}
    <button class="button" name="action" value="save">${words.save}</button></form></section>
    <section class="panel"><h2>${site.remove}</h2><p>${site.removeText}</p>
    <details class="fold"><summary class="button plain">${site.remove}</summary><form method="post">
    <button class="button danger" name="action" value="delete">${site.removeConfirm({ title })}</button></form></details></section>`
}
