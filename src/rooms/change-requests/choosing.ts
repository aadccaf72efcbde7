// Conflicts that an update left are settled by choosing a side. Until then the content has ours, and whatever one side
// had deleted and the other still wanted.
import { type Draft, openDraft } from '../../content/draft.ts'
import { withFreeName } from '../../content/file-names.ts'
import { mergeText } from '../../content/merge-text.ts'
import type { PageRecord } from '../../content/records.ts'
import {
  findFile,
  findPage,
  findReusable,
  type Reading,
  readRevision,
  siblingsAt,
} from '../../content/revision.ts'
import type { Ctx } from '../../domain/context.ts'
import { notFound } from '../../domain/problems.ts'
import { requireLevels } from '../content/edit-depth.ts'
import { withTexts } from '../content/edit-texts.ts'
import { linkersIn } from '../content/linkers.ts'
import { followingTexts } from '../content/relink.ts'
import { openNodes, openRevision, writeRevision } from '../revisions/revisions.ts'
import type { SeenChangeRequest } from './access.ts'
import { addContribution, holdForEditing } from './change-requests.ts'
import type { ConflictChoice } from './schema.ts'
import { updateChangeRequest } from './store.ts'
import { type ConflictRow, deleteConflicts, listConflicts } from './store-conflicts.ts'

type Side = ConflictChoice['choose']

/** Settles all that is torn about one page, file, order or variable. */
export async function chooseSide(ctx: Ctx, seen: SeenChangeRequest, { kind, id, choose }: ConflictChoice) {
  const { spaceId, organizationId } = seen
  const row = await holdForEditing(ctx, seen)
  const torn = (await listConflicts(ctx.db, row.id)).filter(
    (conflict) => conflict.kind === kind && conflict.subjectId === id,
  )
  if (torn.length === 0) throw notFound('conflict')
  await deleteConflicts(ctx.db, row.id, kind, [id])
  if (choose === 'ours' && torn.every(stands)) return
  const pool = openNodes(ctx)
  const { reading } = await openRevision(ctx, spaceId, row.revisionId, pool)
  // Theirs is what was pulled last.
  const theirs = (await openRevision(ctx, spaceId, row.revisionAncestor, pool)).reading
  const draft = openDraft(reading)
  for (const conflict of torn) await settle(draft, theirs, conflict, choose)
  const chosen = await readRevision(pool, await draft.finish())
  const texts = await followingTexts({
    before: reading,
    after: chosen,
    findLinkers: linkersIn(ctx, spaceId, reading),
    origins: new Map(torn.some(({ field }) => field === 'body') && choose === 'theirs' ? [[id, theirs]] : []),
  })
  const { root } = await withTexts(chosen, texts)
  const revisionId = await writeRevision(ctx, pool, {
    spaceId,
    root,
    type: 'edits',
    parents: [row.revisionId],
    changeRequestId: row.id,
  })
  await updateChangeRequest(ctx.db, spaceId, row.id, { revisionId, updatedAt: ctx.clock.now() })
  await addContribution(ctx, row, 'edit')
  await ctx.emit('change_request.edited', { organizationId, spaceId, changeRequestId: row.id, revisionId })
}

/** Whether what ours has is what the content has already. */
function stands({ field, ours }: ConflictRow) {
  return field !== 'existence' || ours !== null
}

async function settle(draft: Draft, theirs: Reading, conflict: ConflictRow, choose: Side) {
  const { kind, subjectId: id, field } = conflict
  // What was kept because one side still wanted it stands; who chooses the other side lets it go.
  if (field === 'existence') return conflict[choose] === null ? remove(draft, kind, id) : undefined
  if (choose === 'ours') return
  switch (kind) {
    case 'page':
      return takePage(draft, await findPage(theirs, id), conflict)
    case 'order':
      return takeOrder(draft, theirs, id === '' ? null : id)
    case 'file':
      return takeFile(draft, theirs, id)
    case 'reusable-content':
      return takeReusable(draft, theirs, conflict)
    case 'variable':
      return draft.putVariable(id, theirs.root.variables[id] ?? null)
    default:
      return kind satisfies never
  }
}

async function remove(draft: Draft, kind: ConflictRow['kind'], id: string) {
  if (kind === 'file') await draft.removeFile(id)
  if (kind === 'reusable-content') await draft.removeReusable(id)
  if (kind === 'variable') draft.putVariable(id, null)
  const page = kind === 'page' ? await draft.page(id) : undefined
  if (!page) return
  // What is still below it is there because somebody wants it: it moves up.
  for (const { id: below } of [...(await draft.list(id))]) {
    const child = await draft.page(below)
    if (child) await draft.movePage(child, { into: page.parent })
  }
  await draft.removePage(page)
}

async function takePage(draft: Draft, theirs: PageRecord | undefined, conflict: ConflictRow) {
  const { subjectId: id, field } = conflict
  const page = await draft.page(id)
  if (!page || !theirs) return
  if (field === 'body') {
    const text = await textOfBoth(draft, conflict)
    return void (await draft.changePage(page, { body: draft.pool.putText(text) }))
  }
  if (field !== 'place') {
    const { [field as keyof PageRecord]: value } = theirs
    return void (await draft.changePage(page, { [field]: value }))
  }
  // Where they have it may be gone here, or below the page itself; then it goes to the top.
  const { parent } = theirs
  const isBelow = parent !== null && (await draft.pagesFrom(id)).includes(parent)
  const into = parent !== null && !isBelow && (await draft.page(parent)) ? parent : null
  await requireLevels(draft, into, { page, field: 'body.choose' })
  await draft.movePage(page, { into })
}

/** Their text wherever the two are at odds, and everything that is not disputed from both. */
async function textOfBoth({ pool }: Draft, { base, ours, theirs }: ConflictRow) {
  const hashes = [base, theirs, ours].map((hash) => (typeof hash === 'string' ? hash : null))
  await pool.fetch(hashes)
  const [before = '', there = '', here = ''] = hashes.map((hash) => (hash === null ? '' : pool.text(hash)))
  return mergeText(before, there, here).text
}

/** Theirs first in their order; what only ours has keeps its order behind it. */
async function takeOrder(draft: Draft, theirs: Reading, parent: string | null) {
  const list = parent === null ? theirs.root.top : ((await findPage(theirs, parent))?.children ?? null)
  const wanted = await siblingsAt(theirs.pool, list)
  const siblings = await draft.list(parent)
  const known = new Map(siblings.map((sibling) => [sibling.id, sibling]))
  const first = new Set(wanted.flatMap(({ id }) => known.get(id) ?? []))
  draft.putList(parent, [...first, ...siblings.filter((sibling) => !first.has(sibling))])
}

async function takeFile(draft: Draft, theirs: Reading, id: string) {
  const file = await findFile(theirs, id)
  if (!file) return
  await draft.removeFile(id)
  draft.putFile(await withFreeName(draft, file))
}

async function takeReusable(draft: Draft, theirs: Reading, conflict: ConflictRow) {
  const reusable = await findReusable(theirs, conflict.subjectId)
  if (!reusable) return
  const isText = conflict.field === 'body'
  const body = isText ? draft.pool.putText(await textOfBoth(draft, conflict)) : reusable.body
  draft.putReusable(reusable.id, { ...reusable, body })
}
