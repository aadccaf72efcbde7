import type { Block, ListItem, OrderedList, TaskList, UnorderedList } from '../document.ts'
import { withoutTrailingBlanks } from '../lines/blanks.ts'
import { inlineText } from '../nodes.ts'
import { prefix, type WriteInside } from './markdown-writer.ts'

/** How an item of a list is written: `marker` with its number, and the blanks behind it. */
export type ItemStyle = { marker: string; blanks: string; isTight: boolean; isTasks: boolean }

const LARGEST_NUMBER = 999_999_999

/** `sign` is what all items have in common: the bullet, or what is behind the number. */
export function writeList(
  list: OrderedList | UnorderedList | TaskList,
  sign: string,
  write: WriteInside,
): string {
  const isTight = !list.meta?.loose
  const style = { blanks: ' ', isTight, isTasks: list.type === 'list-tasks' }
  const written = list.nodes.map((item, index) => {
    const number =
      list.type === 'list-ordered' ? Math.min((list.data.start ?? 1) + index, LARGEST_NUMBER) : ''
    return writeItem(item, { ...style, marker: `${number}${sign}` }, write)
  })
  return written.join(isTight ? '\n' : '\n\n')
}

export function writeItem(item: ListItem, style: ItemStyle, write: WriteInside): string {
  const { marker, blanks, isTight, isTasks } = style
  const box = boxOf(item, isTasks)
  const content = writeContent(item, isTight, write, marker.slice(-1))
  // A box belongs to the text; before any other block it needs a line of its own.
  const isBeside = box === '' || startsWithText(item) || content === ''
  const body = isBeside ? box + content : `${box.trim()}\n\n${content}`
  const indent = ' '.repeat(marker.length + blanks.length)
  return withoutTrailingBlanks(marker + blanks + prefix(body, indent, '').slice(indent.length))
}

export function boxOf(item: ListItem, isTask: boolean): string {
  const checked = item.data?.checked ?? (isTask ? false : undefined)
  if (checked === undefined) return ''
  return checked ? '[x] ' : '[ ] '
}

export function startsWithText({ nodes: [first] }: ListItem): boolean {
  return first?.type === 'paragraph' && !first.data?.align
}

/** In a tight list a list below an item's text follows it at once. */
function writeContent(item: ListItem, isTight: boolean, write: WriteInside, marker: string): string {
  const [first, ...rest] = item.nodes
  if (first?.type === 'divider') {
    const others = write(rest)
    const rule = marker === '-' ? '***' : '---'
    return others === '' ? rule : `${rule}\n\n${others}`
  }
  // `* * *` would be a rule: a list right inside an item takes another marker.
  if (!isTight || !isTextAndList(item)) return write(item.nodes, { before: marker })
  return item.nodes.map((block) => write([block])).join('\n')
}

/** Some text, and a list that may interrupt it. */
export function isTextAndList({ nodes: [first, second, ...rest] }: ListItem): boolean {
  if (first?.type !== 'paragraph' || !second || rest.length > 0) return false
  return isInterrupting(second) && inlineText(first.nodes) !== ''
}

function isInterrupting(block: Block): boolean {
  if (block.type === 'list-ordered') return (block.data.start ?? 1) === 1
  return (block.type === 'list-unordered' || block.type === 'list-tasks') && block.nodes.length > 0
}
