// A page goes to another space with all below it: a copy is made there, and what was here is deleted.
import { type Html, html } from '../../../engines/html/html.ts'
import type { Location } from '../../../rooms/content/links/schema.ts'
import type { Page } from '../../../rooms/content/pages/schema.ts'
import type { ContentOutcome } from '../../../rooms/content/pages/schema-changes.ts'
import type { Space } from '../../../rooms/content/spaces/schema.ts'
import type { ChangeRequest } from '../../../rooms/review/change-requests/schema.ts'
import type { OwnAsked } from '../../account/account-page.ts'
import { movePageAt, pagesAt, spaceAt } from '../../addresses.ts'
import { type List, missing } from '../../api.ts'
import { appPage } from '../../frame/app-page.ts'
import { type Form, lead } from '../../frame/page.ts'
import { allOf } from '../../views/all-of.ts'
import { SPACE, spacePage } from '../space-page.ts'
import { openPages, type PagesAsked } from './pages.ts'

const MOST_LINKS = 50

async function openMove(asked: OwnAsked) {
  const opened = await openPages(asked)
  const { api, content, params, mayEdit } = opened
  if (!mayEdit) throw missing()
  return { opened, page: await api.get<Page>(`${content}/page/${params.pageId}`, { metadata: false }) }
}

const move = {
  async show(asked: OwnAsked) {
    const { opened, page } = await openMove(asked)
    const { api, content, space, request, place, words } = opened
    const [spaces, links] = await Promise.all([
      allOf<Space>(api, `/orgs/${space.organization}/spaces`),
      api.get<List<Location>>(`${content}/page/${page.id}/backlinks`, { limit: MOST_LINKS }),
    ])
    const open = spaces.filter(
      ({ id, permissions, editMode }) => id !== space.id && permissions.edit && editMode !== 'locked',
    )
    const shown = await spacePage(opened, request ? 'changes' : 'pages', {
      title: words.movePage.title({ title: page.title }),
      body: html`${open.length === 0 ? html`<p class="empty">${words.movePage.none}</p>` : formView(opened, open)}${linksView(opened, links.items)}`,
    })
    return { ...shown, trail: [...(shown.trail ?? []), { title: words.pages.title, href: place }] }
  },
  async take(asked: OwnAsked, form: Form) {
    const { opened, page } = await openMove(asked)
    const { api, content, space, words } = opened
    const target = await api.get<Space>(`/spaces/${encodeURIComponent(form.get('space'))}`)
    const subject = words.movePage.subject({ title: page.title, space: space.title }).slice(0, 255)
    const proposed = form.has('propose')
      ? await api.post<ChangeRequest>(`/spaces/${target.id}/change-requests`, { subject })
      : undefined
    const there = proposed
      ? `/spaces/${target.id}/change-requests/${proposed.number}/content?compat=false`
      : `/spaces/${target.id}/content`
    const { revision } = await api.get<{ revision: string }>(content.replace(/\/content$/, ''))
    const copy = { operation: 'copy_page', space: space.id, page: page.id, revision }
    const { changes } = await api.post<ContentOutcome>(there, { changes: [copy] })
    const movedTo = { space: target.id, pages: changes[0]?.copies ?? {} }
    if (!form.has('keep'))
      await api.post(content, { changes: [{ operation: 'delete_page', page: page.id, movedTo }] })
    return lead(`${pagesAt(spaceAt(target.organization, target.id), proposed?.number)}?done`)
  },
}

export const movePagePage = appPage({ path: movePageAt(SPACE, ':pageId'), ...move })
export const moveRequestedPagePage = appPage({
  path: movePageAt(SPACE, ':pageId', ':changeRequestId'),
  ...move,
})

function formView({ words }: PagesAsked, spaces: readonly Space[]): Html {
  const { text, space, propose, keep } = words.movePage
  const check = (name: string, label: string) =>
    html`<div class="check"><input id="${name}" type="checkbox" name="${name}" value="yes"><label for="${name}">${label}</label></div>`
  return html`<section class="panel narrow-panel"><p>${text}</p><form method="post">
    <div class="field"><label for="space">${space}</label><select id="space" name="space" required>${spaces.map(({ id, title }) => html`<option value="${id}">${title}</option>`)}</select></div>
    ${check('propose', propose)}${check('keep', keep)}
    <button class="button">${words.pages.move}</button></form></section>`
}

/** Links in its space follow it; nobody here may rewrite those of others. */
function linksView({ words, space: here }: PagesAsked, links: readonly Location[]): Html | undefined {
  const others = links.filter(({ space }) => space !== undefined && space.id !== here.id)
  return others.length === 0
    ? undefined
    : html`<section><h2>${words.page.backlinks}</h2><p>${words.movePage.lost}</p><ul class="rows panel">${others.map(({ page, space }) => html`<li><span class="title">${page?.title ?? ''}</span> <span class="quiet">${space?.title ?? ''}</span></li>`)}</ul></section>`
}
