// From the files of an archive to content: the same records over the same texts, under the ids they had.

import { openDraft } from '../../engines/content/draft/draft.ts'
import { allEntries } from '../../engines/content/nodes/map.ts'
import { hashOfText, type NodeSession } from '../../engines/content/nodes/nodes.ts'
import { type PageTree, wholeTree } from '../../engines/content/nodes/page-tree.ts'
import { type RevisionView, readRevision } from '../../engines/content/nodes/revision.ts'
import type { GitBlob, Hash, PageRecord, Sibling } from '../../engines/content/records.ts'
import type { OutsideContext } from '../../kit/domain/context.ts'
import type { Archive } from '../../world/archive/archive.ts'
import type { ArchivedPage, FileEntry, FilesFile, ReusableEntry } from './format.ts'
import { FILES_FILE, PAGES_FILE } from './names.ts'
import { damaged, type Export, readOurs, type Tree } from './read-archive.ts'
import { headIn, textsIn } from './write-content.ts'

export type Restoring = {
  ctx: OutsideContext
  archive: Archive
  nodes: NodeSession
  tree: Tree
  /** Stores nodes that were made; called now and then, so that they do not pile up. */
  store: () => Promise<void>
  onRead: () => void
}

const STORE_EVERY = 500

/**
 * What readers saw. With `isFiled`, pages and files are told as those of a repository, so that what was edited in the
 * archive since can be brought in like an import from Git.
 */
export async function restoreContent(
  work: Restoring,
  { pages, files }: Export,
  { isFiled }: { isFiled: boolean },
): Promise<RevisionView> {
  const { nodes } = work
  const draft = openDraft(await readRevision(nodes, null))
  const gitOf = (entry: { file?: string; git?: GitBlob }) =>
    isFiled && entry.file !== undefined ? { oid: files.tree[entry.file] ?? '', path: entry.file } : entry.git
  const withHead = async (entry: ArchivedPage | ReusableEntry) => {
    const git = gitOf(entry)
    const { head, position } = entry.git ?? {}
    const kept = head && (await headOf(work, entry, head))
    return (
      git && {
        oid: git.oid,
        path: git.path,
        ...(kept && { head: kept }),
        ...(position !== undefined && { position }),
      }
    )
  }
  const place = (kind: 'page' | 'file' | 'reusable', { id, file }: { id: string; file?: string }) => {
    if (isFiled && file !== undefined) draft.putPath(file, { id: file, [kind]: id })
  }
  const lists = new Map<string | null, Sibling[]>()
  const known = new Set<string | null>([null])
  for (const [at, entry] of pages.entries()) {
    const { file: _, text: __, head: ___, ...record } = entry
    const { id, slug, parent } = record
    if (!known.has(parent) || known.has(id))
      throw damaged(PAGES_FILE, `the page ${id} has no place in the tree`)
    known.add(id)
    const siblings = lists.get(parent)
    if (siblings) siblings.push({ id, slug })
    else lists.set(parent, [{ id, slug }])
    const [git, body] = [await withHead(entry), await bodyOf(work, entry)]
    draft.putPage(id, { ...record, git, body, children: null })
    place('page', entry)
    work.onRead()
    if (at % STORE_EVERY === STORE_EVERY - 1) await work.store()
  }
  for (const [parent, siblings] of lists) draft.putList(parent, siblings)
  for (const entry of files.files) {
    const blob = await keepBytes(work, entry)
    if (blob === undefined) continue
    const { file: _, ...record } = entry
    draft.putFileRecord(entry.id, { ...record, blob, ...(isFiled && { git: gitOf(entry) }) })
    place('file', entry)
    work.onRead()
  }
  for (const entry of files.reusableContents) {
    const { file: _, text: __, head: ___, ...record } = entry
    const [git, body] = [await withHead(entry), (await bodyOf(work, entry)) ?? entry.body]
    draft.putReusable(entry.id, { ...record, body, ...(git && { git }) })
    place('reusable', entry)
  }
  if (!isFiled) for (const record of files.paths) draft.putPath(record.id, record)
  draft.putVariables(files.variables)
  if (files.kept) draft.putKept(await keptTreeOf(work, files.kept))
  return requireTree(await readRevision(nodes, await draft.finish()), FILES_FILE)
}

async function keptTreeOf(
  { archive, nodes, tree }: Restoring,
  { summary, config }: NonNullable<FilesFile['kept']>,
) {
  const textAt = async (path: string | undefined) =>
    path !== undefined && tree.oids.has(path)
      ? nodes.putText((await archive.read(path)).toString('utf8'))
      : undefined
  const [listed, configured] = [await textAt(summary), await textAt(config)]
  return {
    ...(configured !== undefined && { config: configured }),
    ...(summary !== undefined && listed !== undefined && { summary: { path: summary, text: listed } }),
  }
}

type Texted = Pick<ArchivedPage, 'body' | 'file' | 'text'>
type Headed = Pick<ArchivedPage, 'file' | 'head'>

/** A file that was edited since has another text than the one that was written; then that one is taken. */
async function bodyOf(
  { archive, nodes, tree }: Restoring,
  { body, file, text }: Texted,
): Promise<Hash | null> {
  if (body === null) return null
  if (text !== undefined) return keepText({ archive, nodes }, text, body)
  if (file === undefined || !tree.oids.has(file)) return nodes.putText('')
  const texts = textsIn((await archive.read(file)).toString('utf8'))
  return nodes.putText(texts.find((text) => hashOfText(text) === body) ?? texts[0] ?? '')
}

/** Gone where the file was edited since: then that says what stands before the text. */
async function headOf({ archive, nodes, tree }: Restoring, { file, head }: Headed, hash: Hash) {
  if (head !== undefined) return keepText({ archive, nodes }, head, hash)
  if (file === undefined || !tree.oids.has(file)) return
  const text = headIn((await archive.read(file)).toString('utf8'))
  return hashOfText(text) === hash ? nodes.putText(text) : undefined
}

/** A text in a file of ours: it must be the one that was written. */
export async function keepText(
  { archive, nodes }: Pick<Restoring, 'archive' | 'nodes'>,
  path: string,
  body: Hash,
) {
  const text = await readOurs(archive, path)
  if (hashOfText(text) !== body) throw damaged(path, 'its text is not the exported text')
  return nodes.putText(text)
}

/** Undefined where the file was deleted from the archive. */
async function keepBytes({ ctx, archive, tree }: Restoring, { file }: FileEntry) {
  return file !== undefined && tree.oids.has(file) ? ctx.blobs.put(await archive.read(file)) : undefined
}

/** Every page stands in the tree once, below the page that it names. */
export async function requireTree(view: RevisionView, file: string) {
  const all = await allEntries<PageRecord>(view.nodes, view.root.pages)
  const seen = new Set<string>()
  const visit = (trees: readonly PageTree[], parent: string | null) => {
    const slugs = new Set(trees.map(({ page }) => page.slug))
    if (slugs.size < trees.length) throw damaged(file, 'two pages have one address')
    for (const { page, below } of trees) {
      if (page.parent !== parent || seen.has(page.id))
        throw damaged(file, `the page ${page.id} has no place in the tree`)
      seen.add(page.id)
      visit(below, page.id)
    }
  }
  visit(await wholeTree(view), null)
  if (seen.size < all.length) throw damaged(file, 'pages are missing in the tree')
  return view
}
