import { breakableName } from '../../html/break-words.ts'
import { firstDirection, turnsIn } from '../../html/directions.ts'
import type { Html } from '../../html/html.ts'
import { html } from '../../html/html.ts'
import { directionOf, languageName } from '../languages/languages.ts'
import type { Words } from '../languages/words.ts'
import {
  agentIcon,
  changesIcon,
  copyIcon,
  editIcon,
  languageIcon,
  markdownIcon,
  outIcon,
  outlineIcon,
  pdfIcon,
} from '../look/icons.ts'
import type { Link, PageModel, SiteModel } from '../model.ts'
import { safeAddress } from '../safe-address.ts'
import { linkView, themedImage } from './link-view.ts'
import { menuView } from './menu-view.ts'
import { signView } from './sign.ts'

export function articleView(site: SiteModel, words: Words, page: PageModel): Html {
  const { layout, cover } = page
  const picture = layout.cover && cover && coverView(cover, layout.coverSize)
  return html`${layout.coverSize === 'full' && picture}
    <main id="page:content" tabindex="-1"><article>
    ${layout.coverSize !== 'full' && picture}
    <header class="page-head${turns(site, page) && ' turned'}">
    <div class="page-line">${page.breadcrumbs.length > 0 && breadcrumbsView(site, words, page)}${languagesView(site, words, page)}${actionsView(site, words, page)}</div>
    ${page.writtenIn && html`<p class="untranslated">${words.notTranslated({ language: languageName(page.writtenIn, site.language) })}</p>`}
    <h1${!layout.title && html` class="away"`}${inItsLanguage(page) ?? byItsLetters(site, page.title)}>${signView(page)}${breakableName(page.title)}</h1>
    ${wasView(words, page.preview?.was?.title)}
    ${layout.description && page.description && html`<p class="lead"${byItsLetters(site, page.description)}>${page.description}</p>`}
    ${wasView(words, page.preview?.was?.description)}
    ${hasOutline(page) && html`<button type="button" class="outline-open" popovertarget="page:outline">${outlineIcon}${words.onThisPage}</button>`}
    ${changelogsView(words, page)}
    </header>
    <div id="page:body" class="content"${inItsLanguage(page)}>${page.body}</div>
    ${site.look.feedback.enabled && page.proof && feedbackView(words)}
    ${layout.metadata && factsView(site, words, page)}
    ${layout.pagination && site.look.pagination.enabled && aroundView(words, page)}
    </article></main>`
}

function changelogsView({ changelog }: Words, { changelogs = [] }: PageModel): Html | false {
  if (changelogs.length === 0) return false
  const name = ({ title }: Link) => (changelogs.length > 1 ? `${changelog.title}: ${title}` : changelog.title)
  return html`<p class="api-changes-link">${changelogs.map((link) => html`<a href="${safeAddress(link.href)}">${changesIcon}${name(link)}</a>`)}</p>`
}

function wasView(words: Words, was: string | undefined): Html | undefined {
  return was ? html`<p class="was-head">${words.before}: <del>${was}</del></p>` : undefined
}

export function hasOutline({ layout, outline }: PageModel): boolean {
  return layout.outline && outline.length > 0
}

/**
 * Beside the text where there is room, else behind a button: the same list, as a popover. Steps are those between the
 * levels that the page has: headings of one level begin at the edge, whichever it is.
 */
export function outlineView(words: Words, { outline }: PageModel): Html {
  const levels = [...new Set(outline.map(({ depth }) => depth))].sort((a, b) => a - b)
  const step = (depth: number) => Math.min(3, levels.indexOf(depth) + 1)
  return html`<nav id="page:outline" class="outline" popover aria-labelledby="page:outline-title"><p id="page:outline-title">${words.onThisPage}</p>
    <ul>${outline.map(({ id, title, depth }) => html`<li class="d${step(depth)}"><a href="#${id}">${breakableName(title)}</a></li>`)}</ul></nav>`
}

// Inline styles are not allowed, so the position goes in steps of a quarter.
function coverView(
  { yPos, ...images }: NonNullable<PageModel['cover']>,
  size: 'hero' | 'full',
): Html | false {
  const step = Math.round(Math.min(4, Math.max(0, 2 - yPos / 140))) || 0
  const image = themedImage(images, { alt: '', className: `y${step}` })
  return image && html`<div class="cover ${size}">${image}</div>`
}

function breadcrumbsView(site: SiteModel, words: Words, { breadcrumbs }: PageModel): Html {
  return html`<nav class="breadcrumbs" aria-label="${words.breadcrumbs}"><ol>${breadcrumbs.map(({ title, href }) => html`<li>${linkView(site, { href }, title)}</li>`)}</ol></nav>`
}

/** Words of others may run another way than the site. */
function byItsLetters({ direction }: SiteModel, text: string): Html | false {
  return (direction === 'rtl' || turnsIn(text)) && html` dir="auto"`
}

