// Change requests as rows again: their revisions first, then all that hangs on them.
import { openDraft } from '../../engines/content/draft/draft.ts'
import { findPage, putRoot, type RevisionView } from '../../engines/content/nodes/revision.ts'
import type { Hash, PageRecord } from '../../engines/content/records.ts'
import type { WriteContext } from '../../kit/domain/context.ts'
import { writeRevision } from '../../rooms/content/spaces/revisions/revisions.ts'
import type { RestoredChangeRequest } from '../../rooms/review/change-requests/restore-change-requests.ts'
import type { ChangeRequestEntry } from './format.ts'
import type { People } from './people.ts'
import { damaged } from './read-archive.ts'
import { keepText, type Restoring } from './restore-content.ts'
import type { RestoredProposal } from './restore-state.ts'
import { textsOf } from './write-change-requests.ts'

export type Revisions = {
  /** The first one of the space, with nothing in it. */
  first: string
  /** What change requests stand on that stand on the space. */
  exported: string
  head: string
  /** Of bases, by the number of the change request that has them. */
  bases: Map<number, string>
}

/** Writes what it stands on, what it proposes and what its conflicts tell; the row names these. */
export async function restoredChangeRequest(
  ctx: WriteContext,
  place: { spaceId: string; revisions: Revisions; people: People },
  entry: ChangeRequestEntry,
  { proposal, sides }: { proposal?: RestoredProposal; sides: Hash[] },
): Promise<RestoredChangeRequest> {
  const { spaceId, revisions, people } = place
  const { content, status } = entry
  const id = ctx.ids.next()
  const base = proposal?.base ? revisions.bases.get(proposal.base.number) : undefined
  const ancestor = content ? (base ?? revisions.exported) : revisions.head
  let revisionId = ancestor
  const written = { spaceId, changeRequestId: id }
  for (const root of sides)
    await writeRevision(ctx, undefined, { ...written, root, type: 'update', parents: [ancestor] })
  if (proposal?.proposed) {
    const root = rootOf(proposal.proposed)
    revisionId = await writeRevision(ctx, undefined, { ...written, root, type: 'edits', parents: [ancestor] })
  }
  const revisionOf = ({ isCurrent }: { isCurrent: boolean }) => (isCurrent ? revisionId : revisions.first)
  return {
    id,
    number: entry.number,
    status,
    subject: entry.subject,
    description: entry.description,
    createdBy: people.somebody(entry.by),
    createdAt: new Date(entry.createdAt),
    updatedAt: new Date(entry.updatedAt),
    revisionId,
    revisionInitial: content?.isUpdated ? revisions.first : ancestor,
    revisionAncestor: ancestor,
    revisionMerged: status === 'merged' ? revisions.head : null,
    comments: entry.comments.filter(({ resolvedAt }) => resolvedAt === null).length,
    reviewers: once(
      entry.reviewers.map((reviewer) => ({
        userId: people.idOf(reviewer.by),
        requestedBy: people.somebody(reviewer.requestedBy),
        revisionId: revisionOf(reviewer),
        createdAt: new Date(reviewer.at),
      })),
      ({ userId }) => userId,
    ),
    contributors: contributorsOf(entry, people),
    conflicts: entry.conflicts.map(({ at, ...conflict }) => ({ ...conflict, createdAt: new Date(at) })),
  }
}

/** The root is among the nodes already; to put it again only tells its hash. */
export function rootOf({ nodes, root }: RevisionView) {
  return putRoot(nodes, root)
}

function once<T>(rows: T[], keyOf: (row: T) => string) {
  return [...new Map(rows.map((row) => [keyOf(row), row])).values()]
}

function contributorsOf({ contributors }: ChangeRequestEntry, people: People) {
  const rows = new Map<string, RestoredChangeRequest['contributors'][number]>()
  for (const { by, action, count, at } of contributors) {
    const userId = people.idOf(by)
    const earlier = rows.get(`${userId} ${action}`)
    const sum = count + (earlier?.count ?? 0)
    rows.set(`${userId} ${action}`, { userId, action, count: sum, updatedAt: new Date(at) })
  }
  return [...rows.values()]
}

/**
 * The texts that conflicts tell must lie in revisions, or they would be swept: those of each side are put into the
 * pages they are about, one state a side.
 */
export async function restoreSides(work: Restoring, entry: ChangeRequestEntry, under: RevisionView) {
  const { number, conflicts, texts } = entry
  const known = new Set<Hash>()
  for (const [hash, path] of Object.entries(texts)) known.add(await keepText(work, path, hash))
  for (const hash of conflicts.flatMap(textsOf))
    if (!known.has(hash))
      throw damaged(`.quire/change-requests.json`, `#${number} lacks a text of a conflict`)
  const roots: Hash[] = []
  for (const side of ['base', 'ours', 'theirs'] as const) {
    const draft = openDraft(under)
    let isEmpty = true
    for (const conflict of conflicts) {
      const body = conflict.field === 'body' ? conflict[side] : undefined
      if (typeof body !== 'string') continue
      isEmpty = false
      if (conflict.kind === 'reusable-content')
        draft.putReusable(conflict.id, { id: conflict.id, title: conflict.id, body })
      else draft.putPage(conflict.id, { ...(await pageOr(under, conflict.id, entry)), body })
    }
    if (!isEmpty) roots.push(await draft.finish())
  }
  return roots
}

/** The page, or what stands for one that is not there any more. */
async function pageOr(under: RevisionView, id: string, { createdAt, updatedAt }: ChangeRequestEntry) {
  const gone: PageRecord = {
    id,
    type: 'document',
    title: id,
    slug: id,
    parent: null,
    children: null,
    body: null,
    createdAt,
    updatedAt,
  }
  return (await findPage(under, id)) ?? gone
}
