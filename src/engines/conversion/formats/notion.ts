// What Notion exports: every name ends with the id of its page, pages below a page are in a folder of its name, and
// databases are CSV files beside the folder of their rows.
import { readTarget } from '../../content/links/paths.ts'
import { type ImportAssets, openImportAssets } from '../archives/import-assets.ts'
import type { ImportTree, Sheet } from '../archives/import-tree.ts'
import { compareNames, folderOf, isMarkdownPath, isPagePath, stemOf } from '../archives/names.ts'
import {
  fullAllowance,
  type UnzipLimits,
  type UnzippedArchive,
  type UnzippedFiles,
  unzip,
  withoutCommonFolder,
} from '../archives/unzip.ts'
import { sheetAt } from '../pages.ts'
import { decodeText } from '../text.ts'
import { csvTable } from './csv.ts'
import {
  attribute,
  type Element,
  element,
  findElement,
  hasClass,
  isElement,
  replaceElements,
  wordsOf,
} from './html/tree.ts'
import { coverAt } from './markdown-page.ts'

export async function convertNotion(bytes: Uint8Array): Promise<ImportTree> {
  const archive = withoutCommonFolder(await unpacked(bytes, fullAllowance()))
  const { files } = archive
  const assets = openImportAssets(archive)
  const paths = [...files.keys()].filter((path) => isPagePath(path) || isDatabase(files, path))
  for (const path of paths) assets.refOfPage(path)
  for (const path of files.keys()) if (isTwin(files, path)) assets.serve(path)
  return assets.tree(treeOf(assets, paths))
}

/** Large exports are archives in an archive. */
async function unpacked(bytes: Uint8Array, allowance: UnzipLimits, depth = 0): Promise<UnzippedArchive> {
  const { files, skipped } = await unzip(bytes, { allowance })
  const whole: UnzippedArchive = { files: new Map(), skipped }
  for (const [path, content] of files) {
    const isPart = depth < 2 && /(?:^|\/)(?:Export-|[^/]*Part-\d+)[^/]*\.zip$/i.test(path)
    const part = isPart ? await unpacked(content, allowance, depth + 1) : undefined
    for (const [inner, each] of part?.files ?? [[path, content]]) whole.files.set(inner, each)
    whole.skipped += part?.skipped ?? 0
  }
  return whole
}

const ID = /[ -]?[0-9a-f]{32}$/i

/** A name without the id at its end. */
function withoutId(name: string) {
  return name.replace(ID, '').trim() || name
}

/** Of the two files of a database, the one of the view; the other has all rows in another order. */
function isDatabase(files: UnzippedFiles, path: string) {
  return /\.csv$/i.test(path) && !isTwin(files, path)
}

function isTwin(files: UnzippedFiles, path: string) {
  return /_all\.csv$/i.test(path) && files.has(path.replace(/_all\.csv$/i, '.csv'))
}

function bareStem(path: string) {
  return stemOf(path).replace(/(?:_all)?\.csv$/i, '')
}

/** Pages below the page whose name their folder has. */
function treeOf(assets: ImportAssets, paths: readonly string[]): Sheet[] {
  const byFolder = new Map<string, string>()
  for (const path of paths) {
    const place = [folderOf(path), bareStem(path)].filter((part) => part !== '').join('/')
    for (const key of [place, place.split('/').map(withoutId).join('/')])
      if (!byFolder.has(key)) byFolder.set(key, path)
  }
  const below = new Map<string, string[]>()
  for (const path of paths) {
    const parent = parentOf(byFolder, path) ?? ''
    const siblings = below.get(parent)
    if (siblings) siblings.push(path)
    else below.set(parent, [path])
  }
  const sheetsBelow = (parent: string, depth = 0): Sheet[] =>
    (below.get(parent) ?? [])
      .toSorted((one, other) => compareNames(bareStem(one), bareStem(other)))
      .map((path) => ({
        ...sheetOf(assets, path),
        children: depth > 100 ? [] : sheetsBelow(path, depth + 1),
      }))
  return sheetsBelow('')
}

function parentOf(byFolder: ReadonlyMap<string, string>, path: string) {
  for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) {
    const parent = byFolder.get(folder) ?? byFolder.get(folder.split('/').map(withoutId).join('/'))
    if (parent && parent !== path) return parent
  }
}

