// One page by itself: a Markdown file, an HTML file, a page of the web.

import { type ImportAssets, isHarmless, openImportAssets } from './archives/import-assets.ts'
import type { ImportTree } from './archives/import-tree.ts'
import { stemOf, titleFromName } from './archives/names.ts'
import type { TargetUse } from './formats/html/maker.ts'
import { type HtmlOptions, htmlPage } from './formats/html/page.ts'
import { markdownSheet } from './formats/markdown-page.ts'

/** Where a page came from; nothing for one that was uploaded. */
export type DocumentOrigin = { url?: string; name?: string }

export function convertMarkdown(text: string, origin: DocumentOrigin): ImportTree {
  const assets = openImportAssets()
  const sheet = markdownSheet(text, {
    ref: assets.nextRef(),
    title: titleOf(origin),
    targetOf: (written, use) => targetBeside(assets, origin, written, use),
  })
  return assets.tree([sheet])
}

export function convertHtml(
  text: string,
  origin: DocumentOrigin,
  more: Partial<HtmlOptions> = {},
): ImportTree {
  const assets = openImportAssets()
  const page = htmlPage(text, {
    title: titleOf(origin),
    targetOf: (written, use, base) => targetBeside(assets, withBase(origin, base), written, use),
    ...more,
  })
  return assets.tree([{ ref: assets.nextRef(), children: [], ...page }])
}

function titleOf({ name, url }: DocumentOrigin) {
  const last = name ?? (url && lastOf(new URL(url).pathname))
  return last ? titleFromName(stemOf(last).replace(/\.docx?$/i, '')) : 'Untitled'
}

/** As it is written where it was not written in UTF-8. */
function lastOf(path: string) {
  const last = path.split('/').findLast((part) => part !== '')
  try {
    return last && decodeURIComponent(last)
  } catch {
    return last
  }
}

/** Links of a page that names a base start from there. */
function withBase(origin: DocumentOrigin, base: string | undefined): DocumentOrigin {
  const url = base && (origin.url === undefined ? withScheme(base) : resolved(base, origin.url))
  return url && /^https?:/i.test(url) ? { ...origin, url } : origin
}

/** Links lead where they led: relative ones from the address of the page. Images are wanted from there. */
function targetBeside(
  assets: ImportAssets,
  { url }: DocumentOrigin,
  written: string,
  use: TargetUse,
): string | undefined {
  if (/^data:/i.test(written)) return use === 'image' ? assets.takeData(written) : undefined
  if (written.startsWith('#')) return written
  const absolute = url === undefined ? withScheme(written) : resolved(written, url)
  if (absolute === undefined) {
    if (use === 'image') assets.miss(written)
    return /^[a-z][a-z0-9+.-]*:/i.test(written) ? undefined : written
  }
  if (!isHarmless(absolute)) return
  if (use === 'image') assets.wantImage(absolute)
  return absolute
}

function withScheme(written: string) {
  if (/^\/\//.test(written)) return `https:${written}`
  return /^[a-z][a-z0-9+.-]*:/i.test(written) ? written : undefined
}

function resolved(written: string, base: string) {
  try {
    return new URL(written, base).href
  } catch {
    return
  }
}
