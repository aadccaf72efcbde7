import { emojiOf } from '../../engines/html/emoji-names.ts'
import { html } from '../../engines/html/html.ts'
import { LANGUAGES as CONTENT_LANGUAGES } from '../../rooms/content/spaces/schema.ts'
import { organizationAt, settingsAt } from '../addresses.ts'
import { appPage } from '../app-page.ts'
import { fieldView, noticeView } from '../fields.ts'
import { lead } from '../page.ts'
import { openSpacePage, SPACE, spacePage } from './space-page.ts'

export const spaceSettingsPage = appPage({
  path: settingsAt(SPACE),
  async show(asked) {
    const opened = await openSpacePage(asked)
    const { words, space, url, language } = opened
    const names = new Intl.DisplayNames(language, { type: 'language' })
    const option = (value: string, label: string, chosen: string) =>
      html`<option value="${value}"${value === chosen && html` selected`}>${label}</option>`
    return spacePage(opened, 'settings', {
      body: html`${noticeView(url.searchParams.has('saved') ? words.space.saved : undefined)}
        <section class="panel narrow-panel"><form method="post">
        ${fieldView({ name: 'title', label: words.space.title, value: space.title, maxLength: 50 })}
        ${fieldView({ name: 'emoji', label: words.space.emoji, value: emojiOf(space.emoji) ?? '', maxLength: 50, isOptional: true })}
        <div class="field"><label for="language">${words.space.language}</label><select id="language" name="language">
          ${!space.language && option('', words.space.languageAuto, '')}
          ${CONTENT_LANGUAGES.map((tag) => option(tag, names.of(tag) ?? tag, space.language ?? ''))}</select></div>
        <div class="field"><label for="editMode">${words.space.editMode}</label><select id="editMode" name="editMode">
          ${option('live', words.space.live, space.editMode)}${option('locked', words.space.locked, space.editMode)}</select></div>
        <button class="button">${words.save}</button></form></section>
        <section class="panel narrow-panel"><h2>${words.space.remove}</h2><p>${words.space.removeText}</p>
        <details class="fold"><summary class="button plain">${words.space.remove}</summary><form method="post">
        <button class="button danger" name="delete" value="yes">${words.space.removeConfirm({ title: space.title })}</button></form></details></section>`,
    })
  },
  async take(asked, form) {
    const { api, space, home } = await openSpacePage(asked)
    const path = `/spaces/${space.id}`
    if (form.has('delete')) {
      await api.delete(path)
      return lead(organizationAt(space.organization))
    }
    const language = form.get('language')
    await api.patch(path, {
      title: form.get('title').trim(),
      emoji: form.get('emoji').trim() || null,
      editMode: form.get('editMode'),
      ...(language && { language }),
    })
    return lead(`${settingsAt(home)}?saved`)
  },
})
