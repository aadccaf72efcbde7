// One site: whether it is published, where and for whom.
import { type Html, html } from '../../engines/html/html.ts'
import type { ShareLink } from '../../rooms/sites/site-access/schema.ts'
import type { Site } from '../../rooms/sites/sites/schema.ts'
import type { OwnAsked } from '../account/account-page.ts'
import { organizationAt, pathOf, siteAt, sitesAt } from '../addresses.ts'
import { type List, Refused } from '../api.ts'
import { appPage } from '../app-page.ts'
import { fieldView, noticeView } from '../fields.ts'
import { ORGANIZATION, organizationPage } from '../organizations/organization-page.ts'
import { type Form, lead } from '../page.ts'
import { shareLinksView, takeShareLink } from './share-links.ts'
import { visibilityView } from './visibility.ts'

export const sitePage = appPage({
  path: siteAt(ORGANIZATION, ':siteId'),
  async show(asked) {
    const { api, params, words, url } = asked
    const path = pathOfSite(asked)
    const site = await api.get<Site>(path)
    const links =
      site.visibility === 'share-link'
        ? await api.get<List<ShareLink>>(`${path}/share-links`, { limit: 100 }).catch(unseen)
        : undefined
    const shown = await organizationPage(asked, 'sites', async ({ permissions }) => ({
      title: site.title,
      actions: html`<a class="button plain" href="${pathOf(site.urls.app)}/">${words.organization.preview}</a>
        ${site.urls.published && html`<a class="button" href="${site.urls.published}">${words.organization.openSite}</a>`}`,
      body: html`${noticeView(url.searchParams.has('saved') ? words.site.saved : undefined)}
        ${stateView(asked, site, permissions.admin)}${links && shareLinksView(asked, links.items)}${permissions.admin && settingsView(asked, site)}`,
    }))
    const home = organizationAt(params.organizationId ?? '')
    const above = { title: words.organization.sites, href: sitesAt(home) }
    return { ...shown, trail: [...(shown.trail ?? []), above] }
  },
  async take(asked, form) {
    const { url } = asked
    await perform(asked, form)
    return lead(
      form.get('action') === 'delete' ? url.pathname.replace(/\/[^/]+$/, '') : `${url.pathname}?saved`,
    )
  },
})

const pathOfSite = ({ params }: OwnAsked) => `/orgs/${params.organizationId}/sites/${params.siteId}`

/** Only administrators of a site see its links. */
function unseen(error: unknown): undefined {
  if (error instanceof Refused && error.status === 403) return
  throw error
}

async function perform(asked: OwnAsked, form: Form): Promise<unknown> {
  const { api } = asked
  const path = pathOfSite(asked)
  switch (form.get('action')) {
    case 'publish':
      return api.post(`${path}/publish`)
    case 'unpublish':
      return api.post(`${path}/unpublish`)
    case 'delete':
      return api.delete(path)
    case 'save': {
      const [hostname, basename] = [form.get('hostname').trim().toLowerCase(), form.get('basename').trim()]
      return api.patch(path, {
        title: form.get('title').trim(),
        visibility: form.get('visibility'),
        hostname: hostname || null,
        ...(basename && { basename }),
      })
    }
    default:
      return takeShareLink(api, path, form)
  }
}

function stateView({ words }: OwnAsked, { published, visibility, urls }: Site, mayChange: boolean): Html {
  const { site } = words
  const act = (action: string, label: string, look: string) =>
    html`<form method="post"><button class="button ${look}" name="action" value="${action}">${label}</button></form>`
  return html`<section class="panel narrow-panel"><h2>${published ? site.isPublished : site.isNotPublished}</h2>
    <p>${published ? site.readBy[visibility] : site.wouldBeReadBy[visibility]}</p>
    ${urls.published && html`<p><a href="${urls.published}">${urls.published}</a></p>`}
    ${mayChange && (published ? act('unpublish', site.unpublish, 'plain') : act('publish', site.publish, ''))}</section>`
}

function settingsView({ words }: OwnAsked, { title, basename, hostname, visibility }: Site): Html {
  const { site } = words
  return html`<section class="panel narrow-panel"><h2>${words.space.settings}</h2><form method="post">
    ${fieldView({ name: 'title', label: site.title, value: title, maxLength: 128 })}
    ${visibilityView(words, visibility)}
    ${fieldView({ name: 'basename', label: site.basename, hint: site.basenameHint, value: basename, maxLength: 100 })}
    ${fieldView({ name: 'hostname', label: site.hostname, hint: site.hostnameHint, value: hostname ?? '', maxLength: 512, isOptional: true })}
    <button class="button" name="action" value="save">${words.save}</button></form></section>
    <section class="panel narrow-panel"><h2>${site.remove}</h2><p>${site.removeText}</p>
    <details class="fold"><summary class="button plain">${site.remove}</summary><form method="post">
    <button class="button danger" name="action" value="delete">${site.removeConfirm({ title })}</button></form></details></section>`
}
