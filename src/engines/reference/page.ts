import type { Html } from '../html/html.ts'
import { html } from '../html/html.ts'
import type { OpenApiDocument } from '../openapi/document.ts'
import { lookupIn } from '../openapi/parts/schema-lookup.ts'
import { ENGLISH_API_WORDS } from '../openapi/view/words.ts'
import type { Addresses } from './addresses.ts'
import { menuIcon } from './icons.ts'
import { sidebarView } from './navigation-view.ts'
import { namedObjects, objectNames, objectView } from './objects-view.ts'
import { openingView } from './opening-view.ts'
import type { PageScope } from './operation-view.ts'
import { methodBadge, operationView } from './operation-view.ts'
import type { Entry } from './operations.ts'
import { anchorOf, entriesOf, groupsOf } from './operations.ts'
import { paragraphs } from './prose.ts'
import { groupSection, objectSection } from './rows-view.ts'
import { scopesView } from './scopes-view.ts'
import { searchIndex } from './search-index.ts'
import { tryItView } from './try-it-view.ts'

/** The reference of a document. Each part is made when it is asked for. */
export function openReference(document: OpenApiDocument, { home, assets }: Addresses) {
  const scope: PageScope = {
    lookup: lookupIn(document),
    words: ENGLISH_API_WORDS,
    prose: paragraphs,
    named: namedObjects({ home, assets }),
    room: { rows: Number.POSITIVE_INFINITY, letters: Number.POSITIVE_INFINITY },
    depth: 0,
    addresses: { home, assets: assets.replace(/\/+$/, '') },
    base: (document.servers?.[0]?.url ?? '/').replace(/\/+$/, ''),
  }
  const entries = new Map(entriesOf(document).map((entry) => [entry.id, entry]))
  const objects = objectNames(document, scope.lookup)
  return {
    page: () => firstPage(document, objects, scope),
    operation(id: string) {
      const entry = entries.get(id)
      return entry && partPage(document, operationPart(entry, scope), scope)
    },
    object(name: string) {
      if (!objects.includes(name)) return
      const part = {
        title: name,
        anchor: anchorOf('schema', name),
        mark: html``,
        inside: objectView(name, scope),
      }
      return partPage(document, part, scope)
    },
    scopes() {
      const rows = document['x-quire-scopes']
      const part = { title: 'Scopes', anchor: 'start', mark: html`` }
      return rows && partPage(document, { ...part, inside: scopesView(rows, scope) }, scope)
    },
    /** What the filter of the page looks through. */
    index: () => JSON.stringify(searchIndex(document)),
  }
}

function headView(title: string, assets: string, scripts: Html): Html {
  return html`<head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title}</title>
    <link rel="icon" href="${assets}/mark.svg" type="image/svg+xml">
    <link rel="stylesheet" href="${assets}/reference.css">
    <link rel="stylesheet" href="${assets}/operation.css">
    <link rel="stylesheet" href="${assets}/rows.css">
    <link rel="stylesheet" href="${assets}/try-it.css">
    ${scripts}
    </head>`
}

function firstPage(document: OpenApiDocument, objects: readonly string[], scope: PageScope): string {
  const { assets } = scope.addresses
  const groups = groupsOf(document)
  const scripts = html`<script src="${assets}/theme.js"></script>
    <script type="module" src="${assets}/reference.js"></script>`
  const page = html`<!doctype html>
    <html lang="en">
    ${headView(`${document.info.title} reference`, assets, scripts)}
    <body>
    <a class="skip" href="#content">Skip to the content</a>
    <div class="topbar"><button type="button" class="icon menu" aria-expanded="false" aria-controls="sidebar" aria-label="Contents">${menuIcon}</button><a href="#start">${document.info.title}</a></div>
    <div class="layout">
    ${sidebarView(document, groups, objects, scope)}
    <main id="content" tabindex="-1">${openingView(document, groups, scope)}${groups.map((group) => groupSection(group, scope))}${groups.length === 0 && html`<p class="empty">This document has no operations yet.</p>`}${objectSection(objects, scope)}</main>
    </div>
    ${tryItView()}
    </body></html>`
  return page.text
}

type Part = { title: string; anchor: string; mark: Html; inside: Html }

function operationPart(entry: Entry, scope: PageScope): Part {
  const { title, anchor, method } = entry
  return { title, anchor, mark: methodBadge(method), inside: operationView(entry, scope) }
}

// A page for those without scripts; those with scripts get its inside on the first page.
function partPage(
  document: OpenApiDocument,
  { title, anchor, mark, inside }: Part,
  scope: PageScope,
): string {
  const { home, assets } = scope.addresses
  const page = html`<!doctype html>
    <html lang="en">
    ${headView(`${title} · ${document.info.title}`, assets, html``)}
    <body>
    <main class="part"><p class="back"><a class="ref" href="${home}#${anchor}">${document.info.title} reference</a></p>
    <h1>${mark}${title}</h1>
    ${inside}</main>
    </body></html>`
  return page.text
}
