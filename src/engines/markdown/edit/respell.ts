import { mergePieces } from '../../content/merge/text.ts'
import type { Block, JSONDocument } from '../document.ts'
import { repairDocument } from '../model/repair.ts'
import { printsOf } from '../model/same.ts'
import { MarkdownWriter, plainTarget } from '../write/markdown-writer.ts'

/** Words, blanks, and every other sign by itself. */
const PIECE = /[\p{L}\p{N}]+|\s+|./gsu

/**
 * What is to be said now, spelt as the source spells what it says already. The writer's own spellings of what was said
 * and of what is said now tell which is which.
 */
function respell(source: string, was: string, now: string): string {
  if (source === was || !sharesWords(was, now)) return now
  const pieces = { base: piecesOf(was), ours: piecesOf(source), theirs: piecesOf(now) }
  return mergePieces(pieces)?.reverse().join('') ?? now
}

const WORD = /[\p{L}\p{N}]+/gu

/** Of a text that says nothing of what was said, no spelling stays either. */
function sharesWords(was: string, now: string): boolean {
  const words = new Set(was.match(WORD))
  return (now.match(WORD) ?? []).some((word) => words.has(word))
}

/** From the end: then words that were added are before the blank or line end that follows, and not behind it. */
function piecesOf(text: string): string[] {
  return (text.match(PIECE) ?? []).reverse()
}

/** Blocks being written in place of others: with their spellings, or in the writer's own. */
export type Spelling = { writing: MarkdownWriter; isKept: boolean }

export type Respelt = {
  /** As it is in the text. */
  source: string
  were: readonly Block[]
  blocks: readonly Block[]
  write: (blocks: readonly Block[], writing: MarkdownWriter) => string
}

export function respelt({ source, were, blocks, write }: Respelt, { writing, isKept }: Spelling): string {
  const now = write(blocks, writing)
  if (!isKept || were.length === 0) return now
  const [old, fresh] = [were, blocks].map((each) => each.map(withoutBreaks))
  // What a client leaves out it did not change.
  const before = hasMeta(blocks) ? old : withoutMeta(old ?? [])
  const plain = write(fresh ?? [], new MarkdownWriter(writing.targetOf))
  return respell(source, write(before ?? [], new MarkdownWriter(plainTarget)), plain)
}

/** Line ends are in the source. */
function withoutBreaks<T extends Block>(block: T): T {
  if (!block.meta?.breaks) return block
  const { breaks: _, ...meta } = block.meta
  return { ...block, meta }
}

function hasMeta(blocks: readonly Block[]): boolean {
  return printsOf(blocks, plainTarget).some((print) => print.hasMeta)
}

/** The same blocks as a client has them that leaves our notes out. */
function withoutMeta(blocks: readonly Block[]): Block[] {
  const json = JSON.stringify({ object: 'document', data: {}, nodes: blocks })
  const bare: JSONDocument = JSON.parse(json, (name, value: unknown) => (name === 'meta' ? undefined : value))
  return repairDocument(bare).nodes
}
