import type { Html } from '../../html/html.ts'
import { html } from '../../html/html.ts'
import type { Words } from '../languages/words.ts'
import { closeIcon, searchIcon } from '../look/icons.ts'
import type { SearchAnswer, SiteModel } from '../model.ts'
import { linkView } from './link-view.ts'

/** What assets/search.js fills. It is not part of the page until it is opened. */
export function searchDialog(site: SiteModel, words: Words): Html {
  return html`<template id="page:search"><dialog class="finder" aria-label="${words.searchTitle}" data-answers="${site.home}/~search.json" data-start="${words.typeToSearch}" data-nothing="${words.nothingFound({ query: '%q' })}" data-hint="${words.nothingFoundHint}" data-searching="${words.searching}" data-failed="${words.searchFailed}" data-found="${words.resultsFor({ query: '%q' })}" data-recent="${words.recent}" data-forget="${words.forget}">
    <form action="${site.home}/~search">${searchIcon}<input type="search" name="q" role="combobox" aria-label="${words.searchTitle}" aria-autocomplete="list" aria-controls="page:found" aria-expanded="false" placeholder="${words.search}" autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="go" maxlength="200"><button type="button" class="icon close" aria-label="${words.close}">${closeIcon}</button></form>
    <div class="found"><div id="page:found" role="listbox" aria-label="${words.searchTitle}"></div><div class="note"></div></div>
    <p class="away" role="status"></p>
    <div class="keys" aria-hidden="true"><span><kbd>↑</kbd><kbd>↓</kbd> ${words.toMove}</span><span><kbd>↵</kbd> ${words.toOpen}</span><span><kbd>esc</kbd> ${words.toClose}</span></div>
    </dialog></template>`
}

/** The same answer as a page, for those without script. */
export function resultsView(site: SiteModel, words: Words, query: string, answer: SearchAnswer): Html {
  if (!query.trim()) return html`<p class="quiet">${words.typeToSearch}</p>`
  if (answer.pages.length === 0)
    return html`<p><strong>${words.nothingFound({ query })}</strong></p><p class="quiet">${words.nothingFoundHint}</p>`
  return html`<h2 class="quiet">${words.resultsFor({ query })}</h2>
    <ol class="results">${answer.pages.map(
      (page) => html`<li>${page.section && html`<p class="where">${page.section}</p>`}
      <h3>${linkView(site, { href: page.href }, page.title)}</h3>
      ${page.sections.length > 0 && html`<ul>${page.sections.map((section) => html`<li>${linkView(site, { href: section.href }, section.title || page.title)}<p>${section.snippet}</p></li>`)}</ul>`}</li>`,
    )}</ol>`
}
