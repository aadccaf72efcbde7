import type { NodeSession } from '../../engines/content/nodes/nodes.ts'
import { type RevisionView, readRevision } from '../../engines/content/nodes/revision.ts'
import type { ChangeRequestEntry } from './format.ts'
import type { Gathered } from './gather.ts'
import { changeRequestFolder } from './names.ts'
import type { ArchiveWriter } from './write-content.ts'
import { commentEntries } from './write-discussion.ts'
import { writeState } from './write-state.ts'

type Row = Gathered['changeRequests'][number]

/** One by one, with what each proposes. That of a merged one is part of the space, and only told about. */
export async function writeChangeRequests(
  writing: ArchiveWriter,
  gathered: Gathered,
  head: RevisionView,
): Promise<ChangeRequestEntry[]> {
  const entries: ChangeRequestEntry[] = []
  // By the revision they stand on: the first change request on it that has it in its folder.
  const bases = new Map<string, number>()
  for (const row of gathered.changeRequests) {
    const content = row.status === 'merged' ? null : await writeProposal(writing, gathered, head, row, bases)
    const texts = content ? await writeTexts(writing, gathered, head.nodes, row) : {}
    entries.push(entryOf(gathered, row, content, texts))
    writing.onWritten()
  }
  return entries
}

async function writeProposal(
  writing: ArchiveWriter,
  { space, roots }: Gathered,
  head: RevisionView,
  row: Row,
  bases: Map<string, number>,
): Promise<ChangeRequestEntry['content']> {
  const { number, revisionId, revisionAncestor, revisionInitial } = row
  const folder = changeRequestFolder(number)
  const open = (id: string) => readRevision(head.nodes, roots.get(id) ?? null)
  const isOnSpace = revisionAncestor === space.revisionId
  const base = isOnSpace ? head : await open(revisionAncestor)
  if (!isOnSpace && !bases.has(revisionAncestor)) {
    bases.set(revisionAncestor, number)
    await writeState(writing, folder, 'base', { before: head, after: base })
  }
  const isEdited = revisionId !== revisionAncestor
  if (isEdited) await writeState(writing, folder, 'proposed', { before: base, after: await open(revisionId) })
  return {
    base: isOnSpace ? null : (bases.get(revisionAncestor) ?? number),
    isEdited,
    isUpdated: revisionInitial !== revisionAncestor,
  }
}

/** The texts of conflicts are those of revisions that an export leaves out: they are kept with it. */
async function writeTexts(
  { target }: ArchiveWriter,
  { conflicts }: Gathered,
  nodes: NodeSession,
  { id, number }: Row,
) {
  const texts: Record<string, string> = {}
  const hashes = conflicts(id).flatMap(textsOf)
  await nodes.fetch(hashes)
  for (const hash of new Set(hashes)) {
    const path = `${changeRequestFolder(number)}texts/${hash}.md`
    await target.add(path, Buffer.from(nodes.text(hash)))
    texts[hash] = path
  }
  return texts
}

/** Conflicts tell texts by their hashes. */
export function textsOf({
  field,
  base,
  ours,
  theirs,
}: Record<'field' | 'base' | 'ours' | 'theirs', unknown>) {
  return field === 'body' ? [base, ours, theirs].filter((side) => typeof side === 'string') : []
}

function entryOf(
  gathered: Gathered,
  row: Row,
  content: ChangeRequestEntry['content'],
  texts: Record<string, string>,
): ChangeRequestEntry {
  const { id, number, subject, description, status, createdBy, createdAt, updatedAt, revisionId } = row
  const { personOf, somebody } = gathered
  return {
    number,
    subject,
    description,
    status,
    by: somebody(createdBy),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    content,
    reviewers: gathered.reviewers(id).map((reviewer) => ({
      by: personOf(reviewer.userId),
      requestedBy: somebody(reviewer.requestedBy),
      at: reviewer.createdAt.toISOString(),
      isCurrent: reviewer.revisionId === revisionId,
    })),
    reviews: gathered.reviews(id).map((review) => ({
      id: review.id,
      by: personOf(review.reviewerId),
      requestedBy: somebody(review.requestedBy),
      status: review.status,
      createdAt: review.createdAt.toISOString(),
      updatedAt: review.updatedAt.toISOString(),
      isCurrent: review.revisionId === revisionId,
    })),
    contributors: gathered.contributors(id).map(({ userId, action, count, updatedAt }) => ({
      by: personOf(userId),
      action,
      count,
      at: updatedAt.toISOString(),
    })),
    // Those of a merged one were resolved.
    conflicts: content
      ? gathered.conflicts(id).map(({ kind, subjectId, field, base, ours, theirs, createdAt }) => ({
          kind,
          id: subjectId,
          field,
          base,
          ours,
          theirs,
          at: createdAt.toISOString(),
        }))
      : [],
    texts,
    comments: commentEntries(gathered, id, revisionId),
  }
}
