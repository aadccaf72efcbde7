// What two sides changed, listed with both.
import { yieldToEventLoop } from '../../content/event-loop.ts'
import type { TextConflict } from '../../content/merge/text.ts'
import type { Conflict } from '../../content/merge/types.ts'
import { findPages } from '../../content/nodes/revision.ts'
import type { ReadContext } from '../../domain/context.ts'
import { openView } from '../revisions/revisions.ts'
import type { SeenChangeRequest } from './access.ts'
import { hunksOf } from './hunks.ts'
import { mergeSides } from './merge.ts'
import type { ConflictView } from './schema.ts'
import { listConflicts } from './store-conflicts.ts'

/** Those that an update left, and those that a merge would meet now. */
export async function conflictsOf(ctx: ReadContext, seen: SeenChangeRequest): Promise<ConflictView[]> {
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
async function conflictsOfMerge(ctx: ReadContext, seen: SeenChangeRequest): Promise<Found[]> {
  const { spaceId, revisionAncestor, revisionId, head } = seen
  const sides = { base: revisionAncestor, ours: revisionId, theirs: head, published: 'theirs' as const }
  const { conflicts } = await mergeSides(ctx, spaceId, sides)
  return conflicts.map((conflict) => ({ ...conflict, isPulled: false }))
}

/** Bodies are told as texts, and pages by their titles. */
async function withTexts(ctx: ReadContext, seen: SeenChangeRequest, found: Found[]): Promise<ConflictView[]> {
  const view = await openView(ctx, seen.spaceId, seen.revisionId)
  const bodies = found.filter(({ field }) => field === 'body')
  const hashes = bodies.flatMap(({ base, ours, theirs }) => [base, ours, theirs].filter(isText))
  await view.nodes.fetch(hashes)
  const pages = await findPages(
    view,
    found.filter(({ kind }) => kind === 'page').map(({ id }) => id),
  )
  const hunks = new Map<Found, TextConflict[]>()
  for (const body of bodies) {
    hunks.set(body, await hunksOf(view.nodes, body))
    await yieldToEventLoop()
  }
  return found.map((conflict) => {
    const { kind, id, field, isPulled, ...sides } = conflict
    const show = (value: unknown) =>
      value === null || value === undefined
        ? undefined
        : field === 'body' && isText(value)
          ? view.nodes.text(value)
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
      ...(field === 'body' && { hunks: hunks.get(conflict) ?? [] }),
    }
  })
}

function isText(value: unknown) {
  return typeof value === 'string'
}
