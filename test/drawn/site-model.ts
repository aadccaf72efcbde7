import { DEFAULT_LAYOUT } from '../../src/engines/content/records.ts'
import { html } from '../../src/engines/html/html.ts'
import type { Look, NavigationEntry, PageModel, SiteModel } from '../../src/engines/site/model.ts'
import { DEFAULTS } from '../../src/rooms/sites/customization/defaults.ts'

/** A site with a little of everything, for tests of its pages. */
export function sampleSite(changes: Partial<SiteModel> = {}): SiteModel {
  return {
    title: 'Beacon',
    home: '/sites/beacon',
    start: '/sites/beacon/',
    language: 'en',
    direction: 'ltr',
    look: DEFAULTS,
    headerLinks: [{ title: 'Blog', style: 'link', href: 'https://example.org/blog', links: [] }],
    footerGroups: [{ title: 'Product', links: [{ title: 'Checks', href: '/sites/beacon/checks' }] }],
    sections: [
      { kind: 'section', title: 'Guide', href: '/sites/beacon/', isCurrent: true },
      { kind: 'section', title: 'API', href: '/sites/beacon/api', isCurrent: false },
    ],
    variants: [
      { title: 'English', href: '/sites/beacon/', isCurrent: true },
      { title: 'Français', href: '/sites/beacon/fr', isCurrent: false, language: 'fr' },
    ],
    assets: {
      styles: [{ href: '/a/content.css' }, { href: '/a/site.css' }],
      script: '/a/site.js',
      folder: '/a/',
    },
    ...changes,
  }
}

export function sampleLook(styling: Partial<Look['styling']>, rest: Partial<Look> = {}): Look {
  return { ...DEFAULTS, ...rest, styling: { ...DEFAULTS.styling, ...styling } }
}

export function samplePage(changes: Partial<PageModel> = {}): PageModel {
  return {
    id: 'checks',
    title: 'Checks',
    description: 'Ask a service every minute whether it answers.',
    layout: DEFAULT_LAYOUT,
    breadcrumbs: [{ title: 'Guide', href: '/sites/beacon/' }],
    body: html`<p>A check asks a service.</p><h2 id="make">Make a check</h2>`,
    outline: [{ id: 'make', title: 'Make a check', depth: 1 }],
    navigation: html``,
    previous: { title: 'Concepts', href: '/sites/beacon/concepts' },
    next: { title: 'Alerts', href: '/sites/beacon/alerts' },
    updatedAt: '2026-11-12T10:00:00Z',
    actions: { markdown: '/sites/beacon/checks.md' },
    head: {
      address: 'https://docs.example.org/checks',
      canonical: 'https://docs.example.org/checks',
      alternates: [],
      noIndex: false,
    },
    ...changes,
  }
}

export function pageEntry(id: string, children?: readonly NavigationEntry[]): NavigationEntry {
  return {
    id,
    kind: 'page',
    title: `Page ${id}`,
    href: () => `/sites/beacon/${id}`,
    children: children && (() => children),
  }
}

/** Around the pages of the API reference. */
export function referenceFrame() {
  const assets = { folder: '/docs/a/', styles: [{ href: '/docs/a/site.css' }], script: '/docs/a/site.js' }
  const apart = { style: '/docs/a/look.css', script: '/docs/a/first.js' }
  return { home: '/docs', look: DEFAULTS, assets: { ...assets, apart } }
}
