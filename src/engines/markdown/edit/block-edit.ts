import type { ContentRef } from '../../content/records.ts'
import type { Block, Table } from '../document.ts'
import { printOf, printsOf } from '../model/same.ts'
import { heldBy } from '../nodes.ts'
import { htmlEdits } from '../tables/edit-html-table.ts'
import { pipeEdits } from '../tables/edit-pipes.ts'
import { changeOf } from '../tables/table-change.ts'
import { type Around, MarkdownWriter, plainTarget, prefix } from '../write/markdown-writer.ts'
import type { WriteOptions } from '../write.ts'
import { type AlignmentStep, align } from './alignment.ts'
import { assemble, type Spacing, type TextPart } from './assemble.ts'
import { frameOf } from './container-frame.ts'
import { inNotesOf, withNotes } from './edit-notes.ts'
import type { EditedText } from './edited-text.ts'
import { inFormOf } from './kept-form.ts'
import { plainLines, withBlanksOf } from './plain-lines.ts'
import { respelt, type Spelling } from './respell.ts'
import { type SourceBlock, sourceBlocks } from './source-blocks.ts'
import { comeOutOf, newFrame } from './wrapped-blocks.ts'

export type EditOptions = WriteOptions & {
  /** Equal for targets that mean the same, however they are spelt. */
  meaningOf?: (target: string) => string
}

/**
 * How near to its source a text stays: blocks that changed keep the spelling of what they still say, their form and what
 * they hold, or only blank lines stay. In the end blocks in forms of other tools are written in ours, as two of them may
 * be read as one.
 */
export type Nearness = 'spelling' | 'inside' | Spacing | 'our forms'

/** A text being brought to say what a document says. */
export class BlockEdit {
  private readonly edited: EditedText
  private readonly wanted: readonly Block[]
  private readonly options: EditOptions
  private readonly byKey: Map<string, SourceBlock>
  private readonly prints: string[]
  private readonly steps: AlignmentStep[]
  private readonly kept: (SourceBlock | undefined)[]

  constructor(edited: EditedText, wanted: readonly Block[], options: EditOptions) {
    this.edited = edited
    this.wanted = wanted
    this.options = options
    this.byKey = new Map(this.sources.toReversed().map((source) => [source.key, source]))
    const prints = this.sources.map(({ block }) => printOf(block, this.meantBy(plainTarget)))
    this.prints = prints.map(({ full }) => full)
    const wantedPrints = printsOf(wanted, this.meantBy(options.targetOf ?? plainTarget))
    const fullOf = new Map(prints.toReversed().map(({ bare, full }) => [bare, full]))
    // A block a client sent without `meta` is the block it had before, as far as the client can tell.
    const fresh = wantedPrints.map(({ full, bare, hasMeta }) => (hasMeta ? full : (fullOf.get(bare) ?? full)))
    this.steps = align(this.prints, fresh)
    this.kept = this.keptBlocks(
      fresh,
      wantedPrints.map(({ bare }) => bare),
    )
  }

