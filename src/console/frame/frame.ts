// What is around every page of the console.
import { type Html, html } from '../../engines/html/html.ts'
import { livePlace } from '../views/live-place.ts'
import { type ConsoleWords, directionOf } from '../words/catalog.ts'
import { alertView } from './fields.ts'
import type { IslandName, Place, Shown, Tab } from './page.ts'

export const HOME = '/o'
export const SIGN_IN = `${HOME}/~sign-in`
export const SECOND_FACTOR = `${SIGN_IN}/second-factor`
export const SIGN_OUT = `${HOME}/~sign-out`
export const ACCOUNT = `${HOME}/~account`
export const HELP = `${HOME}/~help`
export const SEARCH = `${HOME}/~search`
export const EDIT = `${HOME}/~edit`
export const INBOX = `${HOME}/~inbox`
export const NOTIFICATION_SETTINGS = `${ACCOUNT}/notifications`
export const EMAIL = `${ACCOUNT}/email`
export const DELETION = `${ACCOUNT}/delete`

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%232b59c3'/%3E%3Ctext x='16' y='23' font-family='sans-serif' font-size='20' font-weight='700' fill='%23fff' text-anchor='middle'%3EQ%3C/text%3E%3C/svg%3E"

export type Frame = {
  words: ConsoleWords
  language: string
  /** `light` and `dark` where the person chose one. */
  theme?: string
  /** The person switched off what single letters do. */
  isWithoutKeys?: boolean
  style: string
  script: string
  editor?: { style: string; script: string }
  /** The style of texts as readers see them. */
  content: string
  /** To a form, which nobody gets by asking for the page again. */
  isAnswer: boolean
  /** The page of the manual about this one. */
  help?: string
  islands: { readonly [name in IslandName | 'start' | 'palette']: string | undefined }
  /** Who is signed in. */
  person?: { name: string; email: string; unread: number }
}

export function documentView(page: Shown, frame: Frame): string {
  const { words, language, theme, isWithoutKeys, style, script } = frame
  const editor = page.hasEditor && frame.editor
  const island = page.island && frame.islands[page.island]
  const start = isLive(page, frame) && frame.islands.start
  const isChosen = theme === 'light' || theme === 'dark'
  return html`<!doctype html><html lang="${language}" dir="${directionOf(language)}"${isChosen && html` data-theme="${theme}"`}${isWithoutKeys && html` data-keys="off"`}><head>
    <meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex"><meta name="color-scheme" content="light dark">
    <title>${page.title} · ${words.brand}</title><link rel="icon" href="${ICON}"><link rel="stylesheet" href="${style}">${page.hasContent && html`<link rel="stylesheet" href="${frame.content}">`}${editor && html`<link rel="stylesheet" href="${editor.style}"><script src="${editor.script}" defer></script>`}${page.hasScript && html`<script src="${script}" defer></script>`}${island && html`<script src="${island}" defer></script>`}${start && html`<script src="${start}" defer></script>`}</head>
    <body${start && html` data-console="${JSON.stringify(livePlace(page, frame))}"`}><a class="skip" href="#content">${words.skip}</a>${insideView(page, frame)}</body></html>`
    .text
}

/** Whether what goes on around the person is told on the page. */
export function isLive({ layout }: Shown, { person }: Pick<Frame, 'person'>) {
  return person !== undefined && (layout === 'app' || layout === 'settings')
}

function insideView(page: Shown, frame: Frame): Html {
  switch (page.layout) {
    case 'app':
      return appView(page, frame)
    case 'settings':
      return settingsView(page, frame)
    default:
      return cardView(page, frame.words)
  }
}

