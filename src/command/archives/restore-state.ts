// What change requests stand on and propose, from what differs.
import { openDraft } from '../../engines/content/draft/draft.ts'
import { findEntries } from '../../engines/content/nodes/map.ts'
import { findPages, type RevisionView, readRevision } from '../../engines/content/nodes/revision.ts'
import type {
  FileRecord,
  GitBlob,
  PageRecord,
  ReusableRecord,
  Sibling,
} from '../../engines/content/records.ts'
import { StateFile } from './format.ts'
import { changeRequestFolder } from './names.ts'
import { damaged, type Export, readJson } from './read-archive.ts'
import { keepText, type Restoring, requireTree } from './restore-content.ts'

type Entry = Export['changeRequests'][number]

export type RestoredProposal = {
  /** Undefined where it stands on what the space has. */
  base?: { number: number; view: RevisionView }
  /** Undefined where nothing was edited. */
  proposed?: RevisionView
}

export async function restoreProposals(work: Restoring, head: RevisionView, entries: Entry[]) {
  const bases = new Map<number, RevisionView>()
  const proposals = new Map<number, RestoredProposal>()
  for (const { number, content } of entries) {
    work.onRead()
    if (!content) continue
    const proposal: RestoredProposal = {}
    if (content.base !== null) {
      const view = bases.get(content.base) ?? (await restoreState(work, head, content.base, 'base'))
      bases.set(content.base, view)
      proposal.base = { number: content.base, view }
    }
    const under = proposal.base?.view ?? head
    if (content.isEdited) proposal.proposed = await restoreState(work, under, number, 'proposed')
    proposals.set(number, proposal)
    await work.store()
  }
  return proposals
}

async function restoreState(
  work: Restoring,
  before: RevisionView,
  number: number,
  name: 'base' | 'proposed',
) {
  const { archive, nodes, ctx } = work
  const file = `${changeRequestFolder(number)}${name}.json`
  const state = await readJson(archive, file, StateFile)
  const draft = openDraft(before)
  const ids = state.pages.map(({ id }) => id)
  const pages = await findPages(before, ids)
  for (const entry of state.pages) {
    const { file: _, text, head, ...record } = entry
    const old = pages.get(entry.id)
    const body = await told(text, entry.body, old?.body)
    const git = await withHead(head, record.git, old?.git)
    const page: PageRecord = { ...record, git, body, children: old?.children ?? null }
    draft.putPage(entry.id, page)
  }
  for (const id of state.removedPages) draft.putPage(id, null)
  for (const { parent, pages } of state.lists) {
    const siblings: Sibling[] = []
    for (const id of pages) {
      const page = await draft.page(id)
      if (!page) throw damaged(file, `there is no page ${id}`)
      siblings.push({ id, slug: page.slug })
    }
    draft.putList(parent, siblings)
  }
  const filesBefore = await findEntries<FileRecord>(
    nodes,
    before.root.files,
    state.files.map(({ id }) => id),
  )
  for (const { file: path, ...record } of state.files) {
    const blob = path === undefined ? filesBefore.get(record.id)?.blob : await keepBytes(path, record.blob)
    if (blob === undefined) throw damaged(file, `the file ${record.name} has no bytes`)
    draft.putFileRecord(record.id, { ...record, blob })
  }
  for (const id of state.removedFiles) draft.putFileRecord(id, null)
  const reusablesBefore = await findEntries<ReusableRecord>(
    nodes,
    before.root.reusables,
    state.reusableContents.map(({ id }) => id),
  )
  for (const { file: _, text, head, ...record } of state.reusableContents) {
    const old = reusablesBefore.get(record.id)
    const body = (await told(text, record.body, old?.body)) ?? record.body
    const git = await withHead(head, record.git, old?.git)
    draft.putReusable(record.id, { ...record, body, ...(git && { git }) })
  }
  for (const id of state.removedReusableContents) draft.putReusable(id, null)
  for (const record of state.paths) draft.putPath(record.id, record)
  for (const path of state.removedPaths) draft.putPath(path, null)
  if (state.variables) draft.putVariables(state.variables)
  return requireTree(await readRevision(nodes, await draft.finish()), file)

  async function keepBytes(path: string, wanted: string) {
    if (!archive.has(path)) throw damaged(file, `${path} is missing`)
    const blob = await ctx.blobs.put(await archive.read(path))
    if (blob !== wanted) throw damaged(path, 'its bytes are not the exported bytes')
    return blob
  }

  /** What stood before a text: it came along, or stood there before. */
  async function withHead(path: string | undefined, git: GitBlob | undefined, old: GitBlob | undefined) {
    if (!git?.head) return git
    if (path !== undefined) await keepText(work, path, git.head)
    else if (git.head !== old?.head) return { oid: git.oid, path: git.path }
    return git
  }

  /** The text that came along, or the one that the page had before. */
  async function told(text: string | undefined, body: string | null, old: string | null | undefined) {
    if (body === null) return null
    if (text !== undefined) return keepText(work, text, body)
    // What was edited in the archive since has another text now, here as well.
    if (old) return old
    throw damaged(file, 'a text is missing')
  }
}
