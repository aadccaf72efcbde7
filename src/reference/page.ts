import type { Html } from './html.ts'
import { html } from './html.ts'
import { menuIcon } from './icons.ts'
import { sidebarView } from './navigation-view.ts'
import { objectViews } from './objects-view.ts'
import type { OpenApiDocument } from './openapi-types.ts'
import { groupOpening, openingView } from './opening-view.ts'
import type { PageScope } from './operation-view.ts'
import { operationView } from './operation-view.ts'
import type { Group } from './operations.ts'
import { groupsOf } from './operations.ts'
import { lookupIn } from './schema-lookup.ts'
import { tryItView } from './try-it-view.ts'

function groupSection(group: Group, scope: PageScope): Html {
  return html`<section aria-labelledby="${group.anchor}-t">${groupOpening(group)}${group.entries.map((entry) => operationView(entry, scope))}</section>`
}

function objectSection(objects: ReadonlyMap<string, Html>): Html | false {
  if (objects.size === 0) return false
  return html`<section aria-labelledby="objects-t">
    <header class="group" id="objects"><div class="doc"><h2 id="objects-t"><a href="#objects">Objects</a></h2><div class="prose"><p>The shapes that requests and responses are made of.</p></div></div></header>
    ${[...objects.values()]}</section>`
}

function headView(title: string, assetsBase: string): Html {
  return html`<head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title}</title>
    <link rel="icon" href="${assetsBase}/mark.svg" type="image/svg+xml">
    <link rel="stylesheet" href="${assetsBase}/reference.css">
    <link rel="stylesheet" href="${assetsBase}/operation.css">
    <link rel="stylesheet" href="${assetsBase}/try-it.css">
    <script src="${assetsBase}/theme.js"></script>
    <script type="module" src="${assetsBase}/reference.js"></script>
    </head>`
}

export function renderReference(document: OpenApiDocument, options: { assetsBase: string }): string {
  const assetsBase = options.assetsBase.replace(/\/+$/, '')
  const mentioned = new Set<string>()
  const scope: PageScope = {
    lookup: lookupIn(document),
    trees: new Map(),
    mention: (name) => mentioned.add(name),
    base: (document.servers?.[0]?.url ?? '/').replace(/\/+$/, ''),
  }
  const groups = groupsOf(document)
  const opening = openingView(document, groups, scope)
  const sections = groups.map((group) => groupSection(group, scope))
  const objects = objectViews(mentioned, scope)
  const page = html`<!doctype html>
    <html lang="en">
    ${headView(`${document.info.title} reference`, assetsBase)}
    <body>
    <a class="skip" href="#content">Skip to the content</a>
    <div class="topbar"><button type="button" class="icon menu" aria-expanded="false" aria-controls="sidebar" aria-label="Contents">${menuIcon}</button><a href="#start">${document.info.title}</a></div>
    <div class="layout">
    ${sidebarView(document, groups, [...objects.keys()], assetsBase)}
    <main id="content" tabindex="-1">${opening}${sections}${groups.length === 0 && html`<p class="empty">This document has no operations yet.</p>`}${objectSection(objects)}</main>
    </div>
    ${tryItView()}
    </body></html>`
  return page.text
}
