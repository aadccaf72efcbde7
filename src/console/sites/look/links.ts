// Links in the header and in the footer of a site: each is added, moved and removed by itself.
import { type Html, html } from '../../../engines/html/html.ts'
import type { SiteCustomizationSettings } from '../../../rooms/sites/customization/schema.ts'
import type { CustomizationChanges } from '../../../rooms/sites/customization/schema-changes.ts'
import type { OwnAsked } from '../../account/account-page.ts'
import { fieldView } from '../../frame/fields.ts'
import type { Form } from '../../frame/page.ts'

type Settings = SiteCustomizationSettings
type Target = Settings['footer']['groups'][number]['links'][number]['to'] | null

/** Undefined for what is no change of links. */
export function linkChanges(form: Form, { header, footer }: Settings): CustomizationChanges | undefined {
  const at = Number(form.get('at'))
  const inside = Number(form.get('inside'))
  const title = form.get('title').trim()
  const link = { title, to: { kind: 'url' as const, url: form.get('url').trim() } }
  const groups = (change: (group: Settings['footer']['groups'][number]) => typeof group) => ({
    footer: { groups: footer.groups.map((group, index) => (index === at ? change(group) : group)) },
  })
  switch (form.get('action')) {
    case 'add-header':
      return { header: { links: [...header.links, { ...link, links: [] }] } }
    case 'remove-header':
      return { header: { links: header.links.filter((_, index) => index !== at) } }
    case 'raise-header':
      return { header: { links: raised(header.links, at) } }
    case 'add-group':
      return { footer: { groups: [...footer.groups, { title, links: [] }] } }
    case 'remove-group':
      return { footer: { groups: footer.groups.filter((_, index) => index !== at) } }
    case 'add-footer':
      return groups((group) => ({ ...group, links: [...group.links, link] }))
    case 'remove-footer':
      return groups((group) => ({ ...group, links: group.links.filter((_, index) => index !== inside) }))
    default:
      return
  }
}

/** One place up. */
function raised<T>(items: readonly T[], at: number): T[] {
  const [before, item] = [items[at - 1], items[at]]
  if (before === undefined || item === undefined) return [...items]
  return items.map((one, index) => (index === at - 1 ? item : index === at ? before : one))
}

export function linksView(asked: OwnAsked, { header, footer }: Settings): Html {
  const { look } = asked.words.sitePages
  return html`<section class="panel"><h2>${look.headerLinks}</h2>
    ${header.links.length > 0 && html`<ul class="rows">${header.links.map(({ title, to, links }, at) => html`<li>${rowView(title, to, links.length)}<div class="row-actions">${at > 0 && act(asked, 'raise-header', { at }, '↑', `${asked.words.pages.up}: ${title}`)}${act(asked, 'remove-header', { at }, '×', `${asked.words.app.delete}: ${title}`)}</div></li>`)}</ul>`}
    ${addView(asked, 'add-header', 'header')}</section>
    <section class="panel"><h2>${look.footerLinks}</h2>${footer.groups.map((group, at) => groupView(asked, group, at))}
    <form method="post" class="inline-form">${fieldView({ name: 'title', id: 'group-title', label: look.heading, maxLength: 128 })}<button class="button plain small" name="action" value="add-group">${asked.words.app.add}</button></form></section>`
}

function groupView(
  asked: OwnAsked,
  { title, links }: Settings['footer']['groups'][number],
  at: number,
): Html {
  return html`<div class="link-group"><div class="heading"><h3>${title}</h3>${act(asked, 'remove-group', { at }, '×', `${asked.words.app.delete}: ${title}`)}</div>
    ${links.length > 0 && html`<ul class="rows">${links.map((link, inside) => html`<li>${rowView(link.title, link.to, 0)}${act(asked, 'remove-footer', { at, inside }, '×', `${asked.words.app.delete}: ${link.title}`)}</li>`)}</ul>`}
    ${addView(asked, 'add-footer', `footer-${at}`, at)}</div>`
}

function rowView(title: string, to: Target, more: number): Html {
  const where = to === null ? '' : to.kind === 'url' ? to.url : to.kind
  return html`<div class="grow"><span class="title">${title}</span>${more > 0 && html` <span class="count">${more}</span>`}<p class="quiet">${where}</p></div>`
}

function addView({ words }: OwnAsked, action: string, id: string, at?: number): Html {
  return html`<details class="fold"><summary class="button plain small">${words.sitePages.structure.addLink}</summary><form method="post">
    ${at !== undefined && html`<input type="hidden" name="at" value="${at}">`}${fieldView({ name: 'title', id: `${id}-title`, label: words.page.title, maxLength: 64 })}
    ${fieldView({ name: 'url', id: `${id}-url`, label: words.sitePages.structure.url, maxLength: 2048, hint: 'https://…' })}<button class="button small" name="action" value="${action}">${words.app.add}</button></form></details>`
}

function act(_: OwnAsked, action: string, fields: Record<string, number>, sign: string, label: string): Html {
  return html`<form method="post">${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}<button class="button plain small" name="action" value="${action}" aria-label="${label}" title="${label}">${sign}</button></form>`
}
