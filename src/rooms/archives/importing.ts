// From an archive to a new space. Everything is read, checked and worked out beside the database; one transaction at the
// end makes it visible, or nothing.
import { MOST_LEVELS } from '../../content/draft/depth.ts'
import { raiseDeepPages } from '../../content/draft/raise-deep.ts'
import { allEntries } from '../../content/nodes/map.ts'
import type { PageTree } from '../../content/nodes/page-tree.ts'
import { type RevisionView, readRevision } from '../../content/nodes/revision.ts'
import type { OutsideContext, WriteContext } from '../../domain/context.ts'
import type { InTransaction } from '../../domain/jobs.ts'
import { invalid } from '../../domain/problems.ts'
import { pageFilesOf } from '../../sync/file-kinds.ts'
import { buildContent } from '../../sync/read/build-content.ts'
import { openRepository } from '../../sync/read/repository.ts'
import type { Archive } from '../../world/archive.ts'
import { restoreChangeRequests } from '../change-requests/restoring.ts'
import { placeForNew } from '../collections/placement.ts'
import { type RestoredComments, restoreComments } from '../comments/restoring.ts'
import { syncTools } from '../git/tools.ts'
import { restoreReviews } from '../reviews/restoring.ts'
import { openNodes, storeNodes, writeRevision } from '../revisions/revisions.ts'
import { lockSpace, moveHead } from '../spaces/heads.ts'
import type { SpaceChanges } from '../spaces/schema.ts'
import { changeSpace, createSpace } from '../spaces/spaces.ts'
import type { OnProgress } from './exporting.ts'
import { PAGES_FILE } from './names.ts'
import { findPeople, type People } from './people.ts'
import { type Export, readExport, type Tree, treeOf } from './read-archive.ts'
import { type Revisions, restoredChangeRequest, restoreSides, rootOf } from './restore-change-requests.ts'
import { type Restoring, restoreContent } from './restore-content.ts'
import { addComments } from './restore-discussion.ts'
import { type Proposal, restoreProposals } from './restore-state.ts'

export type Importing = {
  /** Who imports: the space is theirs, and so is what people said who are not known here. */
  ctx: OutsideContext
  inTransaction: InTransaction
  onProgress: OnProgress
}

export type ImportOptions = {
  organizationId: string
  title?: string
  parent?: string
  createUsers: boolean
}

export async function importSpace(importing: Importing, archive: Archive, options: ImportOptions) {
  const { ctx, inTransaction, onProgress } = importing
  // Asked again when it is made; here so that nobody waits for a refusal.
  await placeForNew(ctx, options.organizationId, options.parent)
  const all = archive.entries.length
  const counted = (what: string, all: number) => {
    let done = 0
    onProgress(what, 0, all)
    return () => onProgress(what, ++done, all)
  }
  const read = await readExport(archive)
  const tree = await treeOf(archive, counted('reading the archive', all))
  const nodes = openNodes(ctx)
  const store = () => inTransaction((ctx) => storeNodes(ctx, nodes))
  const onRead = counted('bringing pages and files', read ? read.pages.length + read.files.files.length : 0)
  const work: Restoring = { ctx, archive, nodes, tree, store, onRead }
  const content = read ? await restored(work, read) : await plain(work)
  await store()
  const counts = await countsOf(content.head)
  onProgress('making the space', 0, 0)
  const made = await inTransaction((ctx) => makeSpace(ctx, options, content, read))
  return { ...made, ...counts, edited: content.edited, problems: content.problems }
}

async function countsOf({ nodes, root }: RevisionView) {
  const [pages, files] = [await allEntries(nodes, root.pages), await allEntries(nodes, root.files)]
  const reusables = await allEntries(nodes, root.reusables)
  return { pages: pages.length, files: files.length, reusableContents: reusables.length }
}

type Content = {
  /** What readers see. */
  head: RevisionView
  /** What was exported, where the archive was edited since. */
  exported?: RevisionView
  proposals: Map<number, Proposal>
  sides: Map<number, string[]>
  edited: string[]
  problems: { file: string; kind: string; message: string }[]
}

