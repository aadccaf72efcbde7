// What is in an archive, as content: read, checked and worked out beside the database.
import { MOST_LEVELS } from '../../engines/content/draft/depth.ts'
import { raiseDeepPages } from '../../engines/content/draft/raise-deep.ts'
import { allEntries } from '../../engines/content/nodes/map.ts'
import type { PageTree } from '../../engines/content/nodes/page-tree.ts'
import { type RevisionView, readRevision } from '../../engines/content/nodes/revision.ts'
import { buildContent } from '../../engines/sync/read/build-content.ts'
import { openRepository } from '../../engines/sync/read/repository.ts'
import { countPages } from '../../engines/sync/report/count-pages.ts'
import type { OutsideContext } from '../../kit/domain/context.ts'
import type { InTransaction } from '../../kit/domain/jobs.ts'
import { syncTools } from '../../rooms/content/git/sync/tools.ts'
import { openNodes, storeNodes } from '../../rooms/content/spaces/revisions/revisions.ts'
import type { Archive } from '../../world/archive/archive.ts'
import type { OnProgress } from './export-space.ts'
import { PAGES_FILE } from './names.ts'
import { type Export, readExport, type Tree, treeOf } from './read-archive.ts'
import { restoreSides } from './restore-change-requests.ts'
import { type Restoring, restoreContent } from './restore-content.ts'
import { type RestoredProposal, restoreProposals } from './restore-state.ts'

export type Importing = {
  /** Who imports: the space is theirs, and so is what people said who are not known here. */
  ctx: OutsideContext
  inTransaction: InTransaction
  onProgress: OnProgress
}

/** What a space holds that was made of an earlier state of the same archive. */
export type KnownRevisions = {
  /** What was made of the archive the last time. */
  base: RevisionView
  /** What readers see now. */
  current: RevisionView
}

export type ReadArchive = Awaited<ReturnType<typeof readArchive>>

export async function readArchive(importing: Importing, archive: Archive, known?: KnownRevisions) {
  const { ctx, inTransaction, onProgress } = importing
  const counted = (what: string, all: number) => {
    let done = 0
    onProgress(what, 0, all)
    return () => onProgress(what, ++done, all)
  }
  const read = await readExport(archive)
  const tree = await treeOf(archive, counted('reading the archive', archive.entries.length))
  const nodes = known?.base.nodes ?? openNodes(ctx)
  const store = () => inTransaction((ctx) => storeNodes(ctx, nodes))
  const onRead = counted('bringing pages and files', read ? read.pages.length + read.files.files.length : 0)
  const work: Restoring = { ctx, archive, nodes, tree, store, onRead }
  const content = read ? await restored(work, read) : await plain(work, known)
  await store()
  return { read, content, counts: await countsOf(content.head) }
}

async function countsOf({ nodes, root }: RevisionView) {
  const files = await allEntries(nodes, root.files)
  const reusables = await allEntries(nodes, root.reusables)
  const pages = await countPages({ nodes, root })
  return { pages, files: files.length, reusableContents: reusables.length }
}

export type ArchivedContent = {
  /** What readers see. */
  head: RevisionView
  /** What was exported, where the archive was edited since. */
  exported?: RevisionView
  proposals: Map<number, RestoredProposal>
  sides: Map<number, string[]>
  edited: string[]
  problems: { file: string; kind: string; message: string }[]
}

async function restored(work: Restoring, read: Export): Promise<ArchivedContent> {
  const told = await restoreContent(work, read, { isFiled: false })
  const onRead = () => {}
  const proposals = await restoreProposals({ ...work, onRead }, told, read.changeRequests)
  const { view: exported, raised } = await raiseDeepPages(told)
  for (const proposal of proposals.values()) await raiseProposal(proposal)
  const sides = new Map<number, string[]>()
  for (const entry of read.changeRequests) {
    const under = proposals.get(entry.number)?.proposed ?? exported
    if (entry.conflicts.length > 0) sides.set(entry.number, await restoreSides(work, entry, under))
  }
  const edited = editedSince(work.tree, read.files.tree)
  if (edited.length === 0)
    return { head: exported, proposals, sides, edited, problems: raised.map(problemOf) }
  // Somebody worked in the folder: that is brought in as an import from Git would, pages keep their ids.
  const filed = await raiseDeepPages(await restoreContent({ ...work, onRead }, read, { isFiled: true }))
  const { head, problems } = await built(work, filed.view)
  return { head, exported, proposals, sides, edited, problems }
}

async function raiseProposal(proposal: RestoredProposal) {
  const { base, proposed } = proposal
  if (base) proposal.base = { ...base, view: (await raiseDeepPages(base.view)).view }
  if (proposed) proposal.proposed = (await raiseDeepPages(proposed)).view
}

function problemOf({ page }: PageTree) {
  const message = `“${page.title}” is more than ${MOST_LEVELS} levels deep; it moves up to level ${MOST_LEVELS}`
  return { file: PAGES_FILE, kind: 'too-deep', message }
}

function editedSince({ oids }: Tree, tree: Record<string, string>) {
  const paths = new Set([...oids.keys(), ...Object.keys(tree)])
  return [...paths].filter((path) => oids.get(path) !== tree[path]).sort()
}

/** Markdown that Quire never saw. */
async function plain(work: Restoring, known?: KnownRevisions): Promise<ArchivedContent> {
  const empty = await readRevision(work.nodes, null)
  const { head, problems } = await built(work, known?.base ?? empty, known?.current)
  return { head, proposals: new Map(), sides: new Map(), edited: [], problems }
}

async function built(
  { ctx, nodes, tree, store, onRead }: Restoring,
  syncBase: RevisionView,
  current = syncBase,
) {
  const repository = await openRepository(ctx, tree, 'archive', '')
  const { root, problems } = await buildContent({
    tools: syncTools(ctx),
    nodes,
    store,
    repository,
    syncBase,
    current,
    renames: new Map(),
    onCount: async () => {},
    onRead: async () => onRead(),
  })
  return { head: await readRevision(nodes, root), problems }
}
