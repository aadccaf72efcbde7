// From an archive to a new space. Everything is read, checked and worked out beside the database; one transaction at the
// end makes it visible, or nothing.
import type { RevisionView } from '../../engines/content/nodes/revision.ts'
import { whyNoPages } from '../../engines/sync/report/not-markdown.ts'
import type { WriteContext } from '../../kit/domain/context.ts'
import { invalid } from '../../kit/domain/problems.ts'
import { placeForNew } from '../../rooms/content/collections/placement.ts'
import { lockSpace, moveHead } from '../../rooms/content/spaces/heads.ts'
import { writeRevision } from '../../rooms/content/spaces/revisions/revisions.ts'
import type { SpaceChanges } from '../../rooms/content/spaces/schema.ts'
import { changeSpace, createSpace } from '../../rooms/content/spaces/spaces.ts'
import { restoreChangeRequests } from '../../rooms/review/change-requests/restore-change-requests.ts'
import { type RestoredComments, restoreComments } from '../../rooms/review/comments/restore-comments.ts'
import { restoreReviews } from '../../rooms/review/reviews/restore-reviews.ts'
import type { Archive } from '../../world/archive/archive.ts'
import { findPeople, type People } from './people.ts'
import type { Export } from './read-archive.ts'
import { type ArchivedContent, type Importing, type ReadArchive, readArchive } from './read-content.ts'
import { type Revisions, restoredChangeRequest, rootOf } from './restore-change-requests.ts'
import { addComments } from './restore-discussion.ts'
import { rememberSource } from './sources.ts'

export type ImportOptions = {
  organizationId: string
  title?: string
  parent?: string
  createUsers: boolean
  /** Where it comes from, to be known again. */
  source?: string
}

export async function importSpace(importing: Importing, archive: Archive, options: ImportOptions) {
  // Asked again when it is made; here so that nobody waits for a refusal.
  await placeForNew(importing.ctx, options.organizationId, options.parent)
  const found = await readArchive(importing, archive)
  if (!found.read && found.counts.pages === 0)
    throw invalid(`Nothing to import: ${whyNoPages(found.content.problems)}`)
  return importArchive(importing, found, options)
}

/** What was read of an archive, as a new space. */
export async function importArchive(
  { inTransaction, onProgress }: Importing,
  { content, read, counts }: ReadArchive,
  options: ImportOptions,
) {
  onProgress('making the space', 0, 0)
  const made = await inTransaction((ctx) => makeSpace(ctx, options, content, read))
  return { ...made, ...counts, edited: content.edited, problems: content.problems }
}

async function makeSpace(ctx: WriteContext, options: ImportOptions, content: ArchivedContent, read?: Export) {
  const { organizationId, parent, title = read?.space.title } = options
  const created = await createSpace(ctx, organizationId, { title, parent })
  const space = read ? await changeSpace(ctx, created, settingsOf(read.space, created.parentId)) : created
  const revisions = await writeRevisions(ctx, space.id, created.revisionId, content)
  await moveHead(ctx, await lockSpace(ctx, space.id), revisions.head)
  if (options.source !== undefined) await rememberSource(ctx, space.id, options.source, revisions.head)
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
  content: ArchivedContent,
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
  content: ArchivedContent,
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
