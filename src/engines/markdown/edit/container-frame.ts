import type { Block } from '../document.ts'
import { fingerprint } from '../model/same.ts'
import type { MarkdownWriter } from '../write/markdown-writer.ts'
import { containerTag } from '../write/write-tags.ts'
import { detailsFrame } from './details-frame.ts'
import { type EditedText, PAGE } from './edited-text.ts'
import { type BlockFrame, insideOf } from './frame.ts'
import { itemFrame, listFrame } from './list-frame.ts'
import { quoteFrame } from './quote-frame.ts'
import type { SourceBlock } from './source-blocks.ts'

/** Blocks between two lines that are tags. */
const TAGGED = new Set<Block['type']>([
  ...(['hint', 'if', 'tabs', 'tabs-item'] as const),
  ...(['stepper', 'stepper-step', 'columns', 'column'] as const),
])

const FIRST_LINE = /^[ \t]*\{%[^\r\n]*(?:\r\n?|\n)/
const LAST_LINE = /[^\r\n]*$/

/** The container a block was, ready to hold what it holds now; undefined where it has to be written anew. */
export function frameOf(
  edited: EditedText,
  source: SourceBlock,
  wanted: Block,
  writing: MarkdownWriter,
): BlockFrame | undefined {
  switch (wanted.type) {
    case 'list-ordered':
    case 'list-unordered':
    case 'list-tasks':
      return listFrame(edited, source, wanted)
    case 'list-item':
      return itemFrame(edited, source, wanted)
    case 'blockquote':
      return quoteFrame(edited, source)
    case 'expandable':
      return detailsFrame(edited, source, wanted, writing)
    default:
      return TAGGED.has(wanted.type) ? tagFrame(edited, source, wanted) : undefined
  }
}

function tagFrame(edited: EditedText, source: SourceBlock, wanted: Block): BlockFrame | undefined {
  const { prefix } = edited.layout
  const whole = edited.text.slice(source.from, source.to)
  const open = FIRST_LINE.exec(whole)?.[0]
  const close = LAST_LINE.exec(whole)?.[0]
  if (open === undefined || close === undefined) return undefined
  const layout = { ...PAGE, prefix, hasOnlyBlanks: prefix !== '' }
  const inside = insideOf(edited, source, { open, close, layout })
  return inside && { open: openingOf(wanted, source.block, open), inside, close, mayBeEmpty: true }
}

/** The opening line for what the container is to be: as it was, unless it says something else. */
function openingOf(wanted: Block, was: Block, open: string): string {
  if (containerTag(wanted) === containerTag(was)) return open
  // A client that sends no attributes we remember changed none of them.
  const isSame = !wanted.meta?.attributes && fingerprint(dataOf(wanted)) === fingerprint(dataOf(was))
  return isSame ? open : containerTag(wanted) + (/[\r\n]+$/.exec(open)?.[0] ?? '')
}

function dataOf(block: Block): object {
  return ('data' in block && block.data) || {}
}
