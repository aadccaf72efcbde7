// What Confluence exports as HTML: an index with the tree of pages, and pages with their macros drawn.
import { readTarget } from '../../content/links/paths.ts'
import { type ImportAssets, openImportAssets } from '../archives/import-assets.ts'
import type { ImportTree, Sheet } from '../archives/import-tree.ts'
import { compareNames, isPagePath, stemOf } from '../archives/names.ts'
import { unzip, withoutCommonFolder } from '../archives/unzip.ts'
import { anchorsIn, sheetAt } from '../pages.ts'
import { Refusal } from '../refusal.ts'
import { decodeText } from '../text.ts'
import {
  attribute,
  type Element,
  element,
  elementsIn,
  findElement,
  findElements,
  hasClass,
  parseHtml,
  removeElements,
  replaceElements,
  wordsOf,
} from './html/tree.ts'

type Entry = { path: string; title: string; children: Entry[] }

export async function convertConfluence(bytes: Uint8Array): Promise<ImportTree> {
  const archive = withoutCommonFolder(await unzip(bytes))
  const { files } = archive
  if (files.has('entities.xml'))
    throw new Refusal(
      'invalid',
      'the archive is an XML export of Confluence; export the space as HTML instead',
    )
  const assets = openImportAssets(archive)
  for (const path of files.keys()) if (isOfExporter(path)) assets.serve(path)
  const paths = [...files.keys()].filter((path) => isPagePath(path) && path !== 'index.html')
  for (const path of paths) assets.refOfPage(path)
  const index = files.get('index.html')
  const { title: space, entries } = index ? readIndex(decodeText(index)) : { title: '', entries: [] }
  const linkedTo = anchorsIn(assets, paths)
  const make = (path: string, title?: string) => pageAt(assets, path, { space, title, linkedTo })
  const left = new Set(paths)
  const sheetsOf = (some: Entry[]): Sheet[] =>
    some.flatMap(({ path, title, children }) => {
      const below = sheetsOf(children)
      return left.delete(path) ? [{ ...make(path, title), children: below }] : below
    })
  const sheets = sheetsOf(entries)
  const rest = [...left].sort((one, other) => compareNames(stemOf(one), stemOf(other)))
  return assets.tree([...sheets, ...rest.map((path) => make(path))])
}

/** Its index, its icons, its styles. What people put there is below `attachments`. */
function isOfExporter(path: string) {
  return path === 'index.html' || /^(?:images|styles)\//.test(path)
}

/** The name of the space, and its pages as nested lists of links. */
function readIndex(text: string) {
  const root = parseHtml(text)
  const lists = findElements(root, ({ name }) => name === 'ul')
  const entries = lists.flatMap((list) => entriesOf(list))
  const heading = findElement(root, (node) => attribute(node, 'id') === 'title-text' || node.name === 'h1')
  const cell = findElements(root, ({ name }) => name === 'tr').find((row) =>
    /^(?:Name|Key)/.test(wordsOf(row)),
  )
  const name = cell && elementsIn(cell.children).at(-1)
  return { title: name ? wordsOf(name) : heading ? wordsOf(heading) : '', entries }
}

function entriesOf(list: Element): Entry[] {
  return elementsIn(list.children).flatMap((item) => {
    const link =
      elementsIn(item.children).find(({ name }) => name === 'a') ??
      findElement(item, ({ name }) => name === 'a')
    const children = elementsIn(item.children)
      .filter(({ name }) => name === 'ul')
      .flatMap(entriesOf)
    const read = readTarget((link && attribute(link, 'href')) ?? '', '')
    return link && read.kind === 'inside' ? [{ path: read.path, title: wordsOf(link), children }] : children
  })
}

type PageContext = { space: string; title?: string; linkedTo: ReadonlySet<string> }

function pageAt(assets: ImportAssets, path: string, { space, title, linkedTo }: PageContext): Sheet {
  const sheet = sheetAt(assets, path, {
    linkedTo,
    prepare: (root) => {
      nameAttachments(assets, path, root)
      return contentOf(root)
    },
  })
  // Titles are written as `Space : Title`.
  const own =
    space !== '' && sheet.title.startsWith(`${space} : `) ? sheet.title.slice(space.length + 3) : sheet.title
  return { ...sheet, title: title ?? own }
}

