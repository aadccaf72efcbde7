import { emojiOf } from '../../engines/html/emoji-names.ts'
import { html } from '../../engines/html/html.ts'
import { LANGUAGES as CONTENT_LANGUAGES, type Space } from '../../rooms/content/spaces/schema.ts'
import type { Organization } from '../../rooms/people/organizations/schema.ts'
import { organizationAt, settingsAt, spaceAt } from '../addresses.ts'
import { appPage } from '../frame/app-page.ts'
import { fieldView, noticeView } from '../frame/fields.ts'
import { lead } from '../frame/page.ts'
import { placesFor, placeView, readCollections } from '../organizations/collections.ts'
import { transferLink, transferOfSpace, transferredView } from '../organizations/ownership/transfer-link.ts'
import { openSpacePage, SPACE, spacePage } from './space-page.ts'

export const spaceSettingsPage = appPage({
  path: settingsAt(SPACE),
  async show(asked) {
    const opened = await openSpacePage(asked)
    const { api, words, space, url, language } = opened
    const [organization, collections] = await Promise.all([
      api.get<Organization>(`/orgs/${space.organization}`),
      readCollections(api, space.organization),
    ])
    const places = placesFor(organization, collections, { parent: space.parent })
    const mayCopy = space.parent
      ? collections.some(({ id, permissions }) => id === space.parent && permissions.create)
      : organization.permissions.createContent
    const names = new Intl.DisplayNames(language, { type: 'language' })
    const option = (value: string, label: string, chosen: string) =>
      html`<option value="${value}"${value === chosen && html` selected`}>${label}</option>`
    return spacePage(opened, 'settings', {
      body: html`${noticeView(url.searchParams.has('saved') ? words.space.saved : undefined)}${transferredView(opened, organization)}
        <section class="panel narrow-panel"><form method="post">
        ${fieldView({ name: 'title', label: words.space.title, value: space.title, maxLength: 50 })}
        ${fieldView({ name: 'emoji', label: words.space.emoji, value: emojiOf(space.emoji) ?? '', maxLength: 50, isOptional: true })}
        ${placeView(opened, places, space.parent)}
        <div class="field"><label for="language">${words.space.language}</label><select id="language" name="language">
          ${!space.language && option('', words.space.languageAuto, '')}
          ${CONTENT_LANGUAGES.map((tag) => option(tag, names.of(tag) ?? tag, space.language ?? ''))}</select></div>
        <div class="field"><label for="editMode">${words.space.editMode}</label><select id="editMode" name="editMode">
          ${option('live', words.space.live, space.editMode)}${option('locked', words.space.locked, space.editMode)}</select></div>
        <button class="button">${words.save}</button></form></section>
        ${mayCopy && html`<section class="panel narrow-panel"><h2>${words.space.copy}</h2><p>${words.space.copyText}</p><form method="post"><button class="button plain" name="action" value="copy">${words.space.copy}</button></form></section>`}
        ${transferLink(opened, organization, transferOfSpace(opened.home))}
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
    if (form.get('action') === 'copy') {
      const copy = await api.post<Space>(`${path}/duplicate`)
      return lead(settingsAt(spaceAt(copy.organization, copy.id)))
    }
    const language = form.get('language')
    await api.patch(path, {
      title: form.get('title').trim(),
      emoji: form.get('emoji').trim() || null,
      editMode: form.get('editMode'),
      ...(language && { language }),
    })
    const parent = form.get('parent')
    if (parent !== (space.parent ?? '')) await api.post(`${path}/move`, { parent: parent || null })
    return lead(`${settingsAt(home)}?saved`)
  },
})
