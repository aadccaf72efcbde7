import type { ContentRef } from '../content/records.ts'
import { align, type Step } from './alignment.ts'
import { assemble, type Part, type Spacing } from './assemble.ts'
import { frameOf, isFramed, openingOf } from './container-frame.ts'
import type { Block } from './document.ts'
import { inNotesOf, withNotes } from './edit-notes.ts'
import { childrenOf } from './nodes.ts'
import { type Print, printOf, printsOf } from './same.ts'
import { type SourceBlock, sourceBlocks } from './source-blocks.ts'
import type { WriteOptions } from './write.ts'
import { type Around, writeBlocks } from './write-blocks.ts'
import { plainTarget, Writing } from './writing.ts'

export type EditOptions = WriteOptions & {
  /** Equal for targets that mean the same, however they are spelt. */
  meaningOf?: (target: string) => string
}

/** A text, or what a container in it holds. */
export type EditedText = { text: string; eol: string; sources: SourceBlock[] }

export function editedText(text: string): EditedText {
  return { text, eol: text.includes('\r\n') ? '\r\n' : '\n', sources: sourceBlocks(text) }
}

/** How near to its source a text stays: containers that changed are gone into, or only blank lines are kept. */
export type Nearness = 'inside' | Spacing

/** A text being brought to say what a document says. */
export class BlockEdit {
  private readonly before: string
  private readonly eol: string
  private readonly wanted: readonly Block[]
  private readonly options: EditOptions
  private readonly sources: SourceBlock[]
  private readonly prints: string[]
  private readonly steps: Step[]
  private readonly kept: (SourceBlock | undefined)[]

  constructor({ text, eol, sources }: EditedText, wanted: readonly Block[], options: EditOptions) {
    this.before = text
    this.eol = eol
    this.wanted = wanted
    this.options = options
    this.sources = sources
    const prints = this.sources.map(({ block }) => printOf(block, this.meantBy(plainTarget)))
    this.prints = prints.map(({ full }) => full)
    const wantedPrints = printsOf(wanted, this.meantBy(options.targetOf ?? plainTarget))
    const fresh = wantedPrints.map((print) => known(print, prints))
    this.steps = align(this.prints, fresh)
    this.kept = this.keptBlocks(fresh)
  }

  private meantBy(targetOf: (ref: ContentRef) => string) {
    const { meaningOf } = this.options
    return meaningOf ? (ref: ContentRef) => meaningOf(targetOf(ref)) : targetOf
  }

  /** Every block is there and where it was. */
  get isNothing(): boolean {
    return this.steps.every((step) => step.isSame)
  }

  /** For each wanted block the source that says the same, moved ones included. */
  private keptBlocks(fresh: readonly string[]): (SourceBlock | undefined)[] {
    const kept: (SourceBlock | undefined)[] = new Array(fresh.length).fill(undefined)
    const spare = new Map<string, SourceBlock[]>()
    for (const { before, after, isSame } of this.steps) {
      const source = before === undefined ? undefined : this.sources[before]
      if (isSame && after !== undefined) kept[after] = source
      else if (source) {
        const print = this.prints[before ?? 0] ?? ''
        spare.set(print, [...(spare.get(print) ?? []), source])
      }
    }
    fresh.forEach((print, index) => {
      kept[index] ??= spare.get(print)?.shift()
    })
    return kept
  }

  run(nearness: Nearness): string {
    const writing = new Writing(this.options.targetOf)
    const notes = inNotesOf(this.before, writing)
    return withNotes(this.written(writing, nearness), notes, writing, this.eol)
  }

  /** A container that was there before holds something else now. */
  get changesInside(): boolean {
    return this.steps.some(({ before, after }) => {
      const block = after === undefined || this.kept[after] ? undefined : this.wanted[after]
      return block !== undefined && isFramed(block) && this.origin(block, before) !== undefined
    })
  }

