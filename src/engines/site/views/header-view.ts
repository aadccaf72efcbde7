import type { Html } from '../../html/html.ts'
import { html } from '../../html/html.ts'
import type { Words } from '../languages/words.ts'
import { darkIcon, lightIcon, menuIcon, searchIcon } from '../look/icons.ts'
import type { HeaderLink, SectionGroup, SectionModel, SiteModel, Variant } from '../model.ts'
import { safeAddress } from '../safe-address.ts'
import { initialOf } from './head.ts'
import { headerLinks } from './header-links.ts'
import { linkView, themedImage } from './link-view.ts'
import { isCurrentItem, restLink, someOf } from './menu-overflow.ts'
import { menuView } from './menu-view.ts'
import { signView } from './sign.ts'

/** What is above every page. On a phone its links and sections are in the drawer with the pages. */
export function headerView(site: SiteModel, words: Words): Html {
  const hasTabs = site.sections.length > 1
  const tabs = someOf(site.sections, isCurrentItem)
  return html`<header class="top${isColored(site) && ' colored'}">
    <div class="bar">
    <button type="button" class="icon menu" popovertarget="page:sidebar" aria-label="${words.menu}">${menuIcon}</button>
    ${brandView(site)}
    ${variantsView(site, words)}
    ${searchForm(site, words)}
    ${headerLinks(site, words)}
    <a class="icon find" href="${site.home}/~search" aria-label="${words.searchTitle}">${searchIcon}</a>
    ${themeButton(site, words)}
    </div>
    ${hasTabs && html`<nav class="tabs-bar" aria-label="${words.sections}"><ul>${tabs.some.map((item) => html`<li>${tabView(site, words, item)}</li>`)}${tabs.left > 0 && html`<li>${restLink(site, words, tabs.left)}</li>`}</ul></nav>`}
    </header>`
}

export function isColored({ look }: SiteModel): boolean {
  return look.header.preset !== 'default' && look.header.preset !== 'none'
}

/** Above the pages in the sidebar: on phones, and wherever there is no header. */
export function drawerView(site: SiteModel, words: Words): Html {
  const hasNoHeader = site.look.header.preset === 'none'
  const { some: sections, left } = someOf(site.sections, isCurrentItem)
  return html`<div class="drawer">
    ${hasNoHeader && html`<div class="drawer-top">${brandView(site)}${themeButton(site, words)}</div>${searchForm(site, words)}`}
    ${sections.length > 1 && html`<ul class="drawer-list">${sections.map((item) => drawerSection(site, words, item))}${left > 0 && html`<li>${restLink(site, words, left)}</li>`}</ul>`}
    ${variantsView(site, words)}
    ${site.headerLinks.length > 0 && html`<ul class="drawer-list">${site.headerLinks.map((link) => drawerLink(site, link))}</ul>`}
    </div>`
}

function brandView(site: SiteModel): Html {
  const { logo } = site.look.header
  const image = logo && themedImage(logo, { alt: site.title, className: 'logo' })
  const inside =
    image ||
    html`<span class="monogram" aria-hidden="true">${initialOf(site.title)}</span><span class="name">${site.title}</span>`
  return html`<a class="brand" href="${safeAddress(site.start)}">${inside}</a>`
}

/** A page has one landmark for search: that of its header. */
export function searchForm(site: SiteModel, words: Words, { query = '', isLandmark = true } = {}): Html {
  return html`<form class="search"${isLandmark && html` role="search"`} action="${site.home}/~search">
    <label>${searchIcon}<span class="away">${words.searchTitle}</span><input type="search" name="q" value="${query}" placeholder="${words.search}" autocomplete="off" maxlength="200"><kbd aria-hidden="true"></kbd></label>
    </form>`
}

function themeButton(site: SiteModel, words: Words): Html | false {
  if (!site.look.themes.toggeable) return false
  return html`<button type="button" class="icon theme" aria-label="${words.theme}">${lightIcon}${darkIcon}</button>`
}

function variantsView(site: SiteModel, words: Words): Html | false {
  if (site.variants.length < 2) return false
  const current = site.variants.find((variant) => variant.isCurrent)
  const summary = html`<span class="away">${words.variants}: </span>${current && signView(current)}<span>${current?.title ?? words.variants}</span>`
  const { some, left } = someOf(site.variants, ({ isCurrent }) => isCurrent)
  const rest = restLink(site, words, left)
  const entries = some.map((variant) => variantLink(site, variant))
  return menuView('variants', summary, rest ? [...entries, rest] : entries)
}

export function variantLink(site: SiteModel, variant: Variant): Html {
  const { title, href, isCurrent, language } = variant
  const inside = html`${signView(variant)}<span${language && html` lang="${language}"`}>${title}</span>`
  return linkView(site, { href, isCurrent }, inside)
}

function drawerLink(site: SiteModel, { title, href, links }: HeaderLink): Html {
  return html`<li>${linkView(site, { href }, title)}${links.length > 0 && html`<ul>${links.map((link) => html`<li>${linkView(site, { href: link.href }, link.title)}</li>`)}</ul>`}</li>`
}

function tabView(site: SiteModel, words: Words, item: SectionModel | SectionGroup): Html {
  if (item.kind === 'section') return sectionLink(site, item)
  const summary = html`${signView(item)}<span>${item.title}</span>`
  return menuView(isCurrentItem(item) ? 'wide current' : 'wide', summary, groupEntries(site, words, item))
}

// Groups within groups are shown as one list with headings: a menu in a menu is hard to hit.
function groupEntries(site: SiteModel, words: Words, group: SectionGroup): Html[] {
  const { some, left } = someOf(group.sections, isCurrentItem)
  const rest = restLink(site, words, left)
  const entries = some.flatMap((item) => {
    if (item.kind === 'section') return [sectionLink(site, item)]
    return [html`<p class="menu-heading">${item.title}</p>`, ...groupEntries(site, words, item)]
  })
  return rest ? [...entries, rest] : entries
}

export function sectionLink(site: SiteModel, section: SectionModel): Html {
  const { title, description, href, isCurrent } = section
  const inside = html`${signView(section)}<span>${title}${description && html`<small>${description}</small>`}</span>`
  return linkView(site, { href, isCurrent }, inside)
}

function drawerSection(site: SiteModel, words: Words, item: SectionModel | SectionGroup): Html {
  if (item.kind === 'section') {
    const { href, isCurrent, title } = item
    return html`<li>${linkView(site, { href, isCurrent }, html`${signView(item)}<span>${title}</span>`)}</li>`
  }
  const { some, left } = someOf(item.sections, isCurrentItem)
  return html`<li><p>${item.title}</p><ul>${some.map((section) => drawerSection(site, words, section))}${left > 0 && html`<li>${restLink(site, words, left)}</li>`}</ul></li>`
}
