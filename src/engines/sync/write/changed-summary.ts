// The table of contents after an edit: what was moved, added, named anew or deleted, and nothing else.
import { fileOfPage, relativeTarget } from '../../content/links/paths.ts'
import { longestCommonOrder } from '../../content/merge/longest-common-order.ts'
import { type Changed, diffMaps } from '../../content/nodes/map.ts'
import { type PageTree, wholeTree } from '../../content/nodes/page-tree.ts'
import { findPagesWithPaths, type RevisionView } from '../../content/nodes/revision.ts'
import type { PageRecord } from '../../content/records.ts'
import { isSame } from '../../content/same.ts'
import {
  patchSummary,
  type SummaryEntry,
  type WantedEntry,
  type WantedPart,
} from '../../repository/summary/summary.ts'
import { listsOf } from '../page-lists.ts'
import type { Repository, TreeRead } from '../types.ts'

/** An entry on its way: it knows its page, which patchSummary does not need. */
type Entry = WantedEntry & { page?: string; children: Entry[] }
type Part = { group?: WantedPart['group'] & { page?: string }; entries: Entry[] }

type Sides = { before: RevisionView; after: RevisionView; pathOf: (page: PageRecord, path: string) => string }

export async function changedSummary(read: Summarized, sides: Sides) {
  const { before, after } = sides
  const { summary, summaryFile } = read.repository
  const text = summary?.text ?? ''
  const changes = await diffMaps<PageRecord>(after.nodes, before.root.pages, after.root.pages)
  if (before.root.top === after.root.top && changes.every(isWithin)) return text
  const parts = summary ? mirror(read) : [{ entries: [] }]
  await applyChanges(parts, changes, read, sides)
  return patchSummary(text, parts, summaryFile)
}

/** Nothing about the page that the table of contents says. */
function isWithin({ before, after }: Changed<PageRecord>) {
  const said = (page: PageRecord | undefined) => [
    page?.title,
    page?.children,
    page?.git?.path,
    page?.hidden,
    page?.target,
  ]
  return before && after && isSame(said(before), said(after))
}

/** A table of contents, and who its lines stand for. */
export type Summarized = Pick<TreeRead, 'pageOfLine' | 'unlisted'> & {
  repository: Pick<Repository, 'summary' | 'summaryFile'>
}

/** The table as it stands, every line with its page. */
function mirror({ repository, pageOfLine }: Summarized): Part[] {
  const entry = ({ line, children }: SummaryEntry): Entry => ({
    line,
    page: pageOfLine.get(line),
    children: children.map(entry),
  })
  return (repository.summary?.read.parts ?? []).map(({ group, entries }) => ({
    group: group && { ...group, page: pageOfLine.get(group.line) },
    entries: entries.map(entry),
  }))
}

async function applyChanges(
  parts: Part[],
  changes: Changed<PageRecord>[],
  read: Summarized,
  { before, after, pathOf }: Sides,
) {
  const table = tableOf(parts)
  const isWritten = ({ page }: PageTree) => page.type !== 'computed'
  const isListed = (tree: PageTree) =>
    isWritten(tree) && (!read.unlisted.has(tree.page.id) || !tree.page.hidden)
  const trees = {
    before: listsOf(onlyThose(await wholeTree(before), isWritten)),
    after: listsOf(onlyThose(await wholeTree(after), isListed)),
  }
  const here = await findPagesWithPaths(
    after,
    changes.flatMap(({ id, after }) => (after ? [id] : [])),
  )
  const targetOf = async (page: PageRecord, path: string) => {
    const { summaryFile } = read.repository
    if (page.type === 'document') return relativeTarget(summaryFile, pathOf(page, path))
    if (page.type !== 'link' || !page.target) return
    if (page.target.kind === 'url') return page.target.url
    const wanted = 'page' in page.target ? page.target.page : undefined
    const found = wanted && (await findPagesWithPaths(after, [wanted])).get(wanted)
    const tail = page.target.kind === 'anchor' ? `#${page.target.anchor}` : ''
    return found ? relativeTarget(summaryFile, pathOf(found.page, found.path)) + tail : undefined
  }

  const moved = new Set<string>()
  for (const { id, before: old, after: page } of changes) {
    const found = here.get(id)
    if (!old || !page || !found) continue
    if (old.title !== page.title) table.retitle(id, page.title)
    const hasMovedFile = page.type === 'document' && old.git?.path !== pathOf(page, found.path)
    if (hasMovedFile) moved.add(id)
    const leadsElsewhere = page.type === 'link' && JSON.stringify(old.target) !== JSON.stringify(page.target)
    if (hasMovedFile || leadsElsewhere) table.retarget(id, await targetOf(page, found.path))
  }
  for (const { page, path } of [...trees.after.values()].flat())
    if (page.target && 'page' in page.target && moved.has(page.target.page ?? ''))
      table.retarget(page.id, await targetOf(page, path))

  for (const [parent, now] of trees.after) {
    const then = trees.before.get(parent) ?? []
    const stay = stayingApart(
      then,
      now.filter(({ page }) => table.has(page.id)),
    )
    let previous: string | undefined
    let group: string | undefined
    for (const { page, path } of now) {
      if (!stay.has(page.id)) {
        const known = table.take(page)
        const target = known ? undefined : await targetOf(page, path)
        const entry: Entry = known ?? { page: page.id, title: page.title, target, children: [] }
        table.put(entry, page, { parent, previous: isTopGroup(page) ? group : previous })
      }
      previous = page.id
      if (isTopGroup(page)) group = page.id
    }
  }
  // Last, when those that were below them and stay have been taken elsewhere.
  const listed = new Set([...trees.after.values()].flat().map(({ page }) => page.id))
  table.keepOnly(listed)
}

