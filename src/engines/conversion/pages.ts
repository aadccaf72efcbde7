// A page of an archive, whatever it is written in.

import type { ImportAssets } from './archives/import-assets.ts'
import type { Sheet } from './archives/import-tree.ts'
import { isMarkdownPath, stemOf, titleFromName } from './archives/names.ts'
import type { TargetUse } from './formats/html/maker.ts'
import { type HtmlOptions, htmlPage } from './formats/html/page.ts'
import { markdownSheet } from './formats/markdown-page.ts'
import { decodeText } from './text.ts'

export type PageOptions = Pick<HtmlOptions, 'prepare' | 'isWholeSite' | 'linkedTo'> & {
  title?: string
  /** The text before it is read. */
  edit?: (text: string) => string
  /** Before the assets is asked; null leaves it to the assets. */
  targetOf?: (written: string, use: TargetUse) => string | undefined | null
}

export function sheetAt(assets: ImportAssets, path: string, options: PageOptions = {}): Sheet {
  const { edit = (text) => text, title = titleFromName(stemOf(path)), targetOf: first, ...html } = options
  const ref = assets.refOfPage(path)
  const text = edit(decodeText(assets.files.get(path) ?? new Uint8Array()))
  const targetOf = (written: string, use: TargetUse, base?: string) => {
    const found = first?.(written, use)
    if (found === undefined && first) return
    return found ?? assets.targetFrom(path, fromBase(base, written), use)
  }
  if (isMarkdownPath(path)) return markdownSheet(text, { ref, title, targetOf })
  const page = htmlPage(text, { ...html, title, targetOf })
  return { ref, children: [], ...page }
}

const ABSOLUTE = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i

/** From the base of a page, if that is a path: an address is the one of the site that is now in the archive. */
function fromBase(base: string | undefined, written: string) {
  if (base === undefined || ABSOLUTE.test(base) || ABSOLUTE.test(written) || /^[/#]/.test(written))
    return written
  return base.slice(0, base.lastIndexOf('/') + 1) + written
}

/** All anchors that pages of an archive link to on each other. */
export function anchorsIn(assets: ImportAssets, paths: readonly string[]): ReadonlySet<string> {
  const anchors = new Set<string>()
  for (const path of paths) {
    if (isMarkdownPath(path)) continue
    const text = decodeText(assets.files.get(path) ?? new Uint8Array())
    for (const [, anchor = ''] of text.matchAll(/href=["'][^"'#]*#([^"']+)["']/gi)) anchors.add(anchor)
  }
  return anchors
}
