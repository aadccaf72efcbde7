// Imports and exports without a server, a database or Git: trees in, trees out. Fast enough to try hundreds of them.
import { openDraft } from '../../src/engines/content/draft/draft.ts'
import { withTexts } from '../../src/engines/content/draft/with-texts.ts'
import { followingTexts } from '../../src/engines/content/links/relink.ts'
import { allEntries } from '../../src/engines/content/nodes/map.ts'
import { type PageTree, wholeTree } from '../../src/engines/content/nodes/page-tree.ts'
import { type RevisionView, readRevision } from '../../src/engines/content/nodes/revision.ts'
import type { PageRecord } from '../../src/engines/content/records.ts'
import { blobId } from '../../src/engines/repository/blob-id.ts'
import { buildContent } from '../../src/engines/sync/read/build-content.ts'
import { openRepository } from '../../src/engines/sync/read/repository.ts'
import type { Built, Repository } from '../../src/engines/sync/types.ts'
import { withFolders } from '../../src/engines/sync/write/follow-folders.ts'
import { patchFor } from '../../src/engines/sync/write/patch.ts'
import { settledContent } from '../../src/engines/sync/write/settled-content.ts'
import type { OutsideContext } from '../../src/kit/domain/context.ts'
import { withoutLostLinks } from '../../src/rooms/content/git/sync/export-space.ts'
import { syncTools } from '../../src/rooms/content/git/sync/tools.ts'
import type { TreeEntry } from '../../src/world/git/git.ts'
import { bytesFromName } from '../../src/world/git/names.ts'
import type { Tree } from './generated-repositories.ts'
import { memoryNodes } from './memory-nodes.ts'

export type Draft = ReturnType<typeof openDraft>

/** Where a repository is read from: a tree in place of a commit. */
function sourceOf(tree: Tree) {
  const blobs = new Map<string, Buffer>()
  const entries = [...tree].map(([path, file]): TreeEntry => {
    const isText = path.isWellFormed()
    if (file.mode === '160000') return { path, mode: file.mode, oid: file.oid, size: 0, isText }
    const oid = blobId(file.bytes)
    blobs.set(oid, file.bytes)
    return { path, mode: file.mode, oid, size: file.bytes.length, isText }
  })
  entries.sort((a, b) => Buffer.compare(bytesFromName(a.path), bytesFromName(b.path)))
  return {
    list: async () => entries,
    readBlobs: async (
      oids: Iterable<string>,
      onBlob: (oid: string, bytes: Buffer) => void | Promise<void>,
    ) => {
      for (const oid of oids) await onBlob(oid, blobs.get(oid) ?? Buffer.alloc(0))
    },
  }
}

export type Imported = Built & { repository: Repository; content: RevisionView; tree: Tree }

export function memorySync(ctx: OutsideContext, directory: string) {
  const nodes = memoryNodes()

  async function imports(
    tree: Tree,
    before?: RevisionView,
    renames = new Map<string, string>(),
  ): Promise<Imported> {
    const repository = await openRepository(ctx, sourceOf(tree), 'commit', directory)
    const syncBase = before ?? (await readRevision(nodes, null))
    const building = { tools: syncTools(ctx), nodes, repository, syncBase, current: syncBase, renames }
    const quiet = { store: async () => {}, onCount: async () => {}, onRead: async () => {} }
    const built = await buildContent({ ...building, ...quiet })
    return { ...built, repository, content: await readRevision(nodes, built.root), tree }
  }

  const everybodyIn = async ({ root }: RevisionView) =>
    (await allEntries<PageRecord>(nodes, root.pages)).map(({ id }) => id)

  return {
    imports,
    /** The content after changes to a draft of it, links following. */
    async edited(content: RevisionView, change: (draft: Draft) => Promise<unknown>) {
      const draft = openDraft(content)
      await change(draft)
      const after = await readRevision(nodes, await draft.finish())
      const findLinkers = () => everybodyIn(after)
      const texts = await followingTexts({ before: content, after, findLinkers, origins: new Map() })
      return (await withTexts(after, texts)).view
    },
    /** The tree after an export, and the content that both sides agree on then. */
    async exports(imported: Imported, wanted: RevisionView) {
      const found = await withoutLostLinks(imported.content, wanted)
      const content = await withFolders(imported, found, () => everybodyIn(found))
      const exported = await patchFor(ctx, imported, content)
      const tree: Tree = new Map(imported.tree)
      for (const [path, bytes] of exported.files) {
        const at = imported.repository.prefix + path
        const mode = tree.get(at)?.mode
        if (bytes === null) tree.delete(at)
        else if (Buffer.isBuffer(bytes)) tree.set(at, { mode: mode === '100755' ? mode : '100644', bytes })
        else throw new Error(`${path} is no text`)
      }
      const { config } = exported
      const old = config && tree.get(config.path)
      if (config)
        tree.set(config.path, { mode: old?.mode === '100755' ? old.mode : '100644', bytes: config.bytes })
      const syncBase = await readRevision(
        nodes,
        await settledContent(ctx, { merged: content, exported, read: imported }),
      )
      return { tree, syncBase, changed: [...exported.files.keys()].sort() }
    },
    pages: async (content: RevisionView) => (await wholeTree(content)).flatMap(flat),
  }
}

/** All that a tree of pages says, a line a page. Those that are not listed have no place
 * but that of their files. */
export async function outlineOf(content: RevisionView, unlisted: Set<string>) {
  const [listed, others]: [string[], string[]] = [[], []]
  const visit = ({ page, below }: PageTree, indent: string) => {
    const { type, title, git, hidden, description, target, body } = page
    const leadsTo = target?.kind === 'url' ? target.url : target?.kind
    const text = body === null ? '' : content.nodes.text(body)
    // Those that are not listed hide by themselves, or below one that does.
    const isHidden = unlisted.has(page.id) || hidden
    const said = [type, title, git?.path, git?.oid, isHidden, description, leadsTo, text]
    if (unlisted.has(page.id)) others.push(JSON.stringify(said))
    else listed.push(indent + JSON.stringify(said))
    for (const one of below) visit(one, `${indent}  `)
  }
  for (const tree of await wholeTree(content)) visit(tree, '')
  return [...listed, ...others.sort()]
}

function flat(tree: PageTree): PageTree[] {
  return [tree, ...tree.below.flatMap(flat)]
}
