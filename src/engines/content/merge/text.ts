// Three-way merge of texts, line by line (diff3).
//
// Two changes are at odds when they touch a base line in common, or insert something different at the same spot, or
// one inserts inside what the other replaces. Changes on neighbouring lines are not: other tools want an untouched
// line between them, but here changes on different lines never conflict.
import { diffLines, type Hunk } from '../diff/diff-lines.ts'
import { requireShortText } from '../long-work.ts'
import { hashOfText } from '../nodes/nodes.ts'

/** A stretch of the base that was changed, and by whom. Only overlapping changes share one. */
type Region = { from: number; to: number; ours: Hunk[]; theirs: Hunk[] }

type Side = 'ours' | 'theirs'

/** Lines that both sides changed, and not to the same. */
export type TextConflict = {
  /** Says where it is and what is there on each side, so that a choice is never about another one. */
  id: string
  /** The line of our text at which it begins, from 1. */
  line: number
  base: string
  ours: string
  theirs: string
}

/** Where both changed the same lines differently, the text has ours and `isClean` is false. */
export function mergeText(base: string, ours: string, theirs: string): { text: string; isClean: boolean } {
  let isClean = true
  const text = resolvedText(base, ours, theirs, (conflict) => {
    isClean = false
    return conflict.ours
  })
  return { text, isClean }
}

export function textConflicts(base: string, ours: string, theirs: string): TextConflict[] {
  const conflicts: TextConflict[] = []
  resolvedText(base, ours, theirs, (conflict) => {
    conflicts.push(conflict)
    return conflict.ours
  })
  return conflicts
}

/** What merges is merged; for lines at odds somebody says what is there. */
export function resolvedText(
  base: string,
  ours: string,
  theirs: string,
  resolve: (conflict: TextConflict) => string,
) {
  if (ours === theirs || base === theirs) return ours
  if (base === ours) return theirs
  for (const text of [base, ours, theirs]) requireShortText(text)
  const lines = { base: linesOf(base), ours: linesOf(ours), theirs: linesOf(theirs) }
  const text = mergeLines(lines, resolve).join('')
  const isEnded = mergedFlag(isEndedText(base), isEndedText(ours), isEndedText(theirs))
  return isEnded ? text : text.replace(/(\r\n|\n|\r)$/, '')
}

type Lines = Record<'base' | Side, string[]>

/** The same for any pieces of texts; undefined where both changed the same ones differently. */
export function mergePieces(pieces: Lines): string[] | undefined {
  let isClean = true
  const merged = mergeLines(pieces, ({ ours }) => {
    isClean = false
    return ours
  })
  return isClean ? merged : undefined
}

function mergeLines({ base, ours, theirs }: Lines, resolve: (conflict: TextConflict) => string) {
  const parts: string[] = []
  let at = 0
  /** How many lines ours has more than the base, up to here. */
  let more = 0
  for (const region of regionsOf(diffLines(base, ours), diffLines(base, theirs))) {
    const { from, to } = region
    const [mine, yours] = [replaced(base, region, region.ours), replaced(base, region, region.theirs)]
    append(parts, base.slice(at, from))
    const isTorn = region.ours.length > 0 && region.theirs.length > 0 && !isSameList(mine, yours)
    const line = from + more + 1
    if (isTorn)
      parts.push(resolve(conflictOf({ base: base.slice(from, to), ours: mine, theirs: yours }, line)))
    else append(parts, region.ours.length > 0 ? mine : yours)
    more += region.ours.length > 0 ? mine.length - (to - from) : 0
    at = to
  }
  append(parts, base.slice(at))
  return parts
}

function conflictOf(lines: Lines, line: number): TextConflict {
  const sides = { base: lines.base.join(''), ours: lines.ours.join(''), theirs: lines.theirs.join('') }
  return { id: hashOfText(JSON.stringify([line, sides])).slice(0, 16), line, ...sides }
}

function regionsOf(ours: Hunk[], theirs: Hunk[]): Region[] {
  const regions: Region[] = []
  for (const { hunk, side } of inOrder(ours, theirs)) {
    const last = regions.at(-1)
    if (last && overlaps(last, hunk)) {
      last.to = Math.max(last.to, hunk.to)
      last[side].push(hunk)
    } else {
      regions.push({ from: hunk.from, to: hunk.to, ours: [], theirs: [], [side]: [hunk] })
    }
  }
  return regions
}

/** An insertion before a line comes ahead of a change of that line. */
function inOrder(ours: Hunk[], theirs: Hunk[]): { hunk: Hunk; side: Side }[] {
  const all = [
    ...ours.map((hunk) => ({ hunk, side: 'ours' as const })),
    ...theirs.map((hunk) => ({ hunk, side: 'theirs' as const })),
  ]
  return all.sort((a, b) => a.hunk.from - b.hunk.from || a.hunk.to - b.hunk.to)
}

function overlaps(region: Region, hunk: Hunk) {
  const isSameSpot = region.from === region.to && hunk.from === hunk.to && region.to === hunk.from
  return hunk.from < region.to || isSameSpot
}

/** The region as one side has it. */
function replaced(base: string[], region: Region, hunks: Hunk[]) {
  const lines: string[] = []
  let at = region.from
  for (const hunk of hunks) {
    append(lines, base.slice(at, hunk.from))
    append(lines, hunk.lines)
    at = hunk.to
  }
  append(lines, base.slice(at, region.to))
  return lines
}

/**
 * The lines with their ends. A last line without one is given the end that the text uses elsewhere: else a line added
 * behind it would count as a change of it. Whether the merged text ends with one is decided apart.
 */
function linesOf(text: string): string[] {
  const lines = text.match(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+$/g) ?? []
  const last = lines.at(-1)
  if (last === undefined || isEndedText(last)) return lines
  const end = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n'
  return [...lines.slice(0, -1), last + end]
}

/** Nothing, when there is no last line. */
function isEndedText(text: string) {
  return text === '' ? undefined : /[\r\n]$/.test(text)
}

/** Where both began from nothing and differ in this alone, the text ends with a line end, whoever merges. */
function mergedFlag(base?: boolean, ours?: boolean, theirs?: boolean) {
  if (ours === undefined || theirs === undefined) return ours ?? theirs
  if (base === undefined) return ours || theirs
  return ours === base ? theirs : ours
}

function isSameList(a: string[], b: string[]) {
  return a.length === b.length && a.every((line, index) => line === b[index])
}

/** Spreading a long list into `push` overflows the stack. */
function append(lines: string[], more: string[]) {
  for (const line of more) lines.push(line)
}