async function restored(work: Restoring, read: Export): Promise<Content> {
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

async function raiseProposal(proposal: Proposal) {
  const { base, proposed } = proposal
  if (base) proposal.base = { ...base, view: (await raiseDeepPages(base.view)).view }
  if (proposed) proposal.proposed = (await raiseDeepPages(proposed)).view
}

function problemOf({ page }: PageTree) {
  const message = `“${page.title}” is more than ${MOST_LEVELS} levels deep; here it stands at level ${MOST_LEVELS}`
  return { file: PAGES_FILE, kind: 'too-deep', message }
}

function editedSince({ oids }: Tree, tree: Record<string, string>) {
  const paths = new Set([...oids.keys(), ...Object.keys(tree)])
  return [...paths].filter((path) => oids.get(path) !== tree[path]).sort()
}

/** Markdown that Quire never saw. */
async function plain(work: Restoring): Promise<Content> {
  const { head, problems, pageFiles } = await built(work, await readRevision(work.nodes, null))
  if (pageFiles === 0)
    throw invalid('There is nothing to import: no Markdown, and nothing that Quire exported')
  return { head, proposals: new Map(), sides: new Map(), edited: [], problems }
}

async function built({ ctx, nodes, tree, store, onRead }: Restoring, syncBase: RevisionView) {
  const repository = await openRepository(ctx, tree, 'archive', '')
  const { root, problems } = await buildContent({
    tools: syncTools(ctx),
    nodes,
    store,
    repository,
    syncBase,
    current: syncBase,
    renames: new Map(),
    onCount: async () => {},
    onRead: async () => onRead(),
  })
  return { head: await readRevision(nodes, root), problems, pageFiles: pageFilesOf(repository).size }
}

async function makeSpace(ctx: WriteContext, options: ImportOptions, content: Content, read?: Export) {
  const { organizationId, parent, title = read?.space.title } = options
  const created = await createSpace(ctx, organizationId, { title, parent })
  const space = read ? await changeSpace(ctx, created, settingsOf(read.space, created.parentId)) : created
  const revisions = await writeRevisions(ctx, space.id, created.revisionId, content)
  await moveHead(ctx, await lockSpace(ctx, space.id), revisions.head)
  const people = read && (await findPeople(ctx, read, options))
  const counts = read && people && (await restoreRows(ctx, { space, revisions, people }, content, read))
  return {
    space: { id: space.id, title: space.title },
    ...(counts ?? { changeRequests: 0, comments: 0 }),
    people: people?.told() ?? { matched: 0, created: [], unknown: [], standIns: 0 },
  }
}

/** Where it lies may rule out who could see it before. */
function settingsOf(
  { language, visibility, ...space }: Export['space'],
  parentId: string | null,
): SpaceChanges {
  const { emoji, icon, editMode, defaultLevel, mergeRules } = space
  const isLeft = visibility === 'in-collection' && parentId === null
  return {
    emoji,
    icon,
    editMode,
    defaultLevel,
    mergeRules,
    ...(language && { language }),
    ...(!isLeft && { visibility }),
  }
}

/** Oldest first: what change requests stand on, what was exported, what readers see. */
async function writeRevisions(
  ctx: WriteContext,
  spaceId: string,
  first: string,
  content: Content,
): Promise<Revisions> {
  const { head, exported, proposals } = content
  const bases = new Map<number, string>()
  let latest = first
  const write = async (view: RevisionView) => {
    const details = { spaceId, root: rootOf(view), type: 'edits' as const, parents: [latest] }
    latest = await writeRevision(ctx, undefined, details)
    return latest
  }
  for (const { base } of proposals.values())
    if (base && !bases.has(base.number)) bases.set(base.number, await write(base.view))
  const stoodOn = exported && (await write(exported))
  const headId = await write(head)
  return { first, bases, exported: stoodOn ?? headId, head: headId }
}

type Made = { space: { id: string; organizationId: string }; revisions: Revisions; people: People }

async function restoreRows(
  ctx: WriteContext,
  { space, revisions, people }: Made,
  content: Content,
  read: Export,
) {
  const spaceId = space.id
  const rows = []
  const reviews = []
  const talk: RestoredComments = { comments: [], replies: [], reactions: [] }
  const before = revisions.first
  for (const entry of read.changeRequests) {
    const sides = content.sides.get(entry.number) ?? []
    const proposal = content.proposals.get(entry.number)
    const row = await restoredChangeRequest(ctx, { spaceId, revisions, people }, entry, { proposal, sides })
    rows.push(row)
    const ids = new Map<string, string>()
    for (const { id, by, requestedBy, isCurrent, status, createdAt, updatedAt } of entry.reviews) {
      ids.set(id, ctx.ids.next())
      reviews.push({
        id: ids.get(id) ?? id,
        spaceId,
        changeRequestId: row.id,
        reviewerId: people.idOf(by),
        requestedBy: people.somebody(requestedBy),
        revisionId: isCurrent ? row.revisionId : before,
        status,
        createdAt: new Date(createdAt),
        updatedAt: new Date(updatedAt),
      })
    }
    const place = { spaceId, changeRequestId: row.id, now: row.revisionId, before, reviews: ids }
    addComments(talk, place, entry.comments, people)
  }
  const place = { spaceId, changeRequestId: null, now: revisions.head, before, reviews: new Map() }
  addComments(talk, place, read.comments, people)
  const numbers = read.changeRequests.map(({ number }) => number)
  await restoreChangeRequests(ctx, space, rows, Math.max(read.space.lastChangeRequest, ...numbers))
  await restoreReviews(ctx, reviews)
  await restoreComments(ctx, spaceId, talk)
  return { changeRequests: rows.length, comments: talk.comments.length }
}
