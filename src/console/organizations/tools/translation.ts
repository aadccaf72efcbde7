// One translation: its languages with a space each, how far it is, and a run of the provider.
import { type Html, html } from '../../../engines/html/html.ts'
import type { TranslationSettings } from '../../../rooms/translations/translations/schema.ts'
import type { OwnAsked } from '../../account/account-page.ts'
import { spaceAt } from '../../addresses.ts'
import { missing } from '../../api.ts'
import { appPage } from '../../frame/app-page.ts'
import { alertView, fieldView, noticeView } from '../../frame/fields.ts'
import { lead } from '../../frame/page.ts'
import { languageName } from '../../views/languages.ts'
import { ORGANIZATION, organizationPage } from '../organization-page.ts'
import { languagesIn, translationsAt } from './translations.ts'

const pathIn = ({ params }: OwnAsked) =>
  `/orgs/${params.organizationId}/translations/${encodeURIComponent(params.translationId ?? '')}`

export const translationPage = appPage({
  path: `${translationsAt(ORGANIZATION)}/:translationId`,
  help: 'publish/translations',
  async show(asked) {
    const { api, words, url } = asked
    const translation = await api.get<TranslationSettings>(pathIn(asked))
    const text = words.toolPages.translation
    const shown = await organizationPage(asked, 'translations', async () => ({
      title: translation.title,
      body: html`${noticeView(url.searchParams.has('saved') ? words.account.saved : undefined)}${alertView(translation.failure)}
        ${languagesView(asked, translation)}${translation.permissions.edit && changeView(asked, translation)}`,
    }))
    const above = { title: text.title, href: url.pathname.replace(/\/[^/]+$/, '') }
    const isRunning = translation.status === 'running'
    return { ...shown, trail: [...(shown.trail ?? []), above], ...(isRunning && { refresh: 5 }) }
  },
  async take(asked, form) {
    const { api, url } = asked
    const path = pathIn(asked)
    switch (form.get('action')) {
      case 'save':
        await api.patch(path, { title: form.get('title').trim(), languages: languagesIn(form) })
        break
      case 'run':
        await api.post(`${path}/run`)
        break
      case 'delete':
        await api.delete(path)
        return lead(url.pathname.replace(/\/[^/]+$/, ''))
      default:
        throw missing()
    }
    return lead(`${url.pathname}?saved`)
  },
})

function languagesView(asked: OwnAsked, translation: TranslationSettings): Html {
  const { words, params, url, language: shown } = asked
  const text = words.toolPages.translation
  const { languages, spaces, status, progress, permissions } = translation
  const row = (language: string) => {
    const space = spaces[language]
    const name = languageName(shown, language)
    return html`<li><div class="grow"><span class="title">${name}</span></div><a class="button plain small" href="${url.pathname}/${language}" aria-label="${words.toolPages.units.open}: ${name}">${words.toolPages.units.open}</a>${space && html`<a class="button plain small" href="${spaceAt(params.organizationId ?? '', space)}">${words.sitePages.structure.space}</a>`}</li>`
  }
  return html`<section class="panel"><h2>${text.progress} <span class="badge ${status !== 'completed' && 'draft'}">${text.statuses[status]}</span></h2>
    ${progress && html`<p>${progress.done} / ${progress.units}</p><progress max="${progress.units}" value="${progress.done}"></progress>`}
    <ul class="rows">${languages.map(row)}</ul>
    ${permissions.edit && languages.length > 0 && html`<form method="post"><button class="button" name="action" value="run">${text.run}</button></form>`}</section>`
}

function changeView({ words }: OwnAsked, { title, languages }: TranslationSettings): Html {
  const text = words.toolPages.translation
  return html`<section class="panel"><h2>${words.space.settings}</h2><form method="post" class="narrow-panel">${fieldView({ name: 'title', label: words.page.title, value: title, maxLength: 50 })}${fieldView({ name: 'languages', label: text.to, hint: text.toHint, value: languages.join(', '), isOptional: true, maxLength: 300 })}<button class="button" name="action" value="save">${words.save}</button></form></section>
    <section class="panel"><h2>${text.remove}</h2><p>${text.removeText}</p><details class="fold"><summary class="button plain">${text.remove}</summary><form method="post"><button class="button danger" name="action" value="delete">${text.remove}</button></form></details></section>`
}
