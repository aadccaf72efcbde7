import type { Block } from './document.ts'
import { heldBy } from './nodes.ts'
import { readMarkdown } from './parse.ts'

export type SourceBlock = {
  key: string
  from: number
  to: number
  block: Block
  /** The blocks it holds, with their places in the same text. */
  within: () => SourceBlock[]
}

/** The top-level blocks of a text and where each stands in it, without the blank lines around. */
export function sourceBlocks(text: string): SourceBlock[] {
  const { document, parsing } = readMarkdown(text)
  const starts = lineStarts(text)
  const placed = (blocks: readonly Block[]): SourceBlock[] =>
    blocks.flatMap((block) => {
      const place = parsing.places.get(block)
      if (!place) return []
      let [first, last] = place
      while (first < last && isBlank(parsing.lines[first])) first++
      while (last > first && isBlank(parsing.lines[last - 1])) last--
      const from = starts[first] ?? text.length
      const to = lineEnd(text, starts[last - 1] ?? from)
      return [{ key: block.key ?? '', from, to, block, within: () => placed(heldBy(block)) }]
    })
  return placed(document.nodes)
}

function isBlank(line: string | undefined): boolean {
  return /^[ \t]*$/.test(line ?? '')
}

/** Lines end where the parser ends them: at \n, \r\n and a lone \r. */
function lineStarts(text: string): number[] {
  const starts = [0]
  for (const match of text.matchAll(/\r\n?|\n/g)) starts.push(match.index + match[0].length)
  return starts
}

function lineEnd(text: string, from: number): number {
  const end = text.slice(from).search(/[\r\n]/)
  return end < 0 ? text.length : from + end
}
