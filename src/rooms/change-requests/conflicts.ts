// What two sides changed: listed with both, and settled by an edit or by choosing one of them.
import { type Draft, openDraft } from '../../content/draft.ts'
import type { Conflict } from '../../content/merge.ts'
import type { PageRecord } from '../../content/records.ts'
import {
  findFile,
  findPage,
  findPages,
  findReusable,
  type Reading,
  siblingsAt,
} from '../../content/revision.ts'
import type { Ctx } from '../../domain/context.ts'
import { notFound } from '../../domain/problems.ts'
import { openNodes, openRevision, writeRevision } from '../revisions/revisions.ts'
import { requireUnlocked } from '../spaces/heads.ts'
import type { SeenChangeRequest } from './access.ts'
import { addContribution, holdChangeRequest } from './change-requests.ts'
import { mergeSides } from './merge.ts'
import type { ConflictChoice, ConflictView } from './schema.ts'
import { updateChangeRequest } from './store.ts'
import { type ConflictRow, deleteConflicts, listConflicts } from './store-conflicts.ts'

/** Those that an update left, and those that a merge would meet now. */
export async function conflictsOf(ctx: Ctx, seen: SeenChangeRequest): Promise<ConflictView[]> {
  const pulled = await listConflicts(ctx.db, seen.id)
  const waiting = pulled.map(({ subjectId, ...row }) => ({ ...row, id: subjectId, isPulled: true }))
  const met = seen.status === 'merged' ? [] : await conflictsOfMerge(ctx, seen)
  const known = new Set(waiting.map(keyOf))
  return withTexts(ctx, seen, [...waiting, ...met.filter((conflict) => !known.has(keyOf(conflict)))])
}

type Found = Conflict & { isPulled: boolean }

function keyOf({ kind, id, field }: Pick<Conflict, 'kind' | 'id' | 'field'>) {
  return JSON.stringify([kind, id, field])
}

/** Seen from the change request: what it has is ours. */
async function conflictsOfMerge(ctx: Ctx, seen: SeenChangeRequest): Promise<Found[]> {
  const { spaceId, revisionAncestor, revisionId, head } = seen
  const sides = { base: revisionAncestor, ours: revisionId, theirs: head, published: 'theirs' as const }
  const { conflicts } = await mergeSides(ctx, spaceId, sides)
  return conflicts.map((conflict) => ({ ...conflict, isPulled: false }))
}

/** Bodies are told as texts, and pages by their titles. */
async function withTexts(ctx: Ctx, seen: SeenChangeRequest, found: Found[]): Promise<ConflictView[]> {
  const { reading } = await openRevision(ctx, seen.spaceId, seen.revisionId)
  const bodies = found.filter(({ field }) => field === 'body')
  const hashes = bodies.flatMap(({ base, ours, theirs }) => [base, ours, theirs].filter(isText))
  await reading.pool.fetch(hashes)
  const pages = await findPages(
    reading,
    found.filter(({ kind }) => kind === 'page').map(({ id }) => id),
  )
  return found.map(({ kind, id, field, isPulled, ...sides }) => {
    const show = (value: unknown) =>
      value === null || value === undefined
        ? undefined
        : field === 'body' && isText(value)
          ? reading.pool.text(value)
          : value
    return {
      object: 'change-request-conflict',
      kind,
      id,
      title: pages.get(id)?.title,
      field,
      isPulled,
      base: show(sides.base),
      ours: show(sides.ours),
      theirs: show(sides.theirs),
    }
  })
}

function isText(value: unknown) {
  return typeof value === 'string'
}

/** Settles what an update left about one thing. Choosing ours leaves the content as it is. */
export async function chooseSide(ctx: Ctx, seen: SeenChangeRequest, { kind, id, choose }: ConflictChoice) {
  requireUnlocked(seen.space)
  const { spaceId, organizationId } = seen
  const row = await holdChangeRequest(ctx, spaceId, seen.id)
  const torn = (await listConflicts(ctx.db, row.id)).filter(
    (conflict) => conflict.kind === kind && conflict.subjectId === id,
  )
  if (torn.length === 0) throw notFound('conflict')
  await deleteConflicts(ctx.db, row.id, [id], kind)
  if (choose === 'ours') return
  const pool = openNodes(ctx)
  const { reading } = await openRevision(ctx, spaceId, row.revisionId, pool)
  const draft = openDraft(reading)
  const theirs = (await openRevision(ctx, spaceId, row.revisionAncestor, pool)).reading
  for (const conflict of torn) await takeTheirs(draft, theirs, conflict)
  const revisionId = await writeRevision(ctx, pool, {
    spaceId,
    root: await draft.finish(),
    type: 'edits',
    parents: [row.revisionId],
    changeRequestId: row.id,
  })
  await updateChangeRequest(ctx.db, spaceId, row.id, { revisionId, updatedAt: ctx.clock.now() })
  await addContribution(ctx, row, 'edit')
  await ctx.emit('change_request.edited', { organizationId, spaceId, changeRequestId: row.id, revisionId })
}

/** Theirs is what was pulled last. */
async function takeTheirs(draft: Draft, theirs: Reading, { kind, subjectId: id, field }: ConflictRow) {
  switch (kind) {
    case 'page':
      return takeTheirPage(draft, await findPage(theirs, id), id, field)
    case 'order':
      return takeTheirOrder(draft, theirs, id === '' ? null : id)
    case 'file':
      return void draft.putFileRecord(id, (await findFile(theirs, id)) ?? null)
    case 'reusable-content':
      return void draft.putReusable(id, (await findReusable(theirs, id)) ?? null)
    case 'variable':
      return draft.putVariable(id, theirs.root.variables[id] ?? null)
    default:
      return kind satisfies never
  }
}

async function takeTheirPage(draft: Draft, theirs: PageRecord | undefined, id: string, field: string) {
  const page = await draft.page(id)
  if (!page) return
  if (!theirs) return void (await draft.removePage(page))
  if (field === 'existence') return
  if (field === 'place') {
    // Where they have it may be gone here, or below the page itself; then it goes to the top.
    const isPossible = theirs.parent !== null && !(await draft.pagesFrom(id)).includes(theirs.parent)
    const into = isPossible && theirs.parent && (await draft.page(theirs.parent)) ? theirs.parent : null
    return void (await draft.movePage(page, { into }))
  }
  const { [field as keyof PageRecord]: value } = theirs
  await draft.changePage(page, { [field]: value })
}

/** Theirs first in their order; what only ours has keeps its order behind it. */
async function takeTheirOrder(draft: Draft, theirs: Reading, parent: string | null) {
  const list = parent === null ? theirs.root.top : ((await findPage(theirs, parent))?.children ?? null)
  const wanted = await siblingsAt(theirs.pool, list)
  const siblings = await draft.list(parent)
  const known = new Map(siblings.map((sibling) => [sibling.id, sibling]))
  const first = wanted.flatMap(({ id }) => known.get(id) ?? [])
  draft.putList(parent, [...first, ...siblings.filter((sibling) => !first.includes(sibling))])
}
