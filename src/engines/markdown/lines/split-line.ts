// Tags of blocks, and lines that are split at them.
import { CONTAINER, LONGEST_PREFIX } from '../engine/paired-lines.ts'
import { partOf, type SourceLine, withPrefix } from './source-line.ts'

export const TAG_NAMES = [
  ...['hint', 'tabs', 'tab', 'stepper', 'step', 'columns', 'column', 'content-ref', 'code', 'embed', 'file'],
  ...['updates', 'update', 'prompt', 'openapi', 'openapi-operation', 'openapi-schemas', 'openapi-webhook'],
].join('|')
export const TAG = new RegExp(
  `(?<!\\\\)\\{%[ \\t]*(end)?(${TAG_NAMES})(?![\\w./-])(?:(?!\\{%|%\\})[^\\n])*%\\}`,
  'g',
)

/** The pieces of a line between these places below each other, all in the container that the line is in. */
export function splitLine(line: SourceLine, places: readonly number[]): SourceLine[] {
  const { text } = line
  const prefix = CONTAINER.exec(text)?.[0] ?? ''
  const starts = [prefix.length, ...places]
  const pieces = starts.flatMap((from, number) => trimmed(text, from, starts[number + 1] ?? text.length))
  if (pieces.length < 2 || prefix.length > LONGEST_PREFIX) return [line]
  const below = prefix.replace(/[^\s>]/g, ' ')
  // Two blanks at the end of a line break it.
  const lineBreak = text.endsWith('  ') ? 2 : 0
  return pieces.map(({ from, to }, number) => {
    if (number === 0 && from === prefix.length) return partOf(line, 0, to)
    const end = number === pieces.length - 1 ? to + lineBreak : to
    return withPrefix(number === 0 ? prefix : below, partOf(line, from, end))
  })
}

function trimmed(text: string, from: number, to: number): { from: number; to: number }[] {
  const piece = text.slice(from, to)
  const start = from + piece.length - piece.trimStart().length
  return piece.trim() === '' ? [] : [{ from: start, to: from + piece.trimEnd().length }]
}
