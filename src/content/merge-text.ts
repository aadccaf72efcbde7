// Three-way merge of texts, line by line (diff3).
//
// Two changes are at odds when they touch a base line in common, or insert something different at the same spot, or
// one inserts inside what the other replaces. Changes on neighbouring lines are not: other tools want an untouched
// line between them, but here changes on different lines never conflict.
import { diffLines, type Hunk } from './diff-lines.ts'
import { requireShort } from './long-work.ts'

/** A stretch of the base that was changed, and by whom. Only overlapping changes share one. */
type Region = { from: number; to: number; ours: Hunk[]; theirs: Hunk[] }

type Side = 'ours' | 'theirs'

/** Where both changed the same lines differently, the text has ours and `isClean` is false. */
export function mergeText(base: string, ours: string, theirs: string): { text: string; isClean: boolean } {
  if (ours === theirs || base === theirs) return { text: ours, isClean: true }
  if (base === ours) return { text: theirs, isClean: true }
  requireShort(Math.max(ours.length, theirs.length, base.length))
  const { lines, isClean } = mergeLines(linesOf(base), linesOf(ours), linesOf(theirs))
  const isEnded = mergedFlag(isEndedText(base), isEndedText(ours), isEndedText(theirs))
  const text = lines.join('')
  return { text: isEnded ? text : text.replace(/(\r\n|\n|\r)$/, ''), isClean }
}

function mergeLines(base: string[], ours: string[], theirs: string[]) {
  const lines: string[] = []
  let isClean = true
  let at = 0
  for (const region of regionsOf(diffLines(base, ours), diffLines(base, theirs))) {
    const [mine, yours] = [replaced(base, region, region.ours), replaced(base, region, region.theirs)]
    const isDisputed = region.ours.length > 0 && region.theirs.length > 0 && !isSameList(mine, yours)
    if (isDisputed) isClean = false
    append(lines, base.slice(at, region.from))
    append(lines, region.ours.length > 0 ? mine : yours)
    at = region.to
  }
  append(lines, base.slice(at))
  return { lines, isClean }
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