type TreePosition = { parent: string | null; previous?: string }

/** Finds entries by their pages, and moves them about. */
function tableOf(parts: Part[]) {
  type Spot = { list: Entry[]; at: number }

  function spotOf(page: string, lists = parts.map(({ entries }) => entries)): Spot | undefined {
    for (const list of lists) {
      const at = list.findIndex((entry) => entry.page === page)
      if (at >= 0) return { list, at }
      const below = spotOf(
        page,
        list.map(({ children }) => children),
      )
      if (below) return below
    }
  }
  const groupOf = (page: string) => parts.find(({ group }) => group?.page === page)
  const entryOf = (page: string) => {
    const spot = spotOf(page)
    return spot?.list[spot.at]
  }

  function top() {
    const [first] = parts
    if (first && !first.group) return first.entries
    const part: Part = { entries: [] }
    parts.unshift(part)
    return part.entries
  }

  return {
    has: (page: string) => groupOf(page) !== undefined || entryOf(page) !== undefined,
    /** A line may be below one that has no pages of its own, such as a link: it takes the place of one that goes. */
    keepOnly(listed: ReadonlySet<string>) {
      const isKept = (page: string | undefined) => page === undefined || listed.has(page)
      const kept = (entries: Entry[]): Entry[] =>
        entries.flatMap((entry) => {
          const children = kept(entry.children)
          return isKept(entry.page) ? [{ ...entry, children }] : children
        })
      const remaining = parts.filter(({ group }) => isKept(group?.page))
      for (const part of remaining) part.entries = kept(part.entries)
      parts.splice(0, parts.length, ...remaining)
    },
    retitle(page: string, title: string) {
      const group = groupOf(page)?.group
      if (group) group.title = title
      const entry = entryOf(page)
      if (entry) entry.title = title
    },
    retarget(page: string, target: string | undefined) {
      const entry = entryOf(page)
      if (entry) entry.target = target
    },
    /** Lines below a link are no pages of its own: they stay. */
    take({ id, type }: PageRecord): Entry | undefined {
      const spot = spotOf(id)
      const entry = spot?.list[spot.at]
      if (!spot || !entry) return
      const isAlone = type === 'link'
      spot.list.splice(spot.at, 1, ...(isAlone ? entry.children : []))
      return isAlone ? { ...entry, children: [] } : entry
    },
    put(entry: Entry, page: PageRecord, { parent, previous }: TreePosition) {
      if (isTopGroup(page)) {
        const known = groupOf(page.id)
        if (known) parts.splice(parts.indexOf(known), 1)
        const after = previous === undefined ? undefined : groupOf(previous)
        const at = after ? parts.indexOf(after) + 1 : parts[0]?.group ? 0 : 1
        const group = known ?? { group: { title: page.title, page: page.id }, entries: entry.children }
        parts.splice(Math.min(at, parts.length), 0, group)
        if (parts.length === 1) parts.unshift({ entries: [] })
        return
      }
      const beside = previous === undefined ? undefined : spotOf(previous)
      if (beside) beside.list.splice(beside.at + 1, 0, entry)
      else if (parent === null && previous === undefined) top().unshift(entry)
      // Behind a group nothing stands alone: it goes to the end of what is before the first one.
      else if (parent === null) top().push(entry)
      else (groupOf(parent)?.entries ?? entryOf(parent)?.children ?? top()).unshift(entry)
    },
  }
}

function isTopGroup({ type, parent }: PageRecord) {
  return type === 'group' && parent === null
}

/** A table of contents has groups behind all else at the top: how the two stand to each other it does not say. */
function stayingApart(before: readonly PageTree[], after: readonly PageTree[]) {
  const ids = (trees: readonly PageTree[], areGroups: boolean) =>
    trees.filter(({ page }) => isTopGroup(page) === areGroups).map(({ page }) => page.id)
  return new Set([true, false].flatMap((are) => [...longestCommonOrder(ids(before, are), ids(after, are))]))
}

/** What is below a page that is left out is left out too. */
function onlyThose(trees: readonly PageTree[], isWanted: (tree: PageTree) => boolean): PageTree[] {
  return trees.filter(isWanted).map((tree) => ({ ...tree, below: onlyThose(tree.below, isWanted) }))
}

export function pathNow(paths: Map<string, { path: string }>) {
  return (page: PageRecord, path: string) => paths.get(page.id)?.path ?? fileOfPage(page, path)
}
