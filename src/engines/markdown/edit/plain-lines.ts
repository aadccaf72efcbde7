import { align } from './alignment.ts'
import type { EditedText } from './edited-text.ts'
import type { SourceBlock } from './source-blocks.ts'

/** Characters of a text with others to put in their place. */
export type Replacement = { from: number; to: number; text: string }

export type PlainLines = {
  text: string
  /** The source with other characters in place of some of the text. In order, and none inside another. */
  replaced: (replacements: readonly Replacement[]) => string
}

/** The lines of a block without what they begin with in its container; undefined where one does not begin like that. */
export function plainLines(
  { text, eol, layout: { prefix } }: EditedText,
  { from, to }: Pick<SourceBlock, 'from' | 'to'>,
): PlainLines | undefined {
  const source = text.slice(from, to)
  const lines: string[] = []
  /** Where a line begins in the source, and where without what all lines begin with. */
  const starts: { at: number; plain: number }[] = []
  let plain = 0
  for (const { 0: line, index } of source.matchAll(/[^\r\n]*(?:\r\n?|\n|$)/g)) {
    const content = line.replace(/[\r\n]+$/, '')
    const skipped = starts.length === 0 ? 0 : prefixLength(content, prefix)
    if (skipped === undefined) return undefined
    starts.push({ at: index + skipped, plain })
    lines.push(content.slice(skipped))
    plain += content.length - skipped + 1
    if (line === content) break
  }
  const inSource = (place: number): number => {
    let low = 0
    for (let high = starts.length; high - low > 1; ) {
      const middle = (low + high) >> 1
      if ((starts[middle]?.plain ?? 0) <= place) low = middle
      else high = middle
    }
    const { at, plain } = starts[low] ?? { at: 0, plain: 0 }
    return at + place - plain
  }
  const replaced = (replacements: readonly Replacement[]): string => {
    let out = ''
    let at = 0
    for (const each of replacements) {
      out += source.slice(at, inSource(each.from)) + each.text.replaceAll('\n', eol + prefix)
      at = inSource(each.to)
    }
    return out + source.slice(at)
  }
  return { text: lines.join('\n'), replaced }
}

/** A blank line need not begin with the blanks that others begin with. */
function prefixLength(line: string, prefix: string): number | undefined {
  if (line.startsWith(prefix)) return prefix.length
  return line.trimEnd() === prefix.trimEnd() ? line.length : undefined
}

/** Lines with nothing on them, as they are in the source: with the blanks there that nobody sees. */
export function withBlanksOf(source: string, written: string): string {
  const [old, now] = [source.split(/\r\n?|\n/), written.split('\n')]
  const [before, after] = [old, now].map((lines) => lines.map((line) => line.trimEnd()))
  if (!before || !after || !old.some((line, at) => isBlank(line) && line !== before[at])) return written
  for (const { before: from = 0, after: to = 0, isSame } of align(before, after))
    if (isSame && isBlank(old[from]) && isBlank(now[to])) now[to] = old[from] ?? ''
  return now.join('\n')
}

/** But for the marks of quotes. */
const isBlank = (line = '') => /^[ \t>]*$/.test(line)
