import type { Block } from '../document.ts'
import type { Around, MarkdownWriter } from '../write/markdown-writer.ts'
import { writeBlocks } from '../write/write-blocks.ts'
import type { TextPart } from './assemble.ts'
import { type SourceBlock, sourceBlocks } from './source-blocks.ts'

/** A text, or what a container in it holds. */
export type EditedText = { text: string; eol: string; sources: SourceBlock[]; layout: TextLayout }

/** How blocks are arranged in the lines of a text. */
export type TextLayout = {
  /** What every line begins with: the marks of quotes, and blanks below the marker of an item. */
  prefix: string
  /** Between the blocks are blank lines and nothing else. Elsewhere definitions may be there. */
  hasOnlyBlanks: boolean
  /** The marker in front of the first block, which a list may not have too. */
  marker?: string
  /** Of a list and its items. */
  list?: { isTight: boolean; isTasks: boolean }
  /** Whether a new block follows on the next line, without a blank one. */
  isClose: (block: Block) => boolean
  /** A block in lines that begin at the edge. */
  write: (block: Block, index: number, writing: MarkdownWriter, around: Around) => string
  /** Puts all blocks right once they are known: their numbers. */
  arrange?: (parts: TextPart[]) => TextPart[]
}

/** Blocks below each other with a blank line between them. */
export const PAGE: TextLayout = {
  prefix: '',
  hasOnlyBlanks: false,
  isClose: () => false,
  write: (block, _, writing, around) => writeBlocks([block], writing, around),
}

export function editedText(text: string): EditedText {
  return { text, eol: text.includes('\r\n') ? '\r\n' : '\n', sources: sourceBlocks(text), layout: PAGE }
}
