import type { SummaryLine } from './summary-lines.ts'

/** `line` is the line that stands for it, when there is one; title and target are set where they shall be others. */
export type WantedEntry = { line?: number; title?: string; target?: string; children: WantedEntry[] }
export type WantedPart = { group?: { line?: number; title: string }; entries: WantedEntry[] }

/** A line that the table of contents shall have. */
export type WantedLine = {
  kind: 'group' | 'entry'
  /** Of the text as it is; a second use of a line is a copy. */
  line?: number
  isCopy: boolean
  title?: string
  target?: string
  depth: number
  parent?: WantedLine
  /** The heading above it. */
  group?: WantedLine
}

/** The wanted lines from top to bottom. A line that is no entry or group stands for nothing. */
export function wantedLines(parts: readonly WantedPart[], lines: readonly SummaryLine[]): WantedLine[] {
  const wanted: WantedLine[] = []
  const used = new Set<number>()

  function add(one: Omit<WantedLine, 'isCopy'>): WantedLine {
    const isThere = one.line !== undefined && lines[one.line]?.kind === one.kind
    const added = {
      ...one,
      line: isThere ? one.line : undefined,
      isCopy: isThere && used.has(one.line ?? -1),
    }
    if (added.line !== undefined) used.add(added.line)
    wanted.push(added)
    return added
  }

  let group: WantedLine | undefined
  function addEntry({ line, title, target, children }: WantedEntry, depth: number, parent?: WantedLine) {
    const added = add({ kind: 'entry', line, title, target, depth, parent, group })
    for (const child of children) addEntry(child, depth + 1, added)
  }

  for (const { group: heading, entries } of parts) {
    if (heading) group = add({ kind: 'group', line: heading.line, title: heading.title, depth: 0 })
    for (const entry of entries) addEntry(entry, 0)
  }
  return wanted
}

/** Those that can stay where they are while the others move: as many as are in the same order as before. */
export function stayingLines(wanted: readonly WantedLine[]): Set<WantedLine> {
  type Link = { one: WantedLine; line: number; before?: Link }
  const piles: Link[] = []
  for (const one of wanted) {
    const { line } = one
    if (line === undefined || one.isCopy) continue
    let low = 0
    let high = piles.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((piles[middle]?.line ?? 0) < line) low = middle + 1
      else high = middle
    }
    piles[low] = { one, line, before: piles[low - 1] }
  }
  const staying = new Set<WantedLine>()
  for (let link = piles.at(-1); link; link = link.before) staying.add(link.one)
  return staying
}
