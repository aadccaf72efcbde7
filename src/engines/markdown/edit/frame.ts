import type { EditedText, TextLayout } from './edited-text.ts'
import type { SourceBlock } from './source-blocks.ts'

/** A container in its text: what opens it, what it holds, and what closes it. */
export type BlockFrame = {
  open: string
  inside: EditedText
  close: string
  /** Tags may be around nothing; a marker with nothing behind it is spelt in its own way. */
  mayBeEmpty: boolean
}

type Bounds = { open: string; close: string; layout: TextLayout }

/** What is between the given pieces of a container; undefined where its lines do not begin as they should. */
export function insideOf(
  { text, eol }: EditedText,
  source: SourceBlock,
  bounds: Bounds,
): EditedText | undefined {
  const { open, close, layout } = bounds
  const start = source.from + open.length
  const inside = text.slice(start, source.to - close.length)
  const within = source.within().map((each) => moved(each, start))
  const sources = within.flatMap((each) => inLines(inside, each, layout.prefix) ?? [])
  const isWhole = sources.length === within.length
  if (layout.hasOnlyBlanks && !(isWhole && sources.length > 0 && isBlankBetween(inside, sources)))
    return undefined
  return { text: inside, eol, sources, layout }
}

/** The same block in a text that begins later. */
function moved(source: SourceBlock, by: number): SourceBlock {
  const within = () => source.within().map((each) => moved(each, by))
  return { ...source, from: source.from - by, to: source.to - by, within }
}

/** A block without what its first line begins with, and without lines behind it that hold nothing else. */
function inLines(text: string, source: SourceBlock, prefix: string): SourceBlock | undefined {
  // What begins before the text is behind the marker of its container, in the same line.
  const isBehindMarker = source.from < 0
  if (!isBehindMarker && !text.startsWith(prefix, source.from)) return undefined
  const from = isBehindMarker ? 0 : source.from + prefix.length
  return { ...source, from, to: Math.max(from, withoutBlankLines(text, source.to, prefix.trimEnd())) }
}

function withoutBlankLines(text: string, end: number, prefix: string): number {
  let to = end
  for (let start = lineStart(text, to); start > 0; start = lineStart(text, to)) {
    if (text.slice(start, to).trimEnd() !== prefix) break
    to = text.startsWith('\r\n', start - 2) ? start - 2 : start - 1
  }
  return to
}

/** Step by step: a search for a sign that is nowhere would go through all the text for each block. */
export function lineStart(text: string, at: number): number {
  let start = at
  while (start > 0 && text[start - 1] !== '\n' && text[start - 1] !== '\r') start--
  return start
}

function isBlankBetween(text: string, sources: readonly SourceBlock[]): boolean {
  const starts = [...sources.map(({ from }) => from), text.length]
  const ends = [0, ...sources.map(({ to }) => to)]
  return starts.every((from, index) => /^[\s>]*$/.test(text.slice(ends[index], from)))
}
