import type { Block, ListItem, OrderedList, TaskList, UnorderedList } from '../document.ts'
import { writeBlocks } from '../write/write-blocks.ts'
import { boxOf, isTextAndList, startsWithText, writeItem } from '../write/write-lists.ts'
import { type EditedText, PAGE, type TextLayout } from './edited-text.ts'
import { type BlockFrame, insideOf, lineStart } from './frame.ts'
import { numberedLike } from './list-numbers.ts'
import type { SourceBlock } from './source-blocks.ts'

type List = OrderedList | UnorderedList | TaskList

/** Its items are what is in a list: each from its marker on. */
export function listFrame(edited: EditedText, source: SourceBlock, wanted: List): BlockFrame | undefined {
  const { prefix } = edited.layout
  const isTight = !source.block.meta?.loose
  // A list that is to get blank lines between its items changes everywhere.
  if (isTight && wanted.meta?.loose) return undefined
  const plain = { ...PAGE, prefix, hasOnlyBlanks: true }
  const inside = insideOf(edited, source, { open: '', close: '', layout: plain })
  if (!inside) return undefined
  const sources = inside.sources.map((item) => ({ ...item, from: item.from + indentAt(inside.text, item) }))
  const heads = sources.map((item) => headOf(inside.text.slice(item.from, item.to)))
  const style = {
    marker: heads[0]?.marker || '*',
    blanks: heads[0]?.blanks || ' ',
    isTight,
    isTasks: wanted.type === 'list-tasks',
  }
  const layout: TextLayout = {
    ...plain,
    prefix: prefix + ' '.repeat(indentAt(inside.text, inside.sources[0])),
    list: style,
    isClose: () => isTight,
    write: (block, _, writing) =>
      block.type === 'list-item'
        ? writeItem(block, style, (inside, around) => writeBlocks(inside, writing, around))
        : '',
  }
  if (wanted.type === 'list-ordered') {
    const numbers = heads.map((head) => Number.parseInt(head.marker, 10))
    layout.arrange = numberedLike(numbers, { start: wanted.data.start ?? 1, prefix })
  }
  return { open: '', inside: { ...inside, sources, layout }, close: '', mayBeEmpty: false }
}

function indentAt(text: string, item: SourceBlock | undefined): number {
  return /^ */.exec(text.slice(item?.from))?.[0].length ?? 0
}

type Head = { marker: string; blanks?: string | undefined }

const MARKER = /^(?:[*+-]|\d{1,9}[.)])/
/** The blanks behind a marker that are not the item's own. Tabs are none of them: they may reach into the item. */
const BLANKS = /^(?: {1,4}(?=[^ \t\r\n])| (?= {4})|(?=[ \t]*(?:[\r\n]|$)))/

function headOf(item: string): Head {
  const marker = MARKER.exec(item)?.[0] ?? ''
  return { marker, blanks: BLANKS.exec(item.slice(marker.length))?.[0] }
}

const BOX = /^\[[ xX]\](?:[ \t]+|$)/

/** What is in an item: all behind its marker, and behind its box if it is a task. */
export function itemFrame(edited: EditedText, source: SourceBlock, wanted: ListItem): BlockFrame | undefined {
  const { list } = edited.layout
  const whole = edited.text.slice(source.from, source.to)
  const { marker, blanks } = headOf(whole)
  if (!list || marker === '' || blanks === undefined) return undefined
  const opening = openingOf(whole.slice(marker.length + blanks.length), source.block, wanted, list.isTasks)
  if (!opening || (blanks === '' && opening.now !== '')) return undefined
  const layout: TextLayout = {
    ...PAGE,
    prefix: lineUpTo(edited, source.from) + ' '.repeat(marker.length + (blanks.length || 1)),
    hasOnlyBlanks: true,
    marker: marker.slice(-1),
    isClose: () => list.isTight && isTextAndList(wanted),
  }
  const inside = insideOf(edited, source, { open: marker + blanks + opening.before, close: '', layout })
  return inside && { open: marker + blanks + opening.now, inside, close: '', mayBeEmpty: false }
}

/** The box of a task as it was and as it is to be; undefined where a box cannot be before what the item holds. */
function openingOf(content: string, was: Block, wanted: ListItem, isTask: boolean) {
  const wasChecked = was.type === 'list-item' ? was.data?.checked : undefined
  const before = wasChecked === undefined ? '' : (BOX.exec(content)?.[0] ?? '')
  const box = boxOf(wanted, isTask)
  if (box !== '' && !startsWithText(wanted)) return undefined
  if (before === '' || box === '') return { before, now: box }
  const isSame = boxOf({ ...wanted, data: { checked: wasChecked ?? false } }, isTask) === box
  return { before, now: isSame ? before : box.trimEnd() + before.slice(box.trimEnd().length) }
}

/** What lines below have to begin with in order to begin in the same column. */
function lineUpTo({ text, layout }: EditedText, at: number): string {
  const start = lineStart(text, at)
  // The first line of the text begins before it.
  return start === 0 ? layout.prefix : text.slice(start, at)
}
