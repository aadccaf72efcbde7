// The difference of two texts for people: hunks of lines with some that stayed around them, as in a unified diff.
import { diffLines } from './diff-lines.ts'

type TextLine = {
  type: 'same' | 'removed' | 'added'
  /** Its number in the text before, and in the text after, from 1. */
  before?: number
  after?: number
  text: string
}

/** Where it begins, and how many lines it has there; nothing begins at the line before it, as in a unified diff. */
type Stretch = { line: number; count: number }

export type TextHunk = { before: Stretch; after: Stretch; lines: TextLine[] }

export type TextChanges = { added: number; removed: number; hunks: TextHunk[] }

/** The lines without their ends. An end of the last line counts for nothing: whether a text has one says nothing. */
export function textLines(text: string) {
  if (text === '') return []
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n')
}

export function textChanges(before: string, after: string, context: number): TextChanges {
  const [old, now] = [textLines(before), textLines(after)]
  const lines: TextLine[] = []
  let at = 0
  const stayUntil = (end: number, shift: number) => {
    for (; at < end; at++)
      lines.push({ type: 'same', before: at + 1, after: at + 1 + shift, text: old[at] ?? '' })
  }
  let shift = 0
  let [added, removed] = [0, 0]
  for (const { from, to, lines: fresh } of diffLines(old, now)) {
    stayUntil(from, shift)
    for (; at < to; at++) lines.push({ type: 'removed', before: at + 1, text: old[at] ?? '' })
    for (const [index, text] of fresh.entries())
      lines.push({ type: 'added', after: from + shift + index + 1, text })
    removed += to - from
    added += fresh.length
    shift += fresh.length - (to - from)
  }
  stayUntil(old.length, shift)
  return { added, removed, hunks: hunksOf(lines, context) }
}

/** Changes that are nearer to each other than twice the context share a hunk. */
function hunksOf(lines: TextLine[], context: number): TextHunk[] {
  const ranges: { from: number; to: number }[] = []
  for (const [at, { type }] of lines.entries()) {
    if (type === 'same') continue
    const [from, to] = [Math.max(0, at - context), Math.min(lines.length, at + context + 1)]
    const last = ranges.at(-1)
    if (last && from <= last.to) last.to = to
    else ranges.push({ from, to })
  }
  let [before, after] = [0, 0]
  let done = 0
  return ranges.map(({ from, to }) => {
    // What is between two hunks stayed, so both sides move on alike.
    before += from - done
    after += from - done
    done = to
    const shown = lines.slice(from, to)
    const hunk = {
      before: stretchAt(before, shown.filter(({ type }) => type !== 'added').length),
      after: stretchAt(after, shown.filter(({ type }) => type !== 'removed').length),
      lines: shown,
    }
    before += hunk.before.count
    after += hunk.after.count
    return hunk
  })
}

function stretchAt(passed: number, count: number): Stretch {
  return { line: count === 0 ? passed : passed + 1, count }
}
