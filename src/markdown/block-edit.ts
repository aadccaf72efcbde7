import type { ContentRef } from '../content/records.ts'
import { align, type Step } from './alignment.ts'
import { assemble, type Part, type Spacing } from './assemble.ts'
import type { Block } from './document.ts'
import { inNotesOf, withNotes } from './edit-notes.ts'
import { type Print, printOf, printsOf } from './same.ts'
import { type SourceBlock, sourceBlocks } from './source-blocks.ts'
import type { WriteOptions } from './write.ts'
import { type Around, writeBlocks } from './write-blocks.ts'
import { plainTarget, Writing } from './writing.ts'

export type EditOptions = WriteOptions & {
  /** Equal for targets that mean the same, however they are spelt. */
  meaningOf?: (target: string) => string
}

/** A text being brought to say what a document says. */
export class BlockEdit {
  private readonly before: string
  private readonly wanted: readonly Block[]
  private readonly options: EditOptions
  private readonly sources: SourceBlock[]
  private readonly prints: string[]
  private readonly steps: Step[]
  private readonly kept: (SourceBlock | undefined)[]

  constructor(before: string, wanted: readonly Block[], options: EditOptions) {
    this.before = before
    this.wanted = wanted
    this.options = options
    this.sources = sourceBlocks(before)
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

  run(spacing: Spacing): string {
    const { before } = this
    const eol = before.includes('\r\n') ? '\r\n' : '\n'
    const writing = new Writing(this.options.targetOf)
    const notes = inNotesOf(before, writing)
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
      const text = source ? before.slice(source.from, source.to) : this.fresh(block, writing, around, eol)
      const isNeighbour = isSame && old !== undefined && last === old - 1
      parts.push({ text, isNeighbour, ...(gap !== undefined && { gap }) })
      last = isSame && old !== undefined ? old : -2
      marker = markerIn(block, text)
    }
    const end = this.sources.at(-1)?.to ?? 0
    const tail = before.slice(end) || (before === '' ? eol : '')
    const body = assemble(parts, eol, spacing)
    return withNotes(body + (body === '' ? tail.trimStart() : tail), notes, writing, eol)
  }

  private fresh(block: Block, writing: Writing, around: Around, eol: string): string {
    const text = writeBlocks([block], writing, around)
    return eol === '\n' ? text : text.replaceAll('\n', eol)
  }

  private gapBefore(index: number): string {
    return this.before.slice(this.sources[index - 1]?.to ?? 0, this.sources[index]?.from)
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
