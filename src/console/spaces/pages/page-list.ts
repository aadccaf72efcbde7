// The pages of a space as a list that works without script.
import { emojiOf } from '../../../engines/html/emoji-names.ts'
import { type Html, html } from '../../../engines/html/html.ts'
import type { Page } from '../../../rooms/content/pages/schema.ts'
import { editAt, movePageAt, pageAt, readAt } from '../../addresses.ts'
import type { PagesAsked } from './pages.ts'
import type { PlacedPage } from './placed-pages.ts'

const MOST_AT_ONCE = 200
/** What the style has a place for. */
const DEEPEST = 4

export function parentsView(flat: readonly PlacedPage[], without?: PlacedPage): Html[] {
  return flat
    .filter(({ page, above }) => {
      if (page.type !== 'document' && page.type !== 'group') return false
      return !without || (page.id !== without.page.id && !above.includes(without.page.id))
    })
    .map(
      ({ page, above }) =>
        html`<option value="${page.id}">${'\u2003'.repeat(above.length)}${page.title}</option>`,
    )
}

export type Listing = { pages: readonly Page[]; flat: readonly PlacedPage[]; mayEdit: boolean }

export function listView(asked: PagesAsked, listing: Listing): Html {
  return isLong(listing.flat) ? longView(asked, listing) : wholeView(asked, listing)
}

/** A menu for each page has a choice of all others: a long list has none. */
export const isLong = (flat: readonly PlacedPage[]) => flat.length > MOST_AT_ONCE

function wholeView(asked: PagesAsked, { pages, flat, mayEdit }: Listing): Html {
  const byId = new Map(flat.map((placed) => [placed.page.id, placed]))
  const list = (pages: readonly Page[]): Html =>
    html`<ul>${pages.map((page) => html`<li>${row(page)}${page.pages && page.pages.length > 0 && list(page.pages)}</li>`)}</ul>`
  const row = (page: Page): Html => {
    const placed = byId.get(page.id)
    return html`<div class="page-row" id="p-${page.id}">${titleView(asked, page)}${mayEdit && editView(asked, page)}${mayEdit && placed && actionsView(asked, placed, flat)}</div>`
  }
  return html`<div class="panel page-tree">${list(pages)}</div>`
}

/** Some at a time, each with the way to what can be done with it. */
function longView(asked: PagesAsked, { flat, mayEdit }: Listing): Html {
  const { words, url, place, home, request } = asked
  const from = Math.min(Math.max(0, Number(url.searchParams.get('from')) || 0), flat.length)
  const to = Math.min(flat.length, from + MOST_AT_ONCE)
  const row = ({ page, above }: PlacedPage) =>
    html`<li><div class="page-row deep-${Math.min(above.length, DEEPEST)}">${titleView(asked, page)}${mayEdit && editView(asked, page)}${
      mayEdit &&
      html`<a class="button plain small" href="${pageAt(home, page.id, request?.number)}?arrange" aria-label="${words.pages.actions({ title: page.title })}">⋯</a>`
    }</div></li>`
  const step = (start: number, rel: string, label: string) =>
    html`<a class="button plain" rel="${rel}" href="${place}?from=${start}">${label}</a>`
  return html`<p class="quiet">${words.tree.range({ from: from + 1, to, total: flat.length })}</p>
    <div class="panel page-tree"><ul>${flat.slice(from, to).map(row)}</ul></div>
    <p class="pager">${from > 0 && step(Math.max(0, from - MOST_AT_ONCE), 'prev', words.app.previous)} ${to < flat.length && step(to, 'next', words.app.next)}</p>`
}

function titleView(
  { words, home, request }: PagesAsked,
  { path = '', title, type, emoji, hidden, condition }: Page,
): Html {
  const { pages } = words
  const sign = html`<span class="sign ${type}" aria-hidden="true">${emoji && emojiOf(emoji)}</span>`
  return html`<span class="grow">${sign}${type === 'document' ? html`<a class="title" href="${readAt(home, path, request?.number)}">${title}</a>` : html`<span class="title">${title}</span>`}
    ${type !== 'document' && html`<span class="badge draft">${pages.types[type]}</span>`}
    ${hidden && html`<span class="badge draft">${pages.hidden}</span>`}${condition && html`<span class="badge draft">${pages.conditional}</span>`}</span>`
}

function editView({ words, home, request }: PagesAsked, { id, title, type }: Page): Html | false {
  if (type !== 'document') return false
  const { edit } = words.pages
  return html`<a class="button plain small" href="${editAt(home, id, request?.number)}" aria-label="${edit}: ${title}">${edit}</a>`
}

function actionsView(asked: PagesAsked, placed: PlacedPage, flat: readonly PlacedPage[]): Html {
  const { words, home, request } = asked
  const { pages } = words
  const { page } = placed
  return html`<details class="fold menu"><summary class="button plain small" aria-label="${pages.actions({ title: page.title })}">⋯</summary>
    <div class="choices">${page.type === 'document' && html`<a class="item" href="${pageAt(home, page.id, request?.number)}">${pages.settings}</a>`}<a class="item" href="${movePageAt(home, page.id, request?.number)}">${words.tree.send}</a>${actionForms(asked, placed, flat)}</div></details>`
}

/** What can be done with a page, wherever the forms stand. */
export function actionForms(
  { words, place }: PagesAsked,
  placed: PlacedPage,
  flat: readonly PlacedPage[],
): Html {
  const { pages, app } = words
  const { page, at, siblings } = placed
  const act = (action: string, label: string, isOff = false) =>
    html`<button class="item" name="action" value="${action}"${isOff && html` disabled`}>${label}</button>`
  return html`<form method="post" action="${place}"><input type="hidden" name="page" value="${page.id}">
      ${act('up', pages.up, at === 0)}${act('down', pages.down, at === siblings - 1)}
      ${page.type === 'document' && act('duplicate', pages.duplicate)}
      ${act(page.hidden ? 'show' : 'hide', page.hidden ? pages.show : pages.hide)}</form>
    <form method="post" action="${place}"><input type="hidden" name="page" value="${page.id}">
      <div class="field"><label for="title-${page.id}">${pages.addTitle}</label><input id="title-${page.id}" name="title" value="${page.title}" maxlength="255" required></div>
      <button class="button small" name="action" value="rename">${app.rename}</button></form>
    <form method="post" action="${place}"><input type="hidden" name="page" value="${page.id}">
      <div class="field"><label for="into-${page.id}">${pages.moveBelow}</label><select id="into-${page.id}" name="into"><option value="">${pages.top}</option>${page.type !== 'group' && parentsView(flat, placed)}</select></div>
      <button class="button small" name="action" value="move">${pages.move}</button></form>
    <form method="post" action="${place}"><input type="hidden" name="page" value="${page.id}"><p class="quiet">${pages.removeText}</p>
      <button class="button danger small" name="action" value="delete">${pages.remove}</button></form>`
}
