// A space and a branch that never agreed on anything. Nothing was deleted on either side then: each brings what only it
// has. Of what both have, the files are compared; all else is as the space has it.
import { openDraft } from '../content/draft/draft.ts'
import { allEntries, findEntries } from '../content/nodes/map.ts'
import { findPages, type RevisionView, readRevision } from '../content/nodes/revision.ts'
import type { FileRecord, PageRecord, ReusableRecord } from '../content/records.ts'

/** The base of their merge. */
export async function baseOfUnrelatedHistories(
  space: RevisionView,
  branch: RevisionView,
): Promise<RevisionView> {
  const { nodes } = space
  const draft = openDraft(await readRevision(nodes, null))
  const nothing = nodes.putText('')
  const pages = await allEntries<PageRecord>(nodes, branch.root.pages)
  const ours = await findPages(space, idsOf(pages))
  for (const theirs of pages) {
    const page = ours.get(theirs.id)
    if (page) draft.putPage(page.id, page.type === 'document' ? withoutFile(theirs, page) : beside(theirs))
  }
  const files = await allEntries<FileRecord>(nodes, branch.root.files)
  const ourFiles = await findEntries<FileRecord>(nodes, space.root.files, idsOf(files))
  for (const theirs of files) {
    const file = ourFiles.get(theirs.id)
    if (file) draft.putFileRecord(file.id, { ...theirs, blob: nothing, git: file.git })
  }
  const reusables = await allEntries<ReusableRecord>(nodes, branch.root.reusables)
  const ourReusables = await findEntries<ReusableRecord>(nodes, space.root.reusables, idsOf(reusables))
  for (const { id } of reusables) {
    const reusable = ourReusables.get(id)
    if (reusable) draft.putReusable(id, { id, title: '', body: nothing, git: reusable.git })
  }
  return readRevision(nodes, await draft.finish())
}

function idsOf(records: { id: string }[]) {
  return records.map(({ id }) => id)
}

/** Neither text nor frontmatter: what differs there is in dispute. Where the file is, the branch knows. */
function withoutFile(theirs: PageRecord, { git }: PageRecord): PageRecord {
  const { id, type, slug, parent, hidden, createdAt, updatedAt } = theirs
  const place = { id, type, slug, parent, hidden, createdAt, updatedAt }
  return { ...place, git, title: '', body: null, children: null }
}

/** Groups and links have no file. */
function beside(theirs: PageRecord): PageRecord {
  return { ...theirs, children: null }
}
