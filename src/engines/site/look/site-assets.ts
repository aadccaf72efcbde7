// Every file that a page of a site may ask for. The scripts import one another by relative address, so all of them have
// to be served from the same folder.

/** In the order in which they apply. */
export const CONTENT_STYLES = [
  'content.css',
  'code.css',
  'boxes.css',
  'cards.css',
  'rare.css',
  'api.css',
] as const
export const SITE_STYLES = ['site.css', 'banners.css', 'other-pages.css', 'kit.css'] as const
/** These are for every page, the others for pages that have what is in them. */
export const COMMON_STYLES: ReadonlySet<string> = new Set(['content.css', 'site.css'])

export const SITE_ASSETS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(SITE_STYLES.map((name) => [name, 'text/css; charset=utf-8'])),
  'finder.css': 'text/css; charset=utf-8',
  'preview.css': 'text/css; charset=utf-8',
  'site.js': 'text/javascript; charset=utf-8',
  'sidebar.js': 'text/javascript; charset=utf-8',
  'outline.js': 'text/javascript; charset=utf-8',
  'headings.js': 'text/javascript; charset=utf-8',
  'events.js': 'text/javascript; charset=utf-8',
  'copy.js': 'text/javascript; charset=utf-8',
  'edit.js': 'text/javascript; charset=utf-8',
  'shown-markdown.js': 'text/javascript; charset=utf-8',
  'next-change.js': 'text/javascript; charset=utf-8',
  'api-more.js': 'text/javascript; charset=utf-8',
  'links.js': 'text/javascript; charset=utf-8',
  'search.js': 'text/javascript; charset=utf-8',
  'blocks.js': 'text/javascript; charset=utf-8',
  'try-it.js': 'text/javascript; charset=utf-8',
  'styled-text.js': 'text/javascript; charset=utf-8',
  'diagrams.js': 'text/javascript; charset=utf-8',
  'drawing.js': 'text/javascript; charset=utf-8',
  'drawing.html': 'text/html; charset=utf-8',
}
