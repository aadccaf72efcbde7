import type { JSONDocument } from './document.ts'
import { agreementWith } from './edit/agreement.ts'
import { align } from './edit/alignment.ts'
import { assemble, type TextPart } from './edit/assemble.ts'
import { BlockEdit, type EditOptions } from './edit/block-edit.ts'
import { editedText, PAGE } from './edit/edited-text.ts'
import type { SourceBlock } from './edit/source-blocks.ts'
import { sourceBlocks } from './edit/source-blocks.ts'
import { repairDocument } from './model/repair.ts'
import { writeMarkdown } from './write.ts'

/** The top-level blocks of a text: their keys and where they stand. */
export function blocksOf(text: string): { key: string; from: number; to: number }[] {
  return sourceBlocks(text).map(({ key, from, to }) => ({ key, from, to }))
}

/** The Markdown of a public document in which every block that is as it was keeps its bytes. */
export function editMarkdown(before: string, document: JSONDocument, options: EditOptions = {}): string {
  const wanted = repairDocument(document)
  const edit = new BlockEdit(editedText(before), wanted.nodes, options)
  if (edit.isNothing) return before
  const near = edit.run('as before')
  const whole = writeMarkdown(wanted, options)
  const isRight = agreementWith(wanted, whole, options)
  for (const nearness of ['spelling', 'inside'] as const) {
    const nearest = edit.run(nearness)
    if (nearest !== near && isRight(nearest)) return nearest
  }
  if (edit.isIntact(near)) return near
  const apart = edit.run('blank lines')
  if (edit.isIntact(apart)) return apart
  // Neighbours that cannot stand together as they are: what the document says goes before how it was written.
  // Or tags that were put right, so that other blocks are in them now.
  return [near, edit.run('our forms')].find(isRight) ?? whole
}

/** Blocks with these keys, in either text, go back to how they are in `then`; every other byte of `now` stays. */
export function revertBlocks(now: string, then: string, keys: readonly string[]): string {
  const chosen = new Set(keys)
  const fresh = sourceBlocks(now)
  const old = sourceBlocks(then)
  const textIn = (text: string, { from, to }: SourceBlock): string => text.slice(from, to)
  const steps = align(
    old.map((block) => textIn(then, block)),
    fresh.map((block) => textIn(now, block)),
  )
  const parts: TextPart[] = []
  let last = -1
  for (const { before, after, isSame } of steps) {
    const was = before === undefined ? undefined : old[before]
    const is = after === undefined ? undefined : fresh[after]
    const isReverted = !isSame && [was?.key, is?.key].some((key) => key !== undefined && chosen.has(key))
    const source = isReverted ? was : is
    if (!source) {
      if (isReverted) last = -2
      continue
    }
    const isOld = source === was && !isSame
    const gap = is && after !== undefined ? gapBefore(now, fresh, after) : gapBefore(then, old, before ?? 0)
    const isNeighbour = is !== undefined && after !== undefined && last === after - 1
    parts.push({ text: textIn(isOld ? then : now, source), gap, isNeighbour })
    last = is && after !== undefined ? after : -2
  }
  const eol = now.includes('\r\n') ? '\r\n' : '\n'
  const tail = now.slice(fresh.at(-1)?.to ?? 0)
  const body = assemble(parts, { ...PAGE, eol }, 'blank lines')
  return body + (body === '' ? tail.trimStart() : tail || (fresh.length === 0 ? eol : ''))
}

function gapBefore(text: string, blocks: readonly SourceBlock[], index: number): string {
  return text.slice(blocks[index - 1]?.to ?? 0, blocks[index]?.from)
}
