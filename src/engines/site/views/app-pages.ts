// Pages for people who work on content, outside of any site: what there is to read, and what to do where nothing opens.
// They have no look of their own to choose, and so no other language.
import type { Html } from '../../html/html.ts'
import { html } from '../../html/html.ts'
import type { Link, Look, Preview, Sign, SiteModel } from '../model.ts'
import { safeAddress } from '../safe-address.ts'
import { initialOf } from './head.ts'
import { linkView } from './link-view.ts'
import { messagePage } from './other-pages.ts'
import { documentOf, type OpenSite, openSite } from './page.ts'
import { signView } from './sign.ts'

export type AppFrame = {
  title: string
  /** Where everything begins that somebody can read. */
  home: string
  look: Look
  assets: SiteModel['assets']
  /** Where the form goes with which somebody signs out; nothing where nobody is signed in. */
  signOut?: string
}

export function openApp({ title, home, look, assets, signOut }: AppFrame): OpenSite {
  const styles = [...assets.styles, ...(assets.previewStyle ? [{ href: assets.previewStyle }] : [])]
  const open = openSite({
    title,
    home,
    start: home,
    language: 'en',
    direction: 'ltr',
    look,
    headerLinks: [],
    footerGroups: [],
    sections: [],
    variants: [],
    assets: { ...assets, styles },
  })
  return {
    ...open,
    header: appHeader({ title, home, signOut }),
    drawer: html``,
    footer: false,
    dialog: html``,
  }
}

function appHeader({ title, home, signOut }: Pick<AppFrame, 'title' | 'home' | 'signOut'>): Html {
  return html`<header class="top"><div class="bar app-bar">
    <a class="brand" href="${safeAddress(home)}"><span class="monogram" aria-hidden="true">${initialOf(title)}</span><span class="name">${title}</span></a>
    ${signOut && html`<form method="post" action="${safeAddress(signOut)}"><button class="button secondary">Sign out</button></form>`}
    </div></header>`
}

/** Without an address it is only told. */
export type Listed = Sign & { title: string; href?: string; about?: string }

export type AppList = {
  title: string
  /** What it is part of. */
  above?: Link
  /** What is to be known of it. */
  about?: string
  groups: readonly { title?: string; entries: readonly Listed[] }[]
}

/** What somebody can read in one place. */
export function listPage(open: OpenSite, { title, above, about, groups }: AppList): string {
  const filled = groups.filter(({ entries }) => entries.length > 0)
  return documentOf(open, {
    head: { title: `${title} | ${open.site.title}`, noIndex: true },
    inside: html`<main id="page:content" class="app-list" tabindex="-1">
      ${above && html`<p class="above">${linkView(open.site, { href: above.href }, above.title)}</p>`}
      <h1>${title}</h1>
      ${about && html`<p class="quiet">${about}</p>`}
      ${filled.length === 0 && about === undefined && html`<p class="quiet">There is nothing here that you can read yet.</p>`}
      ${filled.map(
        (group) =>
          html`<section>${group.title && html`<h2>${group.title}</h2>`}<ul>${group.entries.map((entry) => html`<li>${entryView(open, entry)}</li>`)}</ul></section>`,
      )}
      </main>`,
  })
}

function entryView({ site }: OpenSite, entry: Listed): Html {
  const { title, href, about } = entry
  return linkView(
    site,
    { href },
    html`${signView(entry)}<span>${title}</span>${about && html`<small>${about}</small>`}`,
  )
}

/** Something that can be read, and has no page yet. */
export function emptyPage(open: OpenSite, preview: Preview | undefined): string {
  return messagePage(open, { title: open.site.title, preview }, [html`<p>There are no pages here yet.</p>`])
}

/** `mark`: the status, as people know it. */
export function noSitePage(open: OpenSite, { mark }: { mark: string }): string {
  return messagePage(open, { title: 'There is no site at this address', mark }, [
    html`<p>It may have been renamed, or not be published. Check the address, or ask whoever gave it to you.</p>`,
  ])
}

export function endedPreviewPage(open: OpenSite): string {
  return messagePage(open, { title: 'This preview has ended' }, [
    html`<p>An address of a preview is good for an hour or two, for one site or change request, and as long as whoever made it may read that themselves.</p>`,
    html`<p>Ask whoever sent it to you for a new one. If you have an account here, sign in and open it yourself.</p>`,
    html`<p><a class="button primary" href="${safeAddress(open.site.home)}">${open.words.signIn}</a></p>`,
  ])
}
