// Pages of a site that are no content. They have the site's header and look, but no list of pages: who is refused learns
// nothing from them, and what is in the way is in the middle.

import type { Html } from '../../html/html.ts'
import { html } from '../../html/html.ts'
import type { Preview, SearchAnswer, SectionGroup, SectionModel } from '../model.ts'
import { safeAddress } from '../safe-address.ts'
import { previewView } from './banner-view.ts'
import { isColored, searchForm, sectionLink, variantLink } from './header-view.ts'
import { documentOf, type OpenSite } from './page.ts'
import { resultsView } from './search-view.ts'

type View = { nonce?: string }

export function notFoundPage(open: OpenSite, { nonce }: View = {}): string {
  const { site, words } = open
  return messagePage(open, { title: words.notFoundTitle, nonce, mark: '404' }, [
    html`<p>${words.notFoundText}</p>`,
    searchForm(site, words, { isLandmark: false }),
    html`<p><a class="button primary" href="${safeAddress(site.start)}">${words.toStart}</a></p>`,
  ])
}

/** `signIn` is where somebody with an account can prove it. */
export function refusedPage(open: OpenSite, { nonce, signIn }: View & { signIn?: string } = {}): string {
  const { words } = open
  const door = safeAddress(signIn)
  return messagePage(closed(open), { title: words.refusedTitle, nonce }, [
    html`<p>${words.refusedText}</p>`,
    door &&
      html`<p>${words.refusedSignIn}</p><p><a class="button primary" href="${door}">${words.signIn}</a></p>`,
  ])
}

/** `address` is what was requested: the button asks again. */
export function maintenancePage(open: OpenSite, { nonce, address }: View & { address: string }): string {
  const { words } = open
  return messagePage(closed(open), { title: words.maintenanceTitle, nonce }, [
    html`<p>${words.maintenanceText}</p>`,
    html`<p><a class="button primary" href="${safeAddress(address)}">${words.tryAgain}</a></p>`,
  ])
}

export function searchPage(
  open: OpenSite,
  { query, answer, nonce }: View & { query: string; answer: SearchAnswer },
): string {
  const { site, words } = open
  const title = query.trim() ? words.resultsFor({ query }) : words.searchTitle
  return documentOf(open, {
    head: { title: `${title} | ${site.title}`, nonce, noIndex: true },
    inside: html`${emptyDrawer(open)}<main id="page:content" class="search-page" tabindex="-1"><h1>${words.searchTitle}</h1>${searchForm(site, words, { query, isLandmark: false })}${resultsView(site, words, query, answer)}</main>`,
  })
}

/** All sections and variants, where menus have some of them. */
export function listingPage(open: OpenSite, { nonce }: View = {}): string {
  const { site, words } = open
  const sections =
    site.sections.length > 1 && html`<h2>${words.sections}</h2>${sectionsList(open, site.sections)}`
  const variants =
    site.variants.length > 1 &&
    html`<h2>${words.variants}</h2><ul>${site.variants.map((variant) => html`<li>${variantLink(site, variant)}</li>`)}</ul>`
  return documentOf(open, {
    head: { title: site.title, nonce, noIndex: true },
    inside: html`${emptyDrawer(open)}<main id="page:content" class="listing" tabindex="-1"><h1>${site.title}</h1>${sections}${variants}</main>`,
  })
}

function sectionsList(open: OpenSite, items: readonly (SectionModel | SectionGroup)[]): Html {
  return html`<ul>${items.map((item) =>
    item.kind === 'section'
      ? html`<li>${sectionLink(open.site, item)}</li>`
      : html`<li class="listing-group"><h3>${item.title}</h3>${sectionsList(open, item.sections)}</li>`,
  )}</ul>`
}

// Those who may not come in see the name and the colours, and no links into the site.
function closed(open: OpenSite): OpenSite {
  const { site } = open
  const header = html`<header class="top${isColored(site) && ' colored'}"><div class="bar"><span class="brand"><span class="name">${site.title}</span></span></div></header>`
  return { ...open, header, drawer: html``, announcement: false, footer: false, dialog: html`` }
}

type Message = View & { title: string; mark?: string; preview?: Preview }

export function messagePage(
  open: OpenSite,
  { title, nonce, mark, preview }: Message,
  inside: readonly (Html | string | undefined)[],
) {
  return documentOf(open, {
    head: { title: `${title} | ${open.site.title}`, nonce, noIndex: true },
    preview: preview && previewView(open.site, open.words, preview),
    inside: html`${emptyDrawer(open)}<main id="page:content" class="message" tabindex="-1">${mark && html`<p class="mark" aria-hidden="true">${mark}</p>`}<h1>${title}</h1>${inside}</main>`,
  })
}

// The header's button opens it on a phone.
function emptyDrawer({ drawer, words }: OpenSite): Html | false {
  return (
    drawer.text !== '' &&
    html`<aside id="page:sidebar" class="sidebar alone" popover aria-label="${words.menu}">${drawer}</aside>`
  )
}
