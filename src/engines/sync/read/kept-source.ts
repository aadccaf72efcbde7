// The repository that a space came from, put together again of what content tells and what is kept beside it: a tree
// that is read like that of a commit.

import type { TreeEntry } from '../../../world/git/git.ts'
import { inGroups } from '../../content/groups.ts'
import { fileOfAsset } from '../../content/links/paths.ts'
import { allEntries } from '../../content/nodes/map.ts'
import type { NodeSession } from '../../content/nodes/nodes.ts'
import type { RevisionView } from '../../content/nodes/revision.ts'
import {
  type FileRecord,
  type Hash,
  type KeptTree,
  NOT_YET,
  type PageRecord,
  type ReusableRecord,
} from '../../content/records.ts'
import { blobId } from '../../repository/blob-id.ts'
import { newHead } from '../../repository/page/page-file.ts'
import { keptFilesOf } from '../kept-files.ts'
import type { FileSource, SyncTools } from '../types.ts'

/** Where the bytes of a file are: a text of its own, a page's two parts, or a blob. */
type Bytes = { text: Hash } | { head?: Hash; title: string; body: Hash } | { blob: Hash }

export type KeptSource = FileSource & {
  /** What was imported, as content. */
  content: RevisionView
  /** The bytes of files, a few at a time. */
  read(oids: Iterable<string>): AsyncGenerator<{ oid: string; bytes: Buffer }>
  /** Files that were too much to be kept. */
  missing: string[]
}

export type KeptTools = Pick<SyncTools, 'blobs'> & { openNodes(): NodeSession }

/** Read between two questions to the database; a page may have five megabytes. */
const MANY = 24

/** As a tree whose project directory is `directory`; undefined where nothing was imported. */
export async function openKeptTree(
  tools: KeptTools,
  { nodes, root }: RevisionView,
  directory: string,
): Promise<KeptSource | undefined> {
  const tree = root.kept?.tree
  if (!tree) return
  const content: RevisionView = { nodes, root: { ...tree.content, kept: root.kept } }
  const folder = directory === '' ? '' : `${directory}/`
  const { entries, bytesOf, missing } = await filesOf(content, tree, folder)

  async function* read(oids: Iterable<string>) {
    for (const some of inGroups([...oids], MANY)) {
      // Each with nodes of its own: what was read is not held on to.
      const near = tools.openNodes()
      const found = some.flatMap((oid) => bytesOf.get(oid) ?? [])
      await near.fetch(found.flatMap((bytes) => textsOf(bytes)))
      for (const oid of some) {
        const bytes = bytesOf.get(oid)
        if (bytes) yield { oid, bytes: await readBytes(tools, near, oid, bytes) }
      }
    }
  }

  return {
    content,
    missing,
    read,
    list: async () => entries,
    async readBlobs(oids, onBlob) {
      for await (const { oid, bytes } of read(oids)) await onBlob(oid, bytes)
    },
  }
}

async function filesOf(content: RevisionView, tree: KeptTree, folder: string) {
  const entries = new Map<string, TreeEntry>()
  const bytesOf = new Map<string, Bytes>()
  const put = (path: string, entry: Pick<TreeEntry, 'mode' | 'oid' | 'size'>, bytes?: Bytes) => {
    entries.set(path, { ...entry, path, isText: path.isWellFormed() })
    if (bytes) bytesOf.set(entry.oid, bytes)
  }
  for (const { path, oid, size, bytes } of await toldFiles(content))
    put(`${folder}${tree.root}${path}`, { mode: '100644', oid, size }, bytes)
  const missing: string[] = []
  for (const { id, mode, oid, size, text, blob } of (await keptFilesOf(content)).values()) {
    const path = folder + id
    const told = entries.get(path)
    if (text !== undefined) put(path, { mode, oid, size }, { text })
    else if (blob !== undefined) put(path, { mode, oid, size }, { blob })
    else if (mode === '160000') put(path, { mode, oid, size })
    else if (told) put(path, { ...told, mode, size })
    else missing.push(id)
  }
  return { entries: [...entries.values()].sort(byPath), bytesOf, missing }
}

function byPath(a: TreeEntry, b: TreeEntry) {
  return a.path < b.path ? -1 : 1
}

type Told = { path: string; oid: string; size: number; bytes: Bytes }

/** What content has of the repository. The size of a text is not known before it is read, and within limits. */
async function toldFiles({ nodes, root }: RevisionView): Promise<Told[]> {
  const files: Told[] = []
  const putText = ({ git, title, body }: Pick<PageRecord, 'git' | 'title' | 'body'>) => {
    if (!git || git.oid === NOT_YET || body === null) return
    files.push({ path: git.path, oid: git.oid, size: 0, bytes: { head: git.head, title, body } })
  }
  for (const page of await allEntries<PageRecord>(nodes, root.pages)) putText(page)
  for (const reusable of await allEntries<ReusableRecord>(nodes, root.reusables)) putText(reusable)
  for (const file of await allEntries<FileRecord>(nodes, root.files)) {
    const { git, size, blob } = file
    if (git && git.oid !== NOT_YET)
      files.push({ path: fileOfAsset(file), oid: git.oid, size, bytes: { blob } })
  }
  return files
}

function textsOf(bytes: Bytes): (Hash | undefined)[] {
  if ('blob' in bytes) return []
  return 'text' in bytes ? [bytes.text] : [bytes.head, bytes.body]
}

async function readBytes(
  { blobs }: KeptTools,
  nodes: NodeSession,
  oid: string,
  bytes: Bytes,
): Promise<Buffer> {
  if ('text' in bytes) return Buffer.from(nodes.text(bytes.text))
  if ('blob' in bytes) {
    const read = await blobs.read(bytes.blob)
    if (!read) throw new Error(`The bytes of the file ${oid} are missing`)
    return read
  }
  const { head, title, body } = bytes
  return textBytes(oid, { head: head && nodes.text(head), title, body: nodes.text(body) })
}

type Text = { head?: string; title: string; body: string }

/** The file of a page or reusable content. A head that is not kept was a title and nothing else, or nothing at all. */
function textBytes(oid: string, { head, title, body }: Text) {
  if (head !== undefined) return Buffer.from(head + body)
  const bare = Buffer.from(body)
  return blobId(bare) === oid ? bare : Buffer.from(newHead({ title }) + body)
}

/** Whether content has the bytes of a file. */
export function isToldBy(text: Text, oid: string) {
  return blobId(textBytes(oid, text)) === oid
}
