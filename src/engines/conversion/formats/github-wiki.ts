// A wiki of GitHub: all pages in one namespace, whatever their folder; Home first, the sidebar as the order.

import { type ImportAssets, openImportAssets } from '../archives/import-assets.ts'
import type { ImportTree, Sheet } from '../archives/import-tree.ts'
import { compareNames, isMarkdownPath, stemOf } from '../archives/names.ts'
import { type ImportedSummaryEntry, readSummary } from '../archives/summary.ts'
import { type UnzippedFiles, unzip, withoutCommonFolder } from '../archives/unzip.ts'
import { sheetAt } from '../pages.ts'
import { convertHtml, type DocumentOrigin } from '../single.ts'
import { decodeText } from '../text.ts'
import { attribute, type Element, findElement, hasClass } from './html/tree.ts'
import { type LinkFor, withWikiLinks } from './wiki-links.ts'

export async function convertWikiZip(bytes: Uint8Array): Promise<ImportTree> {
  const archive = withoutCommonFolder(await unzip(bytes))
  const { files } = archive
  const assets = openImportAssets(archive)
  const paths = [...files.keys()].filter((path) => isMarkdownPath(path) && !stemOf(path).startsWith('_'))
  paths.sort(
    (one, other) => Number(isHome(other)) - Number(isHome(one)) || compareNames(stemOf(one), stemOf(other)),
  )
  const byName = new Map(paths.map((path) => [nameOf(stemOf(path)), path]))
  for (const path of paths) assets.refOfPage(path)
  const linkFor = linksOf(byName, files)
  const make = (path: string) => wikiSheet(assets, path, { byName, linkFor })
  const around = [...files.keys()].filter((path) => isMarkdownPath(path) && stemOf(path).startsWith('_'))
  for (const path of around) assets.serve(path)
  const sidebar = around.find((path) => stemOf(path) === '_Sidebar')
  const order = sidebar ? readSummary(withWikiLinks(textAt(files, sidebar), linkFor), false) : []
  return assets.tree(inOrder(order, paths, byName, make))
}

/** One page by its address. */
export function convertWikiPage(text: string, origin: DocumentOrigin): ImportTree {
  return convertHtml(text, origin, { prepare: wikiBody })
}

function wikiBody(root: Element): Element | undefined {
  const body =
    findElement(root, (node) => attribute(node, 'id') === 'wiki-body') ??
    findElement(root, (node) => hasClass(node, 'markdown-body'))
  const title = findElement(root, (node) => hasClass(node, 'gh-header-title'))
  if (body && title) body.children.unshift({ ...title, name: 'h1' })
  return body
}

function isHome(path: string) {
  return stemOf(path).toLowerCase() === 'home'
}

/** Blanks, hyphens and case make no difference between names. */
function nameOf(page: string) {
  return page
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '-')
}

function textAt(files: UnzippedFiles, path: string) {
  return decodeText(files.get(path) ?? new Uint8Array())
}

type Wiki = { byName: Map<string, string>; linkFor: LinkFor }

function wikiSheet(assets: ImportAssets, path: string, { byName, linkFor }: Wiki): Sheet {
  const title = stemOf(path).replaceAll('-', ' ')
  const sheet = sheetAt(assets, path, {
    title,
    edit: (text) => withWikiLinks(text, linkFor),
    targetOf: (written, use) => {
      const page = use === 'link' ? pageMeant(written, byName) : undefined
      return page ? assets.refOfPage(page.path) + page.fragment : null
    },
  })
  // The name of the file is the title; a heading that says something else is part of the text.
  const isSame = nameOf(sheet.title) === nameOf(title)
  return isSame || sheet.title === title
    ? sheet
    : { ...sheet, title, markdown: `# ${sheet.title}\n\n${sheet.markdown}` }
}

/** `Other-Page`, `./Other-Page#part`, and the address of the page itself. */
function pageMeant(target: string, byName: Map<string, string>) {
  const address = /^https?:\/\/github\.com\/[^/]+\/[^/]+\/wiki\/([^?]+)$/.exec(target)?.[1]
  const written = address ?? (/^[a-z][a-z0-9+.-]*:|^#/i.test(target) ? '' : target)
  const [name = '', fragment = ''] = written.split('#')
  const path = byName.get(nameOf(decoded(name.split('/').at(-1) ?? '').replace(/\.md$/i, '')))
  return name !== '' && path ? { path, fragment: fragment && `#${fragment}` } : undefined
}

function decoded(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** `[[Page]]`, `[[text|Page]]`, `[[Page|text]]` and `[[image.png|alt=…]]`. */
function linksOf(byName: ReadonlyMap<string, string>, files: UnzippedFiles): LinkFor {
  const fileAt = openEndings([...files.keys()])
  return (first, second) => {
    if (/\.(?:png|jpe?g|gif|svg|webp)$/i.test(first)) {
      const alt = /alt=([^|]*)/.exec(second)?.[1] ?? ''
      return `![${alt}](<${fileAt(first.replace(/^\//, '')) ?? first}>)`
    }
    const isPageLast = second === '' || byName.has(nameOf(second.split('#')[0] ?? ''))
    const [words, page] = isPageLast ? [first, second || first] : [second, first]
    const target = /^https?:/.test(page) ? page : `<${page.trim().replaceAll(' ', '-')}>`
    return `[${words.trim()}](${target})`
  }
}

/** Finds a file by its path, or by the last parts of it. Sorted by as many parts as are requested, once each. */
function openEndings(paths: readonly string[]) {
  const byParts = new Map<number, Map<string, string>>()
  return (ending: string) => {
    const parts = ending.split('/').length
    const known = byParts.get(parts) ?? new Map(paths.toReversed().map((path) => [endOf(path, parts), path]))
    byParts.set(parts, known)
    return known.get(ending)
  }
}

function endOf(path: string, parts: number) {
  let at = path.length
  for (let left = parts; left > 0 && at >= 0; left--) at = path.lastIndexOf('/', at - 1)
  return path.slice(at + 1)
}

function inOrder(
  order: ImportedSummaryEntry[],
  paths: string[],
  byName: Map<string, string>,
  make: (path: string) => Sheet,
): Sheet[] {
  const left = new Set(paths)
  const place = (entry: ImportedSummaryEntry): Sheet[] => {
    const meant = entry.target === undefined ? undefined : pageMeant(entry.target, byName)
    const isFresh = meant !== undefined && left.delete(meant.path)
    const children = entry.children.flatMap(place)
    return isFresh && meant ? [{ ...make(meant.path), children }] : children
  }
  const home = paths.find(isHome)
  const first = home && left.delete(home) ? [make(home)] : []
  const placed = order.flatMap(place)
  return [...first, ...placed, ...[...left].map(make)]
}
