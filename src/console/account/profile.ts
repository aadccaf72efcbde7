import { html } from '../../engines/html/html.ts'
import { changePreferences, changeUser, requireUser } from '../../rooms/people/identity/users.ts'
import { fieldView, noticeView } from '../frame/fields.ts'
import { ACCOUNT, DELETION, EMAIL } from '../frame/frame.ts'
import { lead } from '../frame/page.ts'
import { LANGUAGES } from '../words/languages.ts'
import { ownPage } from './account-page.ts'
import { picturePanel } from './picture.ts'

const THEMES = ['system', 'light', 'dark'] as const

export const profilePage = ownPage({
  path: ACCOUNT,
  async show(asked) {
    const { ctx, person, words, url } = asked
    const user = await requireUser(ctx, person.id)
    const { account, fields } = words
    const option = (value: string, label: string, chosen: string) =>
      html`<option value="${value}"${value === chosen && html` selected`}>${label}</option>`
    return {
      kind: 'page',
      layout: 'settings',
      current: '',
      title: account.profile,
      body: html`${noticeView(url.searchParams.has('saved') ? account.saved : undefined)}
        <section class="panel"><form method="post" action="${ACCOUNT}">
          ${fieldView({ name: 'name', label: fields.name, value: user.displayName, autocomplete: 'name', maxLength: 64 })}
          <div class="field"><label for="email">${fields.email}</label><input id="email" type="email" value="${user.email}" readonly aria-describedby="email-change">
            <p class="hint" id="email-change"><a href="${EMAIL}">${words.email.change}</a></p></div>
          <div class="field"><label for="language">${account.language}</label><select id="language" name="language">
            ${option('', account.languageAuto, user.language ?? '')}
            ${Object.entries(LANGUAGES).map(([tag, name]) => option(tag, name, user.language ?? ''))}</select></div>
          <div class="field"><label for="theme">${account.theme}</label><select id="theme" name="theme">
            ${THEMES.map((theme) => option(theme, account.themes[theme], user.theme ?? 'system'))}</select></div>
          <div class="check"><input id="keys" type="checkbox" name="keys" value="yes" aria-describedby="keys-hint"${user.hasSingleKeys && html` checked`}><label for="keys">${account.singleKeys}</label></div><p class="hint" id="keys-hint">${account.singleKeysHint}</p>
          <button class="button">${words.save}</button></form></section>${picturePanel(asked, user)}
        <p class="aside"><a href="${DELETION}">${words.deletion.link}</a></p>`,
    }
  },
  async take({ change, person }, form) {
    const [language, theme] = [form.get('language'), form.get('theme')]
    await change(async (ctx) => {
      const displayName = form.get('name').trim().slice(0, 64)
      if (displayName !== '') await changeUser(ctx, person.id, { displayName })
      await changePreferences(ctx, person.id, {
        language: language in LANGUAGES ? language : null,
        theme: THEMES.some((known) => known === theme) ? theme : null,
        hasSingleKeys: form.has('keys'),
      })
    })
    return lead(`${ACCOUNT}?saved`)
  },
})
