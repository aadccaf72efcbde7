import type { Html } from '../html/html.ts'
import { html } from '../html/html.ts'
import type { OpenApiDocument } from '../openapi/document.ts'
import { searchIcon, themeIcon } from './icons.ts'
import type { PageScope } from './operation-view.ts'
import { methodBadge } from './operation-view.ts'
import type { Entry, Group } from './operations.ts'
import { anchorOf } from './operations.ts'

// Up to this many links the sidebar shows them all; beyond it only the group being read stays open.
const calmLimit = 60

function entryLink(entry: Entry): Html {
  return html`<li><a href="#${entry.anchor}"${entry.operation.deprecated && html` class="old"`}>${methodBadge(entry.method)}${entry.title}</a></li>`
}

function groupLinks(group: Group, isOpen: boolean): Html {
  return html`<details${isOpen && html` open`}><summary>${group.name}</summary><ul>${group.entries.map(entryLink)}</ul></details>`
}

function objectLinks(names: readonly string[]): Html | false {
  if (names.length === 0) return false
  const rows = names.map((name) => html`<li><a href="#${anchorOf('schema', name)}">${name}</a></li>`)
  return html`<details class="objects"><summary>Objects</summary><ul>${rows}</ul></details>`
}

export function sidebarView(
  document: OpenApiDocument,
  groups: readonly Group[],
  objectNames: readonly string[],
  { addresses }: PageScope,
): Html {
  const count = groups.reduce((total, group) => total + group.entries.length, 0)
  return html`<aside class="sidebar" id="sidebar" aria-label="Contents">
    <div class="brand"><a href="#start"><img src="${addresses.assets}/mark.svg" alt="" width="22" height="22">${document.info.title}</a><button type="button" class="theme" aria-label="Theme">${themeIcon}</button></div>
    <div class="filter" role="search"><label><span class="away">Filter the operations</span>${searchIcon}<input type="search" id="filter" placeholder="Find by name, path or field" data-index="${addresses.home}/index.json" autocomplete="off" spellcheck="false" aria-describedby="filter-count"><kbd aria-hidden="true">/</kbd></label></div>
    <p class="filter-count" id="filter-count" role="status"></p>
    <nav aria-label="Operations"><a class="start" href="#start">Introduction</a><a class="start" href="#first-steps">First steps</a>${document['x-quire-scopes'] && html`<a class="start" href="${addresses.home}/scopes">Scopes</a>`}${groups.map((group) => groupLinks(group, count <= calmLimit))}${objectLinks(objectNames)}</nav>
    </aside>`
}
