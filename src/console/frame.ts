// What is around every page of the console.
import { type Html, html } from '../engines/html/html.ts'
import type { Shown } from './page.ts'
import { type ConsoleWords, directionOf } from './words/catalog.ts'

export const HOME = '/o'
export const SIGN_IN = `${HOME}/~sign-in`
export const SECOND_FACTOR = `${SIGN_IN}/second-factor`
export const SIGN_OUT = `${HOME}/~sign-out`
export const ACCOUNT = `${HOME}/~account`
export const EMAIL = `${ACCOUNT}/email`

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%232b59c3'/%3E%3Ctext x='16' y='23' font-family='sans-serif' font-size='20' font-weight='700' fill='%23fff' text-anchor='middle'%3EQ%3C/text%3E%3C/svg%3E"

export type Frame = {
  words: ConsoleWords
  language: string
  /** `light` and `dark` where the person chose one. */
  theme?: string
  style: string
  script: string
  isSignedIn: boolean
}

export function documentView(page: Shown, frame: Frame): string {
  const { words, language, theme, style, script } = frame
  const isChosen = theme === 'light' || theme === 'dark'
  const inside = page.layout === 'settings' ? settingsView(page, frame) : cardView(page, words)
  return html`<!doctype html><html lang="${language}" dir="${directionOf(language)}"${isChosen && html` data-theme="${theme}"`}><head>
    <meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex"><meta name="color-scheme" content="light dark">
    <title>${page.title} · ${words.brand}</title><link rel="icon" href="${ICON}"><link rel="stylesheet" href="${style}">${page.hasScript && html`<script src="${script}" defer></script>`}</head>
    <body><a class="skip" href="#content">${words.skip}</a>${inside}</body></html>`.text
}

function brandView(words: ConsoleWords): Html {
  return html`<a class="brand" href="${HOME}"><span class="monogram" aria-hidden="true">Q</span>${words.brand}</a>`
}

function cardView({ title, body }: Shown, words: ConsoleWords): Html {
  return html`<div class="middle">${brandView(words)}
    <main class="card" id="content" tabindex="-1"><h1>${title}</h1>${body}</main></div>`
}

function settingsView({ title, body, current }: Shown, { words, isSignedIn }: Frame): Html {
  const pages = [
    ['', words.account.profile],
    ['/security', words.account.security],
    ['/tokens', words.account.tokens],
  ]
  const signOut = html`<form method="post" action="${SIGN_OUT}"><button class="button plain small">${words.signOut}</button></form>`
  return html`<header class="top">${brandView(words)}${isSignedIn && signOut}</header>
    <div class="settings"><nav aria-label="${words.account.title}"><ul>${pages.map(
      ([path = '', name]) =>
        html`<li><a href="${ACCOUNT}${path}"${path === current && html` aria-current="page"`}>${name}</a></li>`,
    )}</ul></nav>
    <main id="content" tabindex="-1"><h1>${title}</h1>${body}</main></div>`
}
