// Conflicts as people read them: pages by their titles, bodies as texts, with the lines that both sides changed.
import { yieldToEventLoop } from '../../../../engines/content/event-loop.ts'
import type { TextConflict } from '../../../../engines/content/merge/text.ts'
import type { Conflict } from '../../../../engines/content/merge/types.ts'
import { findPages, type RevisionView } from '../../../../engines/content/nodes/revision.ts'
import { hunksOf } from './hunks.ts'

export type DescribedConflict = Pick<Conflict, 'kind' | 'id' | 'field'> & {
  title?: string
  /** Absent where there is nothing. */
  base?: unknown
  ours?: unknown
  theirs?: unknown
  /** Of a body only. */
  hunks?: TextConflict[]
}

/** In the order in which they came; titles are those of the view. */
export async function describeConflicts(view: RevisionView, found: Conflict[]): Promise<DescribedConflict[]> {
  const bodies = found.filter(({ field }) => field === 'body')
  const hashes = bodies.flatMap(({ base, ours, theirs }) => [base, ours, theirs].filter(isText))
  await view.nodes.fetch(hashes)
  const pages = await findPages(
    view,
    found.filter(({ kind }) => kind === 'page').map(({ id }) => id),
  )
  const described: DescribedConflict[] = []
  for (const conflict of found) {
    const { kind, id, field, base, ours, theirs } = conflict
    const show = (value: unknown) => shown(view, field, value)
    const sides = { base: show(base), ours: show(ours), theirs: show(theirs) }
    const hunks = field === 'body' ? { hunks: await hunksOf(view.nodes, conflict) } : {}
    described.push({ kind, id, title: pages.get(id)?.title, field, ...sides, ...hunks })
    await yieldToEventLoop()
  }
  return described
}

function shown({ nodes }: RevisionView, field: string, value: unknown) {
  if (value === null) return undefined
  return field === 'body' && isText(value) ? nodes.text(value) : value
}

function isText(value: unknown) {
  return typeof value === 'string'
}
