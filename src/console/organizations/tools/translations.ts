// Translations of an organization, and the words that mean the same in all of them.
import { type Html, html } from '../../../engines/html/html.ts'
import type { Space } from '../../../rooms/content/spaces/schema.ts'
import type { GlossaryEntry } from '../../../rooms/translations/glossary/schema.ts'
import type { TranslationSettings } from '../../../rooms/translations/translations/schema.ts'
import type { OwnAsked } from '../../account/account-page.ts'
import { organizationAt } from '../../addresses.ts'
import { type List, missing } from '../../api.ts'
import { appPage } from '../../frame/app-page.ts'
import { fieldView } from '../../frame/fields.ts'
import { type Form, lead } from '../../frame/page.ts'
import { allOf } from '../../views/all-of.ts'
import { languageName } from '../../views/languages.ts'
import { pagerView, pagingOf } from '../../views/pager.ts'
import { ORGANIZATION, organizationPage } from '../organization-page.ts'

export const translationsAt = (organization: string) => `${organization}/~translations`

export const translationsPage = appPage({
  path: translationsAt(ORGANIZATION),
  help: 'publish/translations',
  show: (asked) =>
    organizationPage(asked, 'translations', async ({ id, permissions }) => {
      const { api, words, language } = asked
      const text = words.toolPages.translation
      const mayEdit = permissions.createContent
      const [translations, spaces, glossary] = await Promise.all([
        api.get<List<TranslationSettings>>(`/orgs/${id}/translations`, { limit: 50, ...pagingOf(asked) }),
        mayEdit ? allOf<Space>(api, `/orgs/${id}/spaces`) : [],
        allOf<GlossaryEntry>(api, `/orgs/${id}/translations-glossary`, { most: 200 }),
      ])
      const home = translationsAt(organizationAt(id))
      const row = ({ id: translation, title, languages, status }: TranslationSettings) =>
        html`<li><div class="grow"><a class="title" href="${home}/${translation}">${title}</a><p class="quiet">${languages.map((code) => languageName(language, code)).join(', ')}</p></div><span class="badge ${status !== 'completed' && 'draft'}">${text.statuses[status]}</span></li>`
      return {
        title: text.title,
        actions: mayEdit ? newView(asked, spaces) : undefined,
        body: html`${translations.items.length === 0 ? html`<p class="empty">${text.none}</p>` : html`<ul class="rows panel">${translations.items.map(row)}</ul>${pagerView(asked, translations)}`}
          ${glossaryView(asked, glossary, mayEdit)}`,
      }
    }),
  async take({ api, params, url }, form) {
    const path = `/orgs/${params.organizationId}`
    const glossary = operationsIn(form)
    if (glossary) {
      if (glossary.length > 0) await api.put(`${path}/translations-glossary`, { operations: glossary })
      return lead(url.pathname)
    }
    if (form.get('action') !== 'create') throw missing()
    const source = { space: form.get('space'), language: form.get('language').trim() }
    const title = form.get('title').trim()
    const [first, ...more] = languagesIn(form)
    const made = await api.post<TranslationSettings>(`${path}/translations`, {
      source,
      ...(title && { title }),
      ...(first && { language: first }),
    })
    if (first && more.length > 0)
      await api.patch(`${path}/translations/${made.id}`, { languages: [first, ...more] })
    return lead(`${url.pathname}/${made.id}`)
  },
})

export function languagesIn(form: Form): string[] {
  const codes = form.get('languages').split(/[\s,;]+/)
  return [...new Set(codes.map((code) => code.trim().toLowerCase()).filter((code) => code !== ''))]
}

/** Undefined for what is no change of the glossary. */
function operationsIn(form: Form) {
  switch (form.get('action')) {
    case 'add-terms':
      return form
        .get('terms')
        .split('\n')
        .map((line) => Object.fromEntries(line.split(',').flatMap(termIn)))
        .filter((translations) => Object.keys(translations).length > 0)
        .slice(0, 1_000)
        .map((translations) => ({ type: 'insert', translations }))
    case 'remove-term':
      return [{ type: 'delete', id: form.get('term') }]
    default:
      return
  }
}

function termIn(text: string): [string, string][] {
  const [language = '', ...words] = text.split('=')
  const term = words.join('=').trim()
  return language.trim() === '' || term === '' ? [] : [[language.trim().toLowerCase(), term]]
}

function newView({ words }: OwnAsked, spaces: readonly Space[]): Html | undefined {
  const text = words.toolPages.translation
  const mine = spaces.filter(({ permissions }) => permissions.edit)
  if (mine.length === 0) return
  return html`<details class="fold menu"><summary class="button">${text.new}</summary><form method="post">
    ${fieldView({ name: 'title', label: words.page.title, isOptional: true, maxLength: 50 })}
    <div class="field"><label for="space">${words.sitePages.structure.space}</label><select id="space" name="space">${mine.map(({ id, title }) => html`<option value="${id}">${title}</option>`)}</select></div>
    ${fieldView({ name: 'language', label: text.from, value: 'en', maxLength: 10 })}${fieldView({ name: 'languages', label: text.to, hint: text.toHint, maxLength: 300 })}
    <button class="button" name="action" value="create">${words.organization.create}</button></form></details>`
}

function glossaryView(
  { words, language: shown }: OwnAsked,
  entries: readonly GlossaryEntry[],
  mayEdit: boolean,
): Html {
  const text = words.toolPages.translation
  const row = ({ id, translations }: GlossaryEntry) =>
    html`<li><div class="grow">${Object.entries(translations).map(([language, term]) => html`<span class="term"><span class="badge draft">${languageName(shown, language)}</span> <bdi lang="${language}">${term}</bdi></span> `)}</div>
    ${mayEdit && html`<form method="post"><input type="hidden" name="term" value="${id}"><button class="button plain small" name="action" value="remove-term">${words.app.delete}</button></form>`}</li>`
  return html`<section class="panel"><h2>${text.glossary}</h2>${entries.length > 0 && html`<ul class="rows">${entries.map(row)}</ul>`}
    ${mayEdit && html`<form method="post" class="narrow-panel"><div class="field"><label for="terms">${text.terms}</label><textarea id="terms" name="terms" rows="3" required maxlength="20000" aria-describedby="terms-hint"></textarea><p class="hint" id="terms-hint">${text.glossaryHint}</p></div><button class="button plain" name="action" value="add-terms">${words.app.add}</button></form>`}</section>`
}
