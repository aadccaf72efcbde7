// What a revision changed, in a few numbers and titles: small enough to be kept with it.
import { countEntries } from '../nodes/map.ts'
import { findPages, type RevisionView, siblingsAt } from '../nodes/revision.ts'
import type { Hash } from '../records.ts'
import { diffFiles, diffPages, diffReusables, diffVariables } from './changes.ts'

type Counts = { created: number; edited: number; deleted: number }

export type Highlight = {
  type: 'page_created' | 'page_edited' | 'page_moved' | 'page_deleted'
  id: string
  title: string
}

export type RevisionSummary = {
  pages: Counts & { moved: number }
  files: Counts
  reusables: Counts
  variables: number
  /** A few of the pages, by their titles after the change. */
  highlights: Highlight[]
}

const MOST_HIGHLIGHTS = 5
/** Titles from repositories are as long as people write them. */
const LONGEST_TITLE = 255

/** Costs what differs, and next to nothing where one side is empty. */
export async function summarize(before: RevisionView, after: RevisionView): Promise<RevisionSummary> {
  const [variables] = diffVariables(before, after)
  return {
    ...(await summarizePages(before, after)),
    files:
      (await countedWhole(before, after, 'files')) ?? tally(await diffFiles(before, after), typesOf('file')),
    reusables:
      (await countedWhole(before, after, 'reusables')) ??
      tally(await diffReusables(before, after), typesOf('reusable_content')),
    variables: variables?.names.length ?? 0,
  }
}

async function summarizePages(before: RevisionView, after: RevisionView) {
  const whole = await countedWhole(before, after, 'pages')
  if (whole) {
    const highlights = [
      ...(await firstPages(after, 'page_created')),
      ...(await firstPages(before, 'page_deleted')),
    ]
    return { pages: { ...whole, moved: 0 }, highlights }
  }
  const changes = await diffPages(before, after)
  const counts = tally(changes, typesOf('page'))
  const moved = changes.filter(({ type }) => type === 'page_moved').length
  return { pages: { ...counts, moved }, highlights: await highlightsOf(after, changes) }
}

/** Where one side has nothing, the other side says how many it has. */
async function countedWhole(
  before: RevisionView,
  after: RevisionView,
  map: 'pages' | 'files' | 'reusables',
): Promise<Counts | undefined> {
  const [old, now]: (Hash | null)[] = [before.root[map], after.root[map]]
  if (old === now) return { created: 0, edited: 0, deleted: 0 }
  if (old !== null && now !== null) return
  const { nodes } = after
  return {
    created: await countEntries(nodes, now ?? null),
    edited: 0,
    deleted: await countEntries(nodes, old ?? null),
  }
}

function typesOf(what: string) {
  return { created: `${what}_created`, edited: `${what}_edited`, deleted: `${what}_deleted` }
}

function tally(changes: { type: string }[], types: Record<keyof Counts, string>): Counts {
  const count = (wanted: string) => changes.filter(({ type }) => type === wanted).length
  return {
    created: count(types.created),
    edited: count(types.edited),
    deleted: count(types.deleted),
  }
}

const IN_ORDER: Highlight['type'][] = ['page_created', 'page_edited', 'page_moved', 'page_deleted']

/** Of each kind some, what is new first; a page that was edited and moved is there once. */
async function highlightsOf(after: RevisionView, changes: Awaited<ReturnType<typeof diffPages>>) {
  const first = new Map<string, (typeof changes)[number]>()
  for (const wanted of IN_ORDER)
    for (const change of changes) {
      if (first.size === MOST_HIGHLIGHTS) break
      if (change.type === wanted && !first.has(change.id)) first.set(change.id, change)
    }
  const pages = await findPages(after, first.keys())
  return [...first.values()].map((change): Highlight => {
    const { type, id } = change
    const known = change.type === 'page_deleted' ? change.title : pages.get(id)?.title
    return { type, id, title: shortened(known ?? '') }
  })
}

async function firstPages(view: RevisionView, type: Highlight['type']): Promise<Highlight[]> {
  const first = (await siblingsAt(view.nodes, view.root.top)).slice(0, MOST_HIGHLIGHTS)
  const pages = await findPages(
    view,
    first.map(({ id }) => id),
  )
  return first.map(({ id }) => ({ type, id, title: shortened(pages.get(id)?.title ?? '') }))
}

function shortened(title: string) {
  return title.length > LONGEST_TITLE ? `${title.slice(0, LONGEST_TITLE - 1)}…` : title
}
