import type { TextPart } from './assemble.ts'

type Numbering = {
  /** The number of the first item. */
  start: number
  /** What the lines of the list begin with. */
  prefix: string
}

const LARGEST = 999_999_999

/**
 * Items are numbered as they were: counted up, all with the same number, or each as it came. Only the first number
 * means anything.
 */
export function numberedLike(before: readonly number[], { start, prefix }: Numbering) {
  const [first = start] = before
  const isCounted = before.every((number, index) => number === first + index)
  const isRepeated = before.every((number) => number === first)
  return (parts: TextPart[]): TextPart[] => {
    let last = start - 1
    return parts.map((part, index) => {
      const own = part.gap === undefined ? last + 1 : Number.parseInt(part.text, 10)
      const counted = isCounted ? last + 1 : own
      last = Math.min(index === 0 || (isRepeated && !isCounted) ? start : counted, LARGEST)
      return { ...part, text: renumbered(part.text, last, prefix) }
    })
  }
}

function renumbered(item: string, number: number, prefix: string): string {
  const digits = /^\d+/.exec(item)?.[0] ?? ''
  if (digits === '' || Number(digits) === number) return item
  const wider = String(number).length - digits.length
  return String(number) + shifted(item.slice(digits.length), wider, prefix)
}

/** What is below a longer number is further to the right. */
function shifted(item: string, by: number, prefix: string): string {
  if (by === 0) return item
  return item.replace(/(\r\n?|\n)([^\r\n]+)/g, (all, end: string, line: string) => {
    if (!line.startsWith(prefix) || line.trim() === prefix.trim()) return all
    const rest = line.slice(prefix.length)
    const blanks = Math.min(-by, rest.length - rest.trimStart().length)
    return end + prefix + (by > 0 ? ' '.repeat(by) + rest : rest.slice(blanks))
  })
}