/** Attached files are named by numbers; what they are called is where they are listed. */
function nameAttachments(assets: ImportAssets, path: string, root: Element) {
  for (const link of findElements(root, ({ name }) => name === 'a')) {
    const read = readTarget(attribute(link, 'href') ?? '', path)
    const name = attribute(link, 'data-linked-resource-default-alias') ?? wordsOf(link)
    if (read.kind === 'inside' && /(?:^|\/)attachments\//.test(read.path) && /\.\w{1,8}$/.test(name))
      assets.take(read.path, name)
  }
  for (const image of findElements(root, ({ name }) => name === 'img')) {
    const read = readTarget(attribute(image, 'src') ?? '', path)
    const name = attribute(image, 'data-linked-resource-default-alias')
    if (name && read.kind === 'inside') assets.take(read.path, name)
  }
}

function contentOf(root: Element): Element {
  const title = findElement(root, (node) => attribute(node, 'id') === 'title-text')
  const content =
    findElement(root, (node) => attribute(node, 'id') === 'main-content') ??
    findElement(root, (node) => hasClass(node, 'wiki-content'))
  const attachments = attachmentsOf(root, content)
  const page = content ?? findElement(root, (node) => node.name === 'body') ?? root
  removeElements(
    page,
    (node) =>
      hasClass(node, 'toc-macro', 'page-metadata', 'hidden-toc', 'plugin_pagetree') ||
      attribute(node, 'id') === 'footer',
  )
  replaceElements(page, macroOf)
  const heading = title ? [element('h1', {}, title.children)] : []
  return element('body', {}, [...heading, ...page.children, ...attachments])
}

/** Files that are attached but that the text does not show. */
function attachmentsOf(root: Element, content: Element | undefined): Element[] {
  const heading = findElement(root, (node) => attribute(node, 'id') === 'attachments')
  const section =
    heading &&
    findElements(root, (node) => hasClass(node, 'pageSection')).find((node) =>
      findElement(node, (child) => child === heading),
    )
  if (!section || !content || findElement(content, (node) => node === heading)) return []
  const shown = new Set(
    findElements(content, ({ name }) => name === 'img' || name === 'a').map(
      (node) => attribute(node, 'src') ?? attribute(node, 'href'),
    ),
  )
  const links = findElements(section, ({ name }) => name === 'a').filter(
    (link) => !shown.has(attribute(link, 'href')),
  )
  if (links.length === 0) return []
  return [
    element('h2', {}, ['Attachments']),
    element(
      'ul',
      {},
      links.map((link) => element('li', {}, [link])),
    ),
  ]
}

function macroOf(node: Element): Element[] | undefined {
  if (hasClass(node, 'expand-container')) {
    const title = findElement(node, (child) => hasClass(child, 'expand-control-text'))
    const body = findElement(node, (child) => hasClass(child, 'expand-content'))
    return [
      element('details', {}, [
        element('summary', {}, [title ? wordsOf(title) : 'Details']),
        ...(body?.children ?? []),
      ]),
    ]
  }
  if (hasClass(node, 'code', 'preformatted') && hasClass(node, 'panel')) {
    const pre = findElement(node, ({ name }) => name === 'pre')
    const header = findElement(node, (child) => hasClass(child, 'codeHeader'))
    // Beside the title there may be a switch to unfold the code.
    const title = header && findElement(header, (child) => child.name === 'b' || hasClass(child, 'codeTitle'))
    return (
      pre && [{ ...pre, attributes: { ...pre.attributes, ...(title && { 'data-title': wordsOf(title) }) } }]
    )
  }
  if (hasClass(node, 'panel') && findElement(node, (child) => hasClass(child, 'panelContent')))
    return [panel(node)]
  if (node.name === 'a' && hasClass(node, 'confluence-userlink')) return [element('span', {}, node.children)]
}

/** A panel with a frame is a hint that says nothing of its weight. */
function panel(node: Element): Element {
  const title = findElement(node, (child) => hasClass(child, 'panelHeader'))
  const body = findElement(node, (child) => hasClass(child, 'panelContent'))
  const heading = title ? [element('p', { class: 'admonition-title' }, [wordsOf(title)])] : []
  return element('div', { class: 'admonition' }, [...heading, ...(body?.children ?? [])])
}
