// One part of the structure of a site: what it is, and forms to change it.
import { type Html, html } from '../../engines/html/html.ts'
import type { SiteStructure } from '../../rooms/sites/sites/structure/schema.ts'
import type { OwnAsked } from '../account/account-page.ts'
import { lookOfSpaceAt } from '../addresses.ts'
import { fieldView } from '../frame/fields.ts'
import { groupView } from './structure-fields.ts'
import { isLink, onlySpaceOf, type PlacedPart, type StructurePart, sectionsIn } from './structure-items.ts'

const KINDS = {
  'site-section': 'section',
  'site-section-group': 'group',
  'site-external-link': 'link',
  'site-space': 'variant',
} as const

export function partView(
  asked: OwnAsked,
  structure: SiteStructure,
  { part, level, depth }: PlacedPart,
  { mayEdit, mayAdmin }: { mayEdit: boolean; mayAdmin: boolean },
): Html {
  const { words } = asked
  const text = words.sitePages.structure
  const kind = KINDS[part.object]
  const at = level.indexOf(part)
  const condition = 'condition' in part ? part.condition : undefined
  const hidden = pointerView(part)
  // What a site shows first is a setting of the site; what a section shows first, of the section.
  const isInSection = part.object === 'site-space' && part.section !== undefined
  const mayChoose = 'default' in part && !part.default && (mayAdmin || isInSection)
  const arrow = (action: 'up' | 'down', isPossible: boolean) =>
    html`<form method="post">${hidden}<button class="button plain small" name="action" value="${action}" aria-label="${words.pages[action]}: ${part.title}" title="${words.pages[action]}"${!isPossible && html` disabled`}>${action === 'up' ? '↑' : '↓'}</button></form>`
  return html`<li class="depth-${depth}" data-type="${part.object}" data-id="${part.id}" data-depth="${depth}"><div class="grow"><span class="title">${part.title}</span> <span class="badge draft">${text.kinds[kind]}</span>
    ${'default' in part && part.default && html`<span class="badge">${text.default}</span>`}${condition !== undefined && html`<span class="badge merged" title="${condition}">${words.pages.conditional}</span>`}
    <p class="quiet">${aboutPart(part)}</p></div>
    ${
      mayEdit &&
      html`<div class="row-actions">${arrow('up', at > 0)}${arrow('down', at < level.length - 1)}
      <details class="fold menu"><summary class="button plain small" aria-label="${words.pages.actions({ title: part.title })}">⋯</summary><div class="choices">
      ${mayChoose && html`<form method="post">${hidden}<button class="item" name="action" value="default">${text.makeDefault}</button></form>`}
      ${spaceView(asked, part)}${changeView(asked, structure, part)}
      <form method="post">${hidden}<p class="quiet">${text.removeTexts[kind]}</p><button class="button danger small" name="action" value="remove">${text.remove}</button></form></div></details></div>`
    }</li>`
}

/** What can be done with the one space of it. */
function spaceView({ words, url }: OwnAsked, part: StructurePart): Html | undefined {
  const siteSpace = onlySpaceOf(part)
  if (!siteSpace) return
  const text = words.sitePages.structure
  const look = lookOfSpaceAt(url.pathname.replace(/\/structure$/, ''), siteSpace.id)
  return html`<a class="item" href="${look}">${text.look}</a><form method="post">${pointerView(part)}<button class="item" name="action" value="duplicate">${text.duplicate}<small>${text.duplicateText}</small></button></form>`
}

function pointerView({ object, id }: StructurePart): Html {
  return html`<input type="hidden" name="type" value="${object}"><input type="hidden" name="id" value="${id}">`
}

/** A line below the title: where it is, or where it leads. */
function aboutPart(part: StructurePart): Html | undefined {
  const address = (text: string) => html`<span dir="ltr">${text}</span>`
  if (isLink(part)) return address(part.url)
  if (part.object === 'site-space') return address(`/${part.path}`)
  if (part.object === 'site-section-group') return
  const { path, siteSpaces } = part
  const only = siteSpaces.length === 1 ? siteSpaces[0]?.title : undefined
  const names = [only !== part.title && only, part.description].filter((name) => typeof name === 'string')
  return html`${address(`/${path}`)}${names.map((name) => html` · <bdi>${name}</bdi>`)}`
}

function changeView(asked: OwnAsked, structure: SiteStructure, part: StructurePart): Html {
  const { words } = asked
  const text = words.sitePages.structure
  const of = (name: string) => `${name}-${part.id}`
  const condition = 'condition' in part ? part.condition : undefined
  const title = (maxLength: number) =>
    fieldView({ name: 'title', id: of('title'), label: words.page.title, value: part.title, maxLength })
  const icon = (value?: string) =>
    fieldView({
      ...{ name: 'icon', id: of('icon'), label: text.icon, hint: text.iconHint },
      ...{ value: value ?? '', isOptional: true, maxLength: 50 },
    })
  const description = (value?: string) =>
    fieldView({
      ...{ name: 'description', id: of('description'), label: words.page.description },
      ...{ value: value ?? '', isOptional: true, maxLength: 256 },
    })
  const path = (value: string) =>
    fieldView({
      ...{ name: 'path', id: of('path'), label: text.path },
      ...{ value, hint: text.pathHint, maxLength: 100 },
    })
  const seenBy = fieldView({
    ...{ name: 'condition', id: of('condition'), label: words.page.condition },
    ...{ value: condition ?? '', hint: words.page.hints.condition, isOptional: true, maxLength: 1024 },
  })
  const save = html`<button class="button small" name="action" value="change">${words.save}</button>`
  const hidden = pointerView(part)
  switch (part.object) {
    case 'site-section':
      return html`<form method="post">${hidden}${title(128)}${path(part.path)}${description(part.description)}${icon(part.icon)}${groupView(asked, structure, of('group'), part.sectionGroup)}${seenBy}${save}</form>`
    case 'site-section-group':
      return html`<form method="post">${hidden}${title(100)}${icon(part.icon)}${save}</form>`
    case 'site-external-link': {
      const url = fieldView({
        ...{ name: 'url', id: of('url'), label: text.url },
        ...{ value: part.url, maxLength: 2048 },
      })
      return html`<form method="post">${hidden}${title(128)}${url}${description(part.description)}${icon(part.icon)}${groupView(asked, structure, of('group'), part.sectionGroup)}${seenBy}${save}</form>`
    }
    case 'site-space':
      return html`<form method="post">${hidden}${path(part.path)}${sectionView(asked, structure, part.section, of('section'))}${seenBy}${save}</form>`
    default:
      return part satisfies never
  }
}

/** In which section a variant is. */
function sectionView({ words }: OwnAsked, structure: SiteStructure, current: string | undefined, id: string) {
  const sections = sectionsIn(structure)
  if (current === undefined || sections.length < 2) return
  return html`<div class="field"><label for="${id}">${words.sitePages.structure.kinds.section}</label><select id="${id}" name="section">
    ${sections.map((section) => html`<option value="${section.id}"${section.id === current && html` selected`}>${section.title}</option>`)}</select></div>`
}
