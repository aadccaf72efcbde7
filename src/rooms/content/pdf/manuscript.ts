// From the texts of a revision to the source of a book. Runs in a thread: parsing is most of the work.
import { fileOfPage, fileOfReusable } from '../../../engines/content/links/paths.ts'
import type { Standpoint } from '../../../engines/content/links/resolve.ts'
import { allEntries } from '../../../engines/content/nodes/map.ts'
import { type PageTree, wholeTree } from '../../../engines/content/nodes/page-tree.ts'
import type { RevisionView } from '../../../engines/content/nodes/revision.ts'
import type { FileRecord, ReusableRecord } from '../../../engines/content/records.ts'
import type { JSONDocument } from '../../../engines/markdown/document.ts'
import { parseMarkdown } from '../../../engines/markdown/parse.ts'
import type { BookLibrary, BookPage, KnownPage, WrittenBook } from '../../../engines/pdf/book.ts'
import { coverage } from '../../../engines/pdf/fonts.ts'
import { openBook } from '../../../engines/pdf/write-book.ts'
import { addressOf } from '../../../engines/reading/addresses.ts'
import { type Brought, readBrought } from '../../../engines/reading/bring.ts'
import { evaluateDocument } from '../../../engines/reading/evaluate-document.ts'
import { resolveDocument } from '../../../engines/reading/resolve-document.ts'
import { type Links, linksFrom } from '../../../kit/domain/links.ts'
import { type ChosenPage, choosePages } from './choose-pages.ts'
import type { PdfOrder } from './orders.ts'

export type Manuscript = {
  order: PdfOrder
  content: Brought
  /** The addresses of files, by their ids. */
  files: ReadonlyMap<string, string>
  publicUrl: string
  version: string
}

export async function writeManuscript(manuscript: Manuscript): Promise<WrittenBook> {
  const { order, content, files, publicUrl, version } = manuscript
  const view = readBrought(content)
  const links = linksFrom(publicUrl)
  const trees = await wholeTree(view)
  const chosen = choosePages(trees, order)
  const library = await openLibrary({ view, links, order }, trees, files)
  const documents = chosen.filter(({ page }) => page.type === 'document').length
  const { title, subtitle, date, address, language } = order
  const book = openBook(
    { title, subtitle, date, version, address, language, hasFront: !order.only },
    library,
    {
      coverage: coverage(),
      outlinesHeadings: documents === 1,
    },
  )
  for (const one of chosen) book.add(await pageOf({ view, links, order }, one))
  return book.finish()
}

type Source = { view: RevisionView; links: Links; order: PdfOrder }

async function pageOf(source: Source, { page, path, depth }: ChosenPage): Promise<BookPage> {
  const { id, type, title, emoji, description, target } = page
  const shown = { id, title, emoji, description, depth, target, address: pageAddress(source.order, path) }
  if (type !== 'document') return { ...shown, kind: type }
  const text = page.body === null ? '' : source.view.nodes.text(page.body)
  const resolved = await readDocument(source, text, { page: id, file: fileOfPage(page, path) })
  const document = evaluateDocument(resolved, { fillsIn: true, space: source.view.root.variables, page })
  return { ...shown, kind: 'document', document }
}

function readDocument({ view, links }: Source, text: string, from: Standpoint) {
  return resolveDocument(links, view, parseMarkdown(text), from)
}

function pageAddress({ address }: PdfOrder, path: string) {
  return `${address}/${path.split('/').map(encodeURIComponent).join('/')}`
}

async function openLibrary(
  source: Source,
  trees: readonly PageTree[],
  addresses: Manuscript['files'],
): Promise<BookLibrary> {
  const { view, links, order } = source
  const { nodes, root } = view
  const pages = new Map<string, KnownPage>()
  const visit = ({ page, path, below }: PageTree) => {
    const { title, description, emoji } = page
    pages.set(page.id, { title, description, emoji, address: pageAddress(order, path) })
    below.forEach(visit)
  }
  trees.forEach(visit)
  const files = new Map(
    (await allEntries<FileRecord>(nodes, root.files)).map((file) => [
      file.id,
      { ...file, address: addresses.get(file.id) },
    ]),
  )
  const reusables = new Map<string, JSONDocument>()
  for (const reusable of await allEntries<ReusableRecord>(nodes, root.reusables)) {
    const document = await readDocument(source, nodes.text(reusable.body), { file: fileOfReusable(reusable) })
    reusables.set(reusable.id, evaluateDocument(document, { fillsIn: true, space: root.variables }))
  }
  return {
    page: (id) => pages.get(id),
    file: (id) => files.get(id),
    reusable: (id) => reusables.get(id),
    addressOf: (ref) => addressOf(links, ref, order.spaceId),
  }
}