function sheetOf(assets: ImportAssets, path: string): Sheet {
  const title = withoutId(bareStem(path))
  if (/\.csv$/i.test(path)) return databaseOf(assets, path, title)
  let emoji: string | undefined
  let cover: string | undefined
  const sheet = sheetAt(assets, path, {
    title,
    edit: (text) => (isMarkdownPath(path) ? withHints(withFormulas(text)) : text),
    prepare: (root) => {
      emoji = iconOf(root)
      cover = coverOf(root)
      return bodyOf(root)
    },
  })
  const above = cover === undefined ? sheet.cover : coverAt(assets.targetFrom(path, cover, 'image'))
  return { ...sheet, cover: above, ...(emoji && { emoji }) }
}

/** A table; the first column names pages, which may be there. */
function databaseOf(assets: ImportAssets, path: string, title: string): Sheet {
  const folder = path.replace(/(?:_all)?\.csv$/i, '')
  const rows = new Map<string, string>()
  for (const other of assets.files.keys()) {
    const isRow = [folder, [folderOf(path), title].filter(Boolean).join('/')].includes(folderOf(other))
    if (isRow && assets.isPage(other)) rows.set(withoutId(bareStem(other)), assets.refOfPage(other))
  }
  const markdown = csvTable(decodeText(assets.files.get(path) ?? new Uint8Array()), {
    linkOf: (cell) => rows.get(cell.replaceAll(/[/:\\?*"<>|]/g, ' ').trim()) ?? rows.get(cell),
    targetOf: (written) => {
      const read = readTarget(written, path)
      return read.kind === 'inside' ? (assets.pageAt(read.path) ?? assets.take(read.path)) : undefined
    },
  })
  return { ref: assets.refOfPage(path), title, markdown, children: [] }
}

/** Callouts of the Markdown export are asides with a sign in front. */
function withHints(text: string) {
  const [first = '', ...others] = text.split(/^<aside>\n/m)
  return [first, ...others.map(withHint)].join('')
}

/** What follows the beginning of a callout. Without an end it is none. */
function withHint(text: string) {
  const end = /\n<\/aside>[ \t]*$/m.exec(text)
  if (!end) return `<aside>\n${text}`
  const words = text
    .slice(0, end.index)
    .replace(/^\s*(?:<img[^>]*>|\p{Extended_Pictographic}\ufe0f?)\s*/u, '')
    .trim()
  return `{% hint style="info" %}\n${words}\n{% endhint %}${text.slice(end.index + end[0].length)}`
}

/** Formulas are between single signs there; what has no sign of a formula in it is an amount of money. */
function withFormulas(text: string) {
  return text.replaceAll(
    /(?<![\\$\w])\$(?![\s$])(?=[^$\n\\^_{}=]*[\\^_{}=])([^$\n]*)(?<![\s\\])\$(?![$\d])/g,
    '$$$$$1$$$$',
  )
}

function iconOf(root: Element) {
  const icon = findElement(root, (node) => hasClass(node, 'page-header-icon'))
  const sign = icon ? wordsOf(icon) : ''
  return /^\p{Extended_Pictographic}/u.test(sign) && [...sign].length <= 8 ? sign : undefined
}

function coverOf(root: Element) {
  const image = findElement(root, (node) => hasClass(node, 'page-cover-image'))
  return image && attribute(image, 'src')
}

/** The page of the HTML export, with what its classes say written as elements. */
function bodyOf(root: Element): Element | undefined {
  const body = findElement(root, (node) => node.name === 'body') ?? root
  replaceElements(body, (node) => {
    if (
      hasClass(node, 'page-header-icon') ||
      hasClass(node, 'page-cover-image') ||
      hasClass(node, 'table_of_contents')
    )
      return []
    // A toggle is a list with one item, which holds the details.
    if (node.name === 'ul' && hasClass(node, 'toggle'))
      return node.children.flatMap((item) => (isElement(item) ? item.children : []))
    if (node.name === 'figure' && hasClass(node, 'link-to-page')) return [element('p', {}, node.children)]
    if (node.name === 'a' && hasClass(node, 'bookmark')) return [bookmark(node)]
    if (node.name === 'span' && hasClass(node, 'icon')) return []
  })
  return body
}

function bookmark(node: Element): Element {
  const title = findElement(node, (child) => hasClass(child, 'bookmark-title'))
  const href = attribute(node, 'href') ?? ''
  return element('p', {}, [element('a', { href }, [title ? wordsOf(title) : href])])
}