  private written(writing: Writing, nearness: Nearness): string {
    const { before, eol } = this
    const parts: Part[] = []
    let last = -1
    let marker: string | undefined
    for (const { before: old, after, isSame } of this.steps) {
      const gap = old === undefined ? undefined : this.gapBefore(old)
      const block = after === undefined ? undefined : this.wanted[after]
      if (!block || after === undefined) {
        // The block goes; definitions that stood before it stay.
        if (gap?.trim()) parts.push({ text: gap.trim(), isNeighbour: false })
        last = -2
        continue
      }
      const source = this.kept[after]
      const around = { before: marker, after: this.markerAfter(after) }
      const text = source
        ? before.slice(source.from, source.to)
        : ((nearness === 'inside' ? this.goneInto(block, old, writing) : undefined) ??
          this.fresh(block, writing, around))
      const isNeighbour = isSame && old !== undefined && last === old - 1
      parts.push({ text, isNeighbour, ...(gap !== undefined && { gap }) })
      last = isSame && old !== undefined ? old : -2
      marker = markerIn(block, text)
    }
    const end = this.sources.at(-1)?.to ?? 0
    const tail = before.slice(end) || (before === '' ? eol : '')
    const body = assemble(parts, eol, nearness === 'inside' ? 'as before' : nearness)
    return body === '' ? tail.trimStart() : this.lead + body + tail
  }

  private fresh(block: Block, writing: Writing, around: Around): string {
    const text = writeBlocks([block], writing, around)
    return this.eol === '\n' ? text : text.replaceAll('\n', this.eol)
  }

  /** The lines of a container, of which only those change that say something else. */
  private goneInto(block: Block, old: number | undefined, writing: Writing): string | undefined {
    const source = this.origin(block, old)
    const frame = source && frameOf(this.before, source)
    if (!frame) return undefined
    const inside = { text: frame.inside, eol: this.eol, sources: frame.sources }
    const edit = new BlockEdit(inside, childrenOf(block), this.options)
    return openingOf(block, source.block, frame) + edit.written(writing, 'inside') + frame.close
  }

  /** What a block was before: the one with its key, or the one in its place. */
  private origin(block: Block, old: number | undefined): SourceBlock | undefined {
    const isIt = (source: SourceBlock | undefined) => source?.block.type === block.type
    const before = old === undefined ? undefined : this.sources[old]
    const named = this.sources.find((source) => source.key === block.key && isIt(source))
    return named ?? (isIt(before) ? before : undefined)
  }

  /** Blank lines above all blocks are no block's own. */
  private get lead(): string {
    return /^\s*/.exec(this.before.slice(0, this.sources[0]?.from ?? 0))?.[0] ?? ''
  }

  private gapBefore(index: number): string {
    const gap = this.before.slice(this.sources[index - 1]?.to ?? 0, this.sources[index]?.from)
    return index === 0 ? gap.trimStart() : gap
  }

  private markerAfter(index: number): string | undefined {
    const next = this.wanted[index + 1]
    const source = this.kept[index + 1]
    return next && source && markerIn(next, this.before.slice(source.from, source.to))
  }

  /** Whether the blocks that were kept are still read as what they are. */
  isIntact(text: string): boolean {
    const now = sourceBlocks(text).map(({ block }) => printOf(block, this.meantBy(plainTarget)).full)
    let at = 0
    for (const source of this.kept) {
      if (!source) continue
      const print = this.prints[this.sources.indexOf(source)] ?? ''
      const found = now.indexOf(print, at)
      if (found < 0) return false
      at = found + 1
    }
    return true
  }
}

/** Whether two texts say the same, as far as the public model goes. */
export function textsAgree(a: string, b: string, { meaningOf }: EditOptions): boolean {
  const targetOf = (ref: ContentRef) => (meaningOf ?? String)(plainTarget(ref))
  const [one, other] = [a, b].map((text) =>
    printsOf(
      sourceBlocks(text).map(({ block }) => block),
      targetOf,
    ).map(({ bare }) => bare),
  )
  return JSON.stringify(one) === JSON.stringify(other)
}

/** A block a client sent without `meta` is the block it had before, as far as the client can tell. */
function known(print: Print, sources: readonly Print[]): string {
  if (print.hasMeta) return print.full
  return sources.find((source) => source.bare === print.bare)?.full ?? print.full
}

function markerIn(block: Block, text: string): string | undefined {
  if (block.type === 'list-ordered') return /^\s*\d+([.)])/.exec(text)?.[1]
  if (block.type === 'list-unordered' || block.type === 'list-tasks') return /^\s*([*+-])/.exec(text)?.[1]
  return undefined
}
