import type { RepositoryProblem } from '../report/problems.ts'
import { linesOf } from '../text-lines.ts'
import { type EntryLine, summaryLines } from './summary-lines.ts'
import { closeFor, type OpenEntry } from './summary-nesting.ts'
import { type SummaryTarget, summaryTarget, targetMeant } from './summary-target.ts'

export { patchSummary } from './summary-patch.ts'
export type { WantedEntry, WantedPart } from './summary-wanted.ts'

/** `line` is the line that stands for an entry or a group, counted from 0. */
export type SummaryEntry = {
  line: number
  title: string
  /** The title for the navigation, where it is another. */
  navTitle?: string
  target: SummaryTarget
  children: SummaryEntry[]
}
/** What is before the first group is a part without one. */
export type SummaryPart = { group?: { line: number; title: string }; entries: SummaryEntry[] }
export type Summary = { parts: SummaryPart[]; problems: RepositoryProblem[] }

/** The table of contents that a text means; paths are from the top of the space in which `file` is. */
export function readSummary(text: string, file: string): Summary {
  const problems: RepositoryProblem[] = []
  let part: SummaryPart = { entries: [] }
  const parts = [part]
  let open: OpenEntry<SummaryEntry>[] = []
  for (const [number, line] of summaryLines(linesOf(text)).entries()) {
    if (line.kind === 'group') {
      part = { group: { line: number, title: line.title }, entries: [] }
      parts.push(part)
    }
    if (line.kind === 'group' || line.kind === 'rule') open = []
    if (line.kind !== 'entry') continue
    const entry = entryOf(number, line, file, problems)
    closeFor(open, line.column)
    const siblings = open.at(-1)?.entry.children ?? part.entries
    siblings.push(entry)
    open.push({ column: line.column, entry })
  }
  return { parts, problems }
}

/** Entries that lead to folders mean their READMEs, as far as there are any. */
export function withReadmes({ parts, problems }: Summary, isFile: (path: string) => boolean): Summary {
  const meant = (entry: SummaryEntry): SummaryEntry => {
    const { target, children } = entry
    return { ...entry, target: targetMeant(target, isFile), children: children.map(meant) }
  }
  return { parts: parts.map((part) => ({ ...part, entries: part.entries.map(meant) })), problems }
}

/** All of them, those below others too. */
export function entriesIn({ parts }: Summary): SummaryEntry[] {
  const all: SummaryEntry[] = []
  const add = (entries: SummaryEntry[]) => {
    for (const entry of entries) {
      all.push(entry)
      add(entry.children)
    }
  }
  for (const { entries } of parts) add(entries)
  return all
}

function entryOf(
  number: number,
  { link, title }: EntryLine,
  file: string,
  problems: RepositoryProblem[],
): SummaryEntry {
  const { target, isOutside } = summaryTarget(link?.target, file)
  if (isOutside) {
    const message = `“${title}” leads to \`${link?.target ?? ''}\`, which is outside this space.`
    problems.push({ kind: 'outside-root', message, line: number + 1 })
  }
  const navTitle = link?.navTitle
  return { line: number, title, ...(navTitle !== undefined && { navTitle }), target, children: [] }
}