/** The top of every page of somebody who is signed in: where they are, search, and their account. */
function topView({ words, person }: Frame, trail: readonly Place[]): Html {
  const { app, palette } = words
  return html`<header class="top">${brandView(words)}
    ${trail.length > 0 && html`<nav class="trail" aria-label="${app.trail}"><ol>${trail.map(({ title, href }) => html`<li><a href="${href}" dir="auto">${title}</a></li>`)}</ol></nav>`}
    ${
      person &&
      html`<form class="search" role="search" action="${SEARCH}"><input type="search" name="q" aria-label="${app.search}" placeholder="${app.search}" maxlength="200"><button type="button" class="palette-open" aria-label="${palette.open}, Ctrl K" title="${palette.open}" hidden>Ctrl K</button></form>
      <nav class="mine" aria-label="${app.mine}"><a class="search-link" href="${SEARCH}" aria-label="${app.search}">${SEARCH_ICON}</a>${bellView(words, person.unread)}
      <a class="person" href="${ACCOUNT}" title="${person.email}"><span class="initial" aria-hidden="true">${initialOf(person.name || person.email)}</span><span>${words.account.title}</span></a>${signOutView(words)}</nav>`
    }</header>`
}

const SEARCH_ICON = html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><circle cx="11" cy="11" r="7"/><path d="m20 20-4-4"/></svg>`

const BELL_ICON = html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M6 9a6 6 0 0 1 12 0c0 5 2 6 2 7H4c0-1 2-2 2-7m4 11a2 2 0 0 0 4 0"/></svg>`

/** On the bell there is no room for more. */
const MOST_SHOWN = 99

function bellView({ notifications }: ConsoleWords, unread: number): Html {
  const label = unread > 0 ? notifications.bell({ count: unread }) : notifications.title
  const shown = unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread
  return html`<a class="bell" href="${INBOX}" aria-label="${label}" title="${label}">${BELL_ICON}${unread > 0 && html`<span aria-hidden="true">${shown}</span>`}</a>`
}

function signOutView(words: ConsoleWords): Html {
  return html`<form class="sign-out" method="post" action="${SIGN_OUT}"><button class="button plain small">${words.signOut}</button></form>`
}

export function initialOf(name: string): string {
  return [...name.trim()][0]?.toLocaleUpperCase() ?? '·'
}

function appView({ title, body, trail = [], tabs = [], actions, alert }: Shown, frame: Frame): Html {
  return html`${topView(frame, trail)}
    ${tabs.length > 0 && html`<nav class="tabs" aria-label="${frame.words.app.sections}"><ul>${tabs.map(tabView)}</ul></nav>`}
    <main class="app" id="content" tabindex="-1"><div class="heading"><h1>${title}</h1>${(actions || frame.help) && html`<div class="actions">${actions}${headHelpView(frame)}</div>`}</div>
    ${alertView(alert)}${body}</main>`
}

function headHelpView({ words, help }: Frame): Html | undefined {
  return help === undefined ? undefined : helpView(words, help)
}

/** Leads to the manual, beside what somebody is at. */
export function helpView({ app }: ConsoleWords, page: string): Html {
  return html`<a class="help" href="${HELP}/${page}" target="quire-manual">${app.help}</a>`
}

function tabView({ title, href, isCurrent, count = 0 }: Tab): Html {
  return html`<li><a href="${href}"${isCurrent && html` aria-current="page"`}>${title}${count > 0 && html` <span class="count">${count}</span>`}</a></li>`
}

function brandView(words: ConsoleWords): Html {
  return html`<a class="brand" href="${HOME}"><span class="monogram" aria-hidden="true">Q</span><span class="name">${words.brand}</span></a>`
}

function cardView({ title, body }: Shown, words: ConsoleWords): Html {
  return html`<div class="middle"><header>${brandView(words)}</header>
    <main class="card" id="content" tabindex="-1"><h1>${title}</h1>${body}</main></div>`
}

function settingsView({ title, body, current }: Shown, frame: Frame): Html {
  const { words } = frame
  const pages = [
    ['', words.account.profile],
    ['/security', words.account.security],
    ['/tokens', words.account.tokens],
    ['/notifications', words.notifications.preferences.title],
  ]
  return html`${topView(frame, [])}
    <div class="settings"><nav aria-label="${words.app.sections}"><ul>${pages.map(
      ([path = '', name]) =>
        html`<li><a href="${ACCOUNT}${path}"${path === current && html` aria-current="page"`}>${name}</a></li>`,
    )}</ul>${signOutView(words)}</nav>
    <main id="content" tabindex="-1"><div class="heading"><h1>${title}</h1>${headHelpView(frame)}</div>${body}</main></div>`
}