/** Whether the title is read the other way than the site. */
function turns({ direction }: SiteModel, { title, writtenIn }: PageModel): boolean {
  const own = writtenIn === undefined ? firstDirection(title) : directionOf(writtenIn)
  return own !== undefined && own !== direction
}

function inItsLanguage({ writtenIn }: PageModel): Html | undefined {
  return writtenIn === undefined ? undefined : html` lang="${writtenIn}" dir="${directionOf(writtenIn)}"`
}

function languagesView(site: SiteModel, words: Words, { languages = [] }: PageModel): Html | false {
  if (languages.length < 2) return false
  const entries = languages.map(
    ({ language, href, isCurrent }) =>
      html`<a href="${safeAddress(href)}" lang="${language}" hreflang="${language}"${isCurrent && html` aria-current="true"`}>${languageName(language)}</a>`,
  )
  const label = html`<span class="away">${words.languages}: </span>${languageIcon}<span>${languageName(site.language)}</span>`
  return menuView('languages', label, entries)
}

function actionsView(site: SiteModel, words: Words, { actions, head }: PageModel): Html | false {
  const { look } = site
  const markdown = look.pageActions.markdown ? safeAddress(actions.markdown) : undefined
  const entries: Html[] = []
  const add = (href: string | undefined, icon: Html, text: string) => {
    if (href !== undefined) entries.push(linkView(site, { href }, html`${icon}<span>${text}</span>`))
  }
  add(markdown, markdownIcon, words.asMarkdown)
  // What the reader sees, and nothing else: their browser makes it.
  if (look.pdf.enabled)
    entries.push(html`<button type="button" class="print">${pdfIcon}<span>${words.asPdf}</span></button>`)
  if (look.git.showEditLink) add(actions.edit?.href, editIcon, editLabel(words, actions.edit))
  if (look.pageActions.externalAI && head.address)
    for (const { name, ask } of AGENTS)
      add(`${ask}${encodeURIComponent(`Read ${head.address}`)}`, outIcon, words.askAgent({ name }))
  if (look.pageActions.mcp) add(actions.mcp, agentIcon, words.connectAgents)
  if (entries.length === 0) return false
  const copy =
    markdown &&
    html`<button type="button" class="copy-page" data-copy-page="${markdown}">${copyIcon}<span>${words.copyPage}</span></button>`
  return html`<div class="actions">${copy}${menuView('more-actions', html`<span class="away">${words.actions}</span>`, entries)}</div>`
}

function editLabel(words: Words, { provider }: { provider?: string } = {}): string {
  return provider ? words.editOn({ provider }) : words.edit
}

const AGENTS = [
  { name: 'ChatGPT', ask: 'https://chatgpt.com/?q=' },
  { name: 'Claude', ask: 'https://claude.ai/new?q=' },
]

function factsView(site: SiteModel, words: Words, { updatedAt, actions }: PageModel): Html | false {
  const edit = site.look.git.showEditLink && actions.edit
  const date = updatedAt && dateText(updatedAt, site.language)
  if (!date && !edit) return false
  return html`<div class="facts">${date && html`<p>${words.lastChange} <time datetime="${updatedAt}">${date}</time></p>`}${edit && html`<p>${linkView(site, { href: edit.href }, html`${editIcon}${editLabel(words, edit)}`)}</p>`}</div>`
}

function feedbackView({ wasHelpful, ratings, thanks }: Words): Html {
  return html`<div class="feedback" role="group" aria-labelledby="page:was-helpful"><p id="page:was-helpful">${wasHelpful}</p>
    ${RATINGS.map((rating) => html`<button type="button" data-rating="${rating}">${ratings[rating]}</button>`)}
    <p role="status" data-thanks="${thanks}"></p></div>`
}

const RATINGS = ['good', 'ok', 'bad'] as const

export function dateText(updatedAt: string, locale: string): string | undefined {
  const date = new Date(updatedAt)
  if (Number.isNaN(date.getTime())) return
  return formatOf(locale).format(date)
}

// Making one takes longer than the rest of a page.
const formats = new Map<string, Intl.DateTimeFormat>()
function formatOf(locale: string): Intl.DateTimeFormat {
  const known = formats.get(locale)
  if (known) return known
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  formats.set(locale, format)
  return format
}

function aroundView(words: Words, { previous, next }: PageModel): Html | false {
  if (!previous && !next) return false
  return html`<nav class="around" aria-label="${words.previous} / ${words.next}">${aroundLink(previous, words.previous, 'previous')}${aroundLink(next, words.next, 'next')}</nav>`
}

function aroundLink(link: Link | undefined, label: string, side: 'previous' | 'next'): Html | false {
  const href = safeAddress(link?.href)
  if (!link || href === undefined) return false
  return html`<a class="${side}" href="${href}"><small>${label}</small><span>${link.title}</span></a>`
}