  private get sources(): readonly SourceBlock[] {
    return this.edited.sources
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
  private keptBlocks(fresh: readonly string[], bares: readonly string[]): (SourceBlock | undefined)[] {
    const kept: (SourceBlock | undefined)[] = new Array(fresh.length).fill(undefined)
    const [spare, inner] = [new Map<string, SourceBlock[]>(), new Map<string, SourceBlock[]>()]
    for (const { before, after, isSame } of this.steps.toReversed()) {
      const source = before === undefined ? undefined : this.sources[before]
      if (isSame && after !== undefined) kept[after] = source
      else if (source) {
        addTo(spare, this.prints[before ?? 0] ?? '', source)
        for (const each of comeOutOf(this.edited, source).toReversed())
          addTo(inner, printOf(each.block, this.meantBy(plainTarget)).bare, each)
      }
    }
    fresh.forEach((print, index) => {
      kept[index] ??= spare.get(print)?.pop() ?? inner.get(bares[index] ?? '')?.pop()
    })
    return kept
  }

  run(nearness: Nearness): string {
    const writing = new MarkdownWriter(this.options.targetOf)
    const notes = inNotesOf(this.edited.text, writing)
    return withNotes(this.written(writing, nearness), notes, writing, this.edited.eol)
  }

  private written(writing: MarkdownWriter, nearness: Nearness): string {
    const { text: before, eol, layout } = this.edited
    const parts = this.parts(writing, nearness)
    const end = this.sources.at(-1)?.to ?? 0
    const tail = before.slice(end) || (before === '' ? eol : '')
    const lines = { eol, prefix: layout.prefix, hasOnlyBlanks: layout.hasOnlyBlanks }
    const spacing = nearness === 'blank lines' || nearness === 'our forms' ? 'blank lines' : 'as before'
    const body = assemble(layout.arrange?.(parts) ?? parts, lines, spacing)
    return body === '' ? tail.trimStart() : this.lead + body + tail
  }

  private parts(writing: MarkdownWriter, nearness: Nearness): TextPart[] {
    const { text: before, layout } = this.edited
    const parts: TextPart[] = []
    let last = -1
    let marker = layout.marker
    for (const { before: old, after, isSame } of this.steps) {
      const gap = old === undefined ? undefined : this.gapBefore(old)
      const block = after === undefined ? undefined : this.wanted[after]
      if (!block || after === undefined) {
        // The block goes; definitions that stood before it stay.
        if (!layout.hasOnlyBlanks && gap?.trim()) parts.push({ text: gap.trim(), isNeighbour: false })
        last = -2
        continue
      }
      const kept = this.kept[after]
      const source = kept?.isApart || nearness !== 'our forms' ? kept : undefined
      const around = { before: marker, after: this.markerAfter(after) }
      const origin = isInside(nearness) ? this.origin(block, old) : undefined
      const spelling = { writing, isKept: nearness === 'spelling' }
      const text = source
        ? before.slice(source.from, source.to)
        : ((origin && this.goneInto(block, origin, spelling)) ??
          (origin || !isInside(nearness) ? undefined : this.wrapped(block, spelling)) ??
          this.fresh(after, spelling, around, origin))
      const isNeighbour = isSame && old !== undefined && last === old - 1
      parts.push({ text, isNeighbour, isClose: layout.isClose(block), ...(gap !== undefined && { gap }) })
      last = isSame && old !== undefined ? old : -2
      marker = markerIn(block, text)
    }
    return parts
  }

  private fresh(index: number, spelling: Spelling, around: Around, origin?: SourceBlock): string {
    const { text: before, eol, layout } = this.edited
    const block = this.wanted[index]
    if (!block) return ''
    const form = origin && before.slice(origin.from, origin.to)
    const write = ([each]: readonly Block[], writing: MarkdownWriter): string => {
      const plain = each ? layout.write(each, index, writing, around) : ''
      return each && form !== undefined ? inFormOf(form, each, plain) : plain
    }
    const source = origin && plainLines(this.edited, origin)?.text
    const text =
      origin && source !== undefined
        ? respelt({ source, were: [origin.block], blocks: [block], write }, spelling)
        : write([block], spelling.writing)
    const plain = prefix(text, layout.prefix, layout.prefix.trimEnd()).slice(layout.prefix.length)
    const lines = form !== undefined && spelling.isKept ? withBlanksOf(form, plain) : plain
    return eol === '\n' ? lines : lines.replaceAll('\n', eol)
  }

  /** The lines of a container or a table, of which only those change that say something else. */
  private goneInto(block: Block, origin: SourceBlock, spelling: Spelling): string | undefined {
    if (!origin.isApart) return undefined
    if (block.type === 'table') return this.editedTable(block, origin, spelling)
    const frame = frameOf(this.edited, origin, block, spelling.writing)
    if (!frame) return undefined
    const { writing, isKept } = spelling
    const inside = new BlockEdit(frame.inside, heldBy(block), this.options)
    const body = inside.written(writing, isKept ? 'spelling' : 'inside')
    return body === '' && !frame.mayBeEmpty ? undefined : frame.open + body + frame.close
  }

  /** A new tag around what was here without it. */
  private wrapped(block: Block, spelling: Spelling): string | undefined {
    const held = printsOf(heldBy(block), this.meantBy(this.options.targetOf ?? plainTarget))
    const prints = new Set(held.flatMap(({ full, bare }) => [full, bare]))
    const frame = newFrame(this.edited, block, (source) => {
      const { full, bare } = printOf(source.block, this.meantBy(plainTarget))
      return !this.kept.includes(source) && (prints.has(full) || prints.has(bare))
    })
    if (!frame) return undefined
    const inside = new BlockEdit(frame.inside, heldBy(block), this.options)
    const body = inside.written(spelling.writing, spelling.isKept ? 'spelling' : 'inside')
    return body === '' ? undefined : frame.open + body + frame.close
  }

  private editedTable(table: Table, origin: SourceBlock, spelling: Spelling): string | undefined {
    const lines = plainLines(this.edited, origin)
    if (!lines || origin.block.type !== 'table') return undefined
    const change = changeOf(origin.block, table, {
      before: this.meantBy(plainTarget),
      after: this.meantBy(this.options.targetOf ?? plainTarget),
    })
    const isHtml = origin.block.meta?.form === 'html'
    const edits = (isHtml ? htmlEdits : pipeEdits)(lines.text, change, spelling)
    return edits && lines.replaced(edits)
  }

  /** What a block was before: the one with its key, or the one in its place. */
  private origin(block: Block, old: number | undefined): SourceBlock | undefined {
    const isIt = (source: SourceBlock | undefined) => source && kindOf(source.block) === kindOf(block)
    const before = old === undefined ? undefined : this.sources[old]
    const named = this.byKey.get(block.key ?? '')
    return isIt(named) ? named : isIt(before) ? before : undefined
  }

  /** Blank lines above all blocks are no block's own. */
  private get lead(): string {
    const { text, layout } = this.edited
    const above = text.slice(0, this.sources[0]?.from ?? 0)
    return layout.hasOnlyBlanks ? above : (/^\s*/.exec(above)?.[0] ?? '')
  }

  private gapBefore(index: number): string {
    const { text, layout } = this.edited
    const gap = text.slice(this.sources[index - 1]?.to ?? 0, this.sources[index]?.from)
    if (index > 0) return gap
    return layout.hasOnlyBlanks ? '' : gap.trimStart()
  }

  private markerAfter(index: number): string | undefined {
    const next = this.wanted[index + 1]
    const source = this.kept[index + 1]
    return next && source && markerIn(next, this.edited.text.slice(source.from, source.to))
  }

  /** Whether the blocks that were kept are still read as what they are. */
  isIntact(text: string): boolean {
    const now = sourceBlocks(text).map(({ block }) => printOf(block, this.meantBy(plainTarget)).full)
    const printOfSource = new Map(this.sources.map((source, index) => [source, this.prints[index]]))
    let at = 0
    for (const source of this.kept) {
      if (!source) continue
      const print = printOfSource.get(source) ?? ''
      const found = now.indexOf(print, at)
      if (found < 0) return false
      at = found + 1
    }
    return true
  }
}

function addTo(all: Map<string, SourceBlock[]>, print: string, source: SourceBlock) {
  const others = all.get(print)
  if (others) others.push(source)
  else all.set(print, [source])
}

function isInside(nearness: Nearness): nearness is 'spelling' | 'inside' {
  return nearness === 'spelling' || nearness === 'inside'
}

/** Tasks are items of any list with a box before their text. */
function kindOf({ type }: Block): string {
  return type === 'list-tasks' ? 'list-unordered' : type
}

function markerIn(block: Block, text: string): string | undefined {
  if (block.type === 'list-ordered') return /^\s*\d+([.)])/.exec(text)?.[1]
  if (block.type === 'list-unordered' || block.type === 'list-tasks') return /^\s*([*+-])/.exec(text)?.[1]
  return undefined
}
