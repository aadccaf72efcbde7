import type { Block } from '../document.ts'
import type { ParseState } from '../engine/parse-state.ts'
import { isMade, type SourceLine, sourceLines } from '../lines/source-line.ts'
import { heldBy } from '../nodes.ts'
import { readMarkdown } from '../parse.ts'
import { publicDocument } from '../public-document.ts'

export type SourceBlock = {
  key: string
  from: number
  to: number
  block: Block
  /** Whether it has its lines to itself. One that shares them, or is a callout of another tool, is changed as a whole. */
  isApart: boolean
  /** The blocks it holds, with their places in the same text. */
  within: () => SourceBlock[]
}

/** The top-level blocks of the public document of a text, and where each is in it, without the blank lines around. */
export function sourceBlocks(text: string): SourceBlock[] {
  const { document, parsing } = readMarkdown(text)
  const { nodes } = publicDocument(document, (made, of, part) =>
    parsing.place(made, placeOf(parsing, of, part)),
  )
  const lines = parsing.origins ?? sourceLines(text)
  const placed = (blocks: readonly Block[]): SourceBlock[] =>
    blocks.flatMap((block) => {
      const place = parsing.places.get(block)
      const [first, last] = place ? endsOf(lines, place) : []
      if (!first || !last) return []
      const isApart = isWhole(text, first) && (isWhole(text, last) || !hasEnd(block))
      const within = () => placed(heldBy(block))
      return [{ key: block.key ?? '', from: first.from, to: last.to, block, isApart, within }]
    })
  return placed(nodes)
}

function placeOf({ places }: ParseState, block: Block, part: 'whole' | 'open' | 'close') {
  const place = places.get(block)
  if (!place || part === 'whole') return place
  const [from, to] = place
  return part === 'open' ? ([from, from + 1] as const) : ([to - 1, to] as const)
}

/** The first and the last line that are not blank. */
function endsOf(lines: readonly SourceLine[], [from, to]: readonly [number, number]) {
  let [first, last] = [from, to]
  while (first < last - 1 && isBlank(lines[first])) first++
  while (last > first + 1 && isBlank(lines[last - 1])) last--
  return [lines[first], lines[last - 1]] as const
}

function isBlank(line: SourceLine | undefined): boolean {
  return /^[ \t]*$/.test(line?.text ?? '')
}

function isWhole(text: string, line: SourceLine): boolean {
  const isEnd = (at: number) => text[at] === undefined || text[at] === '\n' || text[at] === '\r'
  return !isMade(line) && line.lead === 0 && isEnd(line.from - 1) && isEnd(line.to)
}

/** Lists, items and quotes end with what they hold. */
function hasEnd({ type }: Block): boolean {
  return type !== 'blockquote' && !type.startsWith('list-')
}
