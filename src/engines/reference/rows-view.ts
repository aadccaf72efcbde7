// The first page has a row for each operation and object. What is behind a row comes when it is opened.

import type { Html } from '../html/html.ts'
import { html } from '../html/html.ts'
import { objectAddress, operationAddress } from './addresses.ts'
import type { PageScope } from './operation-view.ts'
import { methodBadge } from './operation-view.ts'
import type { Entry, Group } from './operations.ts'
import { anchorOf } from './operations.ts'
import { paragraphs } from './prose.ts'

// Without scripts the row opens on the link to the page of the operation.
function behind(address: string): Html {
  return html`<p class="behind"><a href="${address}">Read more</a></p>`
}

function operationRow(entry: Entry, scope: PageScope): Html {
  return html`<details class="op" id="${entry.anchor}"><summary>${methodBadge(entry.method)}<b${entry.operation.deprecated && html` class="old"`}>${entry.title}</b><code>${entry.path}</code></summary>${behind(operationAddress(scope.addresses, entry.id))}</details>`
}

export function groupSection(group: Group, scope: PageScope): Html {
  return html`<section class="group" id="${group.anchor}" aria-labelledby="${group.anchor}-t">
    <h2 id="${group.anchor}-t"><a href="#${group.anchor}">${group.name}</a></h2><div class="prose">${paragraphs(group.description)}</div>
    <div class="rows">${group.entries.map((entry) => operationRow(entry, scope))}</div></section>`
}

function objectRow(name: string, scope: PageScope): Html {
  return html`<details class="op" id="${anchorOf('schema', name)}"><summary><b>${name}</b></summary>${behind(objectAddress(scope.addresses, name))}</details>`
}

export function objectSection(names: readonly string[], scope: PageScope): Html | false {
  if (names.length === 0) return false
  return html`<section class="group" id="objects" aria-labelledby="objects-t">
    <h2 id="objects-t"><a href="#objects">Objects</a></h2><div class="prose"><p>The shapes that requests and responses are made of.</p></div>
    <div class="rows">${names.map((name) => objectRow(name, scope))}</div></section>`
}
