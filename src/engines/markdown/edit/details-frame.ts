import type { Expandable } from '../document.ts'
import { printsOf } from '../model/same.ts'
import { fragmentNamed } from '../nodes.ts'
import { type MarkdownWriter, plainTarget } from '../write/markdown-writer.ts'
import { writeSummary } from '../write/write-blocks.ts'
import { type EditedText, PAGE } from './edited-text.ts'
import { type BlockFrame, insideOf } from './frame.ts'
import type { SourceBlock } from './source-blocks.ts'

/** Up to the title, the title, and the rest of its line. */
const OPENING = /^([ \t]*<details[^<>]*>[\s>]*<summary>)([^\r\n]*)(<\/summary>[ \t]*(?:\r\n?|\n))/i
const TITLE = 'expandable-title'
const LAST_LINE = /[^\r\n]*$/

/** What is in `<details>` below its title. */
export function detailsFrame(
  edited: EditedText,
  source: SourceBlock,
  wanted: Expandable,
  writing: MarkdownWriter,
): BlockFrame | undefined {
  const { prefix } = edited.layout
  const whole = edited.text.slice(source.from, source.to)
  const [open, before = '', title = '', behind = ''] = OPENING.exec(whole) ?? []
  const close = LAST_LINE.exec(whole)?.[0]
  if (open === undefined || close === undefined || !hasSameAttributes(source, wanted)) return undefined
  const layout = { ...PAGE, prefix, hasOnlyBlanks: prefix !== '' }
  const inside = insideOf(edited, source, { open, close, layout })
  const now = hasSameTitle(source, wanted, writing) ? title : writeSummary(wanted, writing)
  return inside && { open: before + now + behind, inside, close, mayBeEmpty: true }
}

/** A client that sends no attributes changed none. */
function hasSameAttributes({ block }: SourceBlock, { meta }: Expandable): boolean {
  return !meta?.attributes || meta.attributes.join() === block.meta?.attributes?.join()
}

function hasSameTitle({ block }: SourceBlock, wanted: Expandable, writing: MarkdownWriter): boolean {
  const [was, now] = [
    printsOf(fragmentNamed(block, TITLE)?.nodes ?? [], plainTarget),
    printsOf(fragmentNamed(wanted, TITLE)?.nodes ?? [], writing.targetOf),
  ]
  return (
    was.length === now.length &&
    was.every(({ full, bare }, at) => (now[at]?.hasMeta ? now[at].full === full : now[at]?.bare === bare))
  )
}
