import type { ContentRef } from '../content/records.ts'
import type { Block, JSONDocument } from './document.ts'
import { repairDocument } from './model/repair.ts'
import { MarkdownWriter, prefix } from './write/markdown-writer.ts'
import { writeBlocks } from './write/write-blocks.ts'

export type WriteOptions = { targetOf?: (ref: ContentRef) => string }

/** The Markdown of a document, whoever made it: what is missing is filled in, what is unknown leaves its text. */
export function writeMarkdown(document: JSONDocument, options: WriteOptions = {}): string {
  const { nodes, data } = repairDocument(document)
  const writing = new MarkdownWriter(options.targetOf)
  const body = writeBlocks(nodes, writing)
  const definitions = [...writeNotes(writing), ...(data.definitions ?? [])]
  const parts = (isEndless(nodes.at(-1)) ? [...definitions, body] : [body, ...definitions]).filter(
    (part) => part !== '',
  )
  return parts.length === 0 ? '' : `${parts.join('\n\n')}\n`
}

/** The footnotes called so far, each with its text. */
export function writeNotes(writing: MarkdownWriter): string[] {
  const written: string[] = []
  // A footnote's text cannot call others, so the map does not grow meanwhile.
  for (const [label, body] of writing.notes) {
    const text = writeBlocks(body, new MarkdownWriter(writing.targetOf))
    written.push(`[^${label}]: ${prefix(text, '    ', '').slice(4)}`.replace(/[ \t\n]+$/, ''))
  }
  return written
}

const ENDLESS =
  /^<(?:!--(?![\s\S]*-->)|(?:script|pre|style|textarea)(?![\s\S]*<\/(?:script|pre|style|textarea)>)|\?(?![\s\S]*\?>)|![A-Za-z](?!.*>)|!\[CDATA\[(?![\s\S]*\]\]>))/i

/** HTML that was never closed swallows whatever follows. */
function isEndless(block: Block | undefined): boolean {
  return block !== undefined && ENDLESS.test(block.meta?.markdown ?? '')
}
