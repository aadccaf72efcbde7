// Two lists of names side by side: which are the same ones, and what is between those.
import { diffLines } from './diff-lines.ts'

type Aligned = {
  /** By their numbers in both. */
  same: [before: number, after: number][]
  gaps: { before: number[]; after: number[] }[]
}

export function aligned(before: readonly string[], after: readonly string[]): Aligned {
  const result: Aligned = { same: [], gaps: [] }
  let [old, fresh] = [0, 0]
  const takeUpTo = (end: number) => {
    while (old < end) result.same.push([old++, fresh++])
  }
  for (const { from, to, lines } of diffLines(before, after)) {
    takeUpTo(from)
    result.gaps.push({ before: numbers(old, to), after: numbers(fresh, fresh + lines.length) })
    old = to
    fresh += lines.length
  }
  takeUpTo(before.length)
  return result
}

function numbers(from: number, to: number) {
  return Array.from({ length: to - from }, (_, at) => from + at)
}
