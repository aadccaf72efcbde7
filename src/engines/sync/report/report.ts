// What an import or export did and found, as people read it.
import { type Changed, diffMaps } from '../../content/nodes/map.ts'
import type { RevisionView } from '../../content/nodes/revision.ts'
import type { FileRecord, PageRecord, ReusableRecord } from '../../content/records.ts'
import { isSame } from '../../content/same.ts'
import type { FileProblem, GitReport } from '../types.ts'

const MOST_PROBLEMS = 1_000
const LONGEST = 1_000

export function emptyReport(): GitReport {
  return {
    summary: '',
    pages: { created: 0, changed: 0, deleted: 0, moved: 0, unlisted: 0, total: 0 },
    files: { created: 0, changed: 0, deleted: 0, total: 0 },
    redirects: 0,
    counts: {},
    problems: [],
    conflicts: [],
  }
}

export function withProblems(report: GitReport, problems: FileProblem[]): GitReport {
  const counts: Record<string, number> = {}
  for (const { kind } of problems) counts[kind] = (counts[kind] ?? 0) + 1
  return { ...report, counts, problems: someOfEach(problems, counts).map(printable) }
}

/** What is quoted in a message may be cut within a sign, or hold a NUL: the database takes neither. */
function printable({ file, message, ...problem }: FileProblem): FileProblem {
  const shown = (text: string) => text.slice(0, LONGEST).toWellFormed().replaceAll('\0', '\ufffd')
  return { ...problem, file: shown(file), message: shown(message) }
}

/** As many as are told at most. Of each kind there are some: thousands of lost pictures hide no broken page. */
function someOfEach(problems: FileProblem[], counts: Record<string, number>): FileProblem[] {
  const shares = new Map<string, number>()
  const rarest = Object.entries(counts).sort(([, one], [, other]) => one - other)
  let left = MOST_PROBLEMS
  for (const [at, [kind, count]] of rarest.entries()) {
    const share = Math.min(count, Math.floor(left / (rarest.length - at)))
    shares.set(kind, share)
    left -= share
  }
  return problems.filter(({ kind }) => {
    const share = shares.get(kind) ?? 0
    shares.set(kind, share - 1)
    return share > 0
  })
}

/** How the content of the repository differs from what it was before. */
export async function countChanges(before: RevisionView, after: RevisionView) {
  const { pages, files } = emptyReport()
  for (const { before: old, after: now } of await diffMaps<PageRecord>(
    after.nodes,
    before.root.pages,
    after.root.pages,
  )) {
    if (isEntry({ before: old, after: now })) continue
    if (!old) pages.created += 1
    else if (!now) pages.deleted += 1
    else if (old.git?.path !== now.git?.path || old.parent !== now.parent) pages.moved += 1
    else if (old.updatedAt !== now.updatedAt) pages.changed += 1
  }
  for (const { before: old, after: now } of await diffMaps<FileRecord>(
    after.nodes,
    before.root.files,
    after.root.files,
  )) {
    if (!old) files.created += 1
    else if (!now) files.deleted += 1
    else files.changed += 1
  }
  return { pages, files }
}

/** Groups and links have no files: they are in the table of contents alone. */
function isEntry({ before, after }: Pick<Changed<PageRecord>, 'before' | 'after'>) {
  return (after ?? before)?.type !== 'document'
}

/** In words, where there are no numbers for it. */
export async function otherChanges(before: RevisionView, after: RevisionView) {
  const { nodes } = after
  const pages = await diffMaps<PageRecord>(nodes, before.root.pages, after.root.pages)
  const isPlaced = ({ before, after }: Changed<PageRecord>) =>
    before?.parent !== after?.parent || before?.git?.path !== after?.git?.path
  const isOrdered = ({ before, after }: Changed<PageRecord>) => before?.children !== after?.children
  const isReordered = !pages.some(isPlaced) && (before.root.top !== after.root.top || pages.some(isOrdered))
  const reusables = await diffMaps<ReusableRecord>(nodes, before.root.reusables, after.root.reusables)
  const isSaid = ({ before, after }: Changed<PageRecord>) => before?.updatedAt !== after?.updatedAt
  return [
    pages.some((change) => isEntry(change) && isSaid(change)) ? 'groups or links changed' : '',
    isReordered ? 'pages in another order' : '',
    said(reusables.length, 'reusable content', 'changed'),
    isSame(before.root.variables, after.root.variables) ? '' : 'variables changed',
  ]
}

/** `others` is what no number stands for. */
export function inWords({ pages, files }: Pick<GitReport, 'pages' | 'files'>, others: string[] = []) {
  const parts = [
    said(pages.created, 'page', 'created'),
    said(pages.changed, 'page', 'changed'),
    said(pages.moved, 'page', 'moved'),
    said(pages.deleted, 'page', 'deleted'),
    said(files.created + files.changed, 'file', 'brought'),
    said(files.deleted, 'file', 'deleted'),
    ...others,
  ].filter((part) => part !== '')
  const words = parts.join(', ')
  return words === '' ? 'Nothing changed' : words.charAt(0).toUpperCase() + words.slice(1)
}

function said(count: number, what: string, done: string) {
  return count === 0 ? '' : `${count} ${what}${count === 1 ? '' : 's'} ${done}`
}
