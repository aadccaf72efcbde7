import type { Html, HtmlPiece } from '../../html/html.ts'
import { html } from '../../html/html.ts'
import { type Words, wordsOf } from '../languages/words.ts'
import { fontStyle, lookAttributes, lookStyle } from '../look/look.ts'
import { paletteOf } from '../look/palette.ts'
import type { PageModel, SiteModel } from '../model.ts'
import { articleView, hasOutline, outlineView } from './article-view.ts'
import { announcementKey, announcementView, previewView } from './banner-view.ts'
import { footerView } from './footer-view.ts'
import { aboutPage, FIRST_SCRIPT, type HtmlHead, headView } from './head.ts'
import { drawerView, headerView } from './header-view.ts'
import { searchDialog } from './search-view.ts'

/** What all pages of a site have in common, written once. Keep it as long as nothing of the site changes. */
export type OpenSite = {
  site: SiteModel
  words: Words
  /** Colours where it is light, for pictures of it. */
  palette: Record<string, string>
  /** Both are inside the page. Where it has no nonce, its policy has to name them by their hashes. */
  inline: { style: string; script: string }
  root: Html
  header: Html
  drawer: Html
  announcement: Html | false
  footer: Html | false
  dialog: Html
}

export function openSite(site: SiteModel): OpenSite {
  const words = wordsOf(site.language, site.look.internationalization.locale)
  return {
    site,
    words,
    palette: paletteOf(site.look, 'light'),
    inline: { style: fontStyle(site.look, site.assets.folder) + lookStyle(site.look), script: FIRST_SCRIPT },
    root: rootAttributes(site),
    header: headerView(site, words),
    drawer: drawerView(site, words),
    announcement: announcementView(site, words),
    footer: footerView(site, words),
    dialog: searchDialog(site, words),
  }
}

/** A page of content, as a whole document. */
export function sitePage(open: OpenSite, page: PageModel): string {
  const { site, words } = open
  const hasPages = page.layout.tableOfContents
  const frame = [
    'frame',
    page.layout.width === 'wide' && 'wide',
    !hasPages && 'no-pages',
    !hasOutline(page) && 'no-outline',
  ]
  const head: HtmlHead = {
    title: page.title === site.title ? page.title : `${page.title} | ${site.title}`,
    description: page.description,
    nonce: page.nonce,
    noIndex: page.head.noIndex || page.preview !== undefined,
    rest: html`${WHOLE_HEAD}${aboutPage(site, page)}`,
  }
  return documentOf(open, {
    head,
    preview: page.preview && previewView(site, words, page.preview),
    inside: html`<div class="${frame.filter(Boolean).join(' ')}">
      <aside id="page:sidebar" class="sidebar" popover aria-label="${words.pages}">${open.drawer}<nav aria-label="${words.pages}">${page.navigation}</nav></aside>
      ${articleView(site, words, page)}
      ${hasOutline(page) && outlineView(words, page)}
      </div>`,
    hasDiagrams: page.hasDiagrams,
    hasTryIt: (page.servers?.length ?? 0) > 0,
    proof: page.proof,
  })
}

// Where a long page comes in pieces, nothing is painted of a line that is not whole: it would move with the rest of it.
const WHOLE_HEAD = html`<link rel="expect" href="#page:body" blocking="render">`

type DocumentParts = {
  head: HtmlHead
  inside: Html
  preview?: HtmlPiece
  hasDiagrams?: boolean
  hasTryIt?: boolean
  proof?: string
}

export function documentOf(
  open: OpenSite,
  { head, inside, preview, hasDiagrams, hasTryIt, proof }: DocumentParts,
): string {
  const { site, words } = open
  // What is around them is on every page.
  const own = html`${preview}${open.announcement}${inside}`
  return html`<!doctype html>
    <html${open.root}>
    ${headView(site, open.inline.style, own, head)}
    <body data-copied="${words.copied}" data-copy-failed="${words.copyFailed}"${hasDiagrams && html` data-diagrams`}${hasTryIt && html` data-try-it`}${proof && html` data-proof="${proof}"`}>
    <a class="skip" href="#page:content">${words.skip}</a>
    ${preview}${open.announcement}${open.header}
    ${inside}
    ${open.footer}${open.dialog}${site.scripts?.map(({ src }) => html`<script async src="${src}"></script>`)}
    </body></html>`.text
}

function rootAttributes(site: SiteModel): Html {
  const { language, direction, look } = site
  const attributes: [string, string | undefined][] = Object.entries(lookAttributes(look))
  attributes.push(['announcement', announcementKey(site)])
  if (look.themes.toggeable) attributes.push(['toggle', ''])
  return html` lang="${language}" dir="${direction}"${attributes.map(([name, value]) => value !== undefined && html` data-${name}="${value}"`)}`
}
