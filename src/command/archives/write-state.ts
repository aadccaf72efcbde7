// A state of the content by what differs from another one: it costs what differs, however large the space is.
import { freeFile, joinPath } from '../../engines/content/draft/refile.ts'
import { fileOfAsset, fileOfPage } from '../../engines/content/links/paths.ts'
import { diffMaps } from '../../engines/content/nodes/map.ts'
import { findPagesWithPaths, type RevisionView, siblingsAt } from '../../engines/content/nodes/revision.ts'
import type {
  FileRecord,
  GitBlob,
  Hash,
  PageRecord,
  PathRecord,
  ReusableRecord,
} from '../../engines/content/records.ts'
import type { StateFile } from './format.ts'
import { type ArchiveWriter, asJson, bytesOf, isFit } from './write-content.ts'

type Sides = { before: RevisionView; after: RevisionView }

/** Writes `<name>.json`, and texts and files below `<name>/`. */
export async function writeState(writing: ArchiveWriter, folder: string, name: string, sides: Sides) {
  const { before, after } = sides
  const { nodes } = after
  const put = placesIn(writing, `${folder}${name}`)
  const pages = await diffMaps<PageRecord>(nodes, before.root.pages, after.root.pages)
  const files = await diffMaps<FileRecord>(nodes, before.root.files, after.root.files)
  const reusables = await diffMaps<ReusableRecord>(nodes, before.root.reusables, after.root.reusables)
  const paths = await diffMaps<PathRecord>(nodes, before.root.paths, after.root.paths)
  const isSameSet = JSON.stringify(before.root.variables) === JSON.stringify(after.root.variables)
  const state: StateFile = {
    pages: [],
    removedPages: removed(pages),
    lists: await listsThatDiffer(sides, pages),
    files: [],
    removedFiles: removed(files),
    reusableContents: [],
    removedReusableContents: removed(reusables),
    paths: paths.flatMap(({ after }) => after ?? []),
    removedPaths: removed(paths),
    variables: isSameSet ? undefined : after.root.variables,
  }
  const textOf = async (hash: Hash) => {
    await nodes.fetch([hash])
    return Buffer.from(nodes.text(hash))
  }
  const putHead = async (now: { id: string; git?: GitBlob }, old?: { git?: GitBlob }) => {
    const head = now.git?.head
    return head === undefined || head === old?.git?.head
      ? undefined
      : put(`heads/${now.id}.md`, await textOf(head))
  }
  const found = await findPagesWithPaths(
    after,
    pages.map(({ id }) => id),
  )
  for (const { id, before: old } of pages) {
    const now = found.get(id)
    if (!now) continue
    const { children: _, ...record } = now.page
    const { body } = record
    const isTold = body === null || body === old?.body
    const text = isTold ? undefined : await put(fileOfPage(now.page, now.path), await textOf(body))
    state.pages.push({ ...record, text, head: await putHead(now.page, old) })
  }
  for (const { before: old, after: file } of files) {
    if (!file) continue
    const isTold = file.blob === old?.blob
    const path = isTold ? undefined : await put(fileOfAsset(file), await bytesOf(writing.ctx, file))
    state.files.push({ ...file, file: path })
  }
  for (const { before: old, after: reusable } of reusables) {
    if (!reusable) continue
    const isTold = reusable.body === old?.body
    const path = `.gitbook/includes/${reusable.id}.md`
    const text = isTold ? undefined : await put(path, await textOf(reusable.body))
    state.reusableContents.push({ ...reusable, text, head: await putHead(reusable, old) })
  }
  await writing.target.add(`${folder}${name}.json`, asJson(state))
}

function removed(changes: { id: string; after?: unknown }[]) {
  return changes.flatMap(({ id, after }) => (after ? [] : [id]))
}

type PageChange = { id: string; before?: PageRecord; after?: PageRecord }

async function listsThatDiffer({ before, after }: Sides, pages: PageChange[]) {
  const lists: StateFile['lists'] = []
  const add = async (parent: string | null, list: Hash | null) => {
    const siblings = await siblingsAt(after.nodes, list)
    lists.push({ parent, pages: siblings.map(({ id }) => id) })
  }
  if (before.root.top !== after.root.top) await add(null, after.root.top)
  for (const { id, before: old, after: page } of pages)
    if (page && (old?.children ?? null) !== page.children) await add(id, page.children)
  return lists
}

function placesIn({ target, onWritten }: ArchiveWriter, folder: string) {
  const taken = new Set<string>()
  return async function put(wanted: string, bytes: Uint8Array) {
    const name = isFit(wanted) ? wanted : `${taken.size}${/\.md$/i.test(wanted) ? '.md' : ''}`
    const path = await freeFile(joinPath(folder, name), async (path) => taken.has(path))
    taken.add(path)
    await target.add(path, bytes)
    onWritten()
    return path
  }
}
