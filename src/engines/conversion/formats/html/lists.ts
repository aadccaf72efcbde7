// Lists: bullets, numbers, tasks, and terms with their meanings.
import type { Block, ListItem } from '../../../markdown/document.ts'
import { bold, type Maker, paragraph } from './maker.ts'
import {
  attribute,
  type Element,
  elementsIn,
  findElement,
  hasClass,
  isBlank,
  isElement,
  type Node,
  removeElements,
  wordsOf,
} from './tree.ts'

export function listOf(maker: Maker, list: Element): Block[] {
  const items = itemsOf(list).flatMap((item) => itemOf(maker, item))
  if (items.length === 0) return []
  const isTasks = items.every(({ data }) => data?.checked !== undefined)
  if (isTasks) return [{ object: 'block', type: 'list-tasks', nodes: items }]
  if (list.name !== 'ol') return [{ object: 'block', type: 'list-unordered', nodes: items }]
  const start = Number(attribute(list, 'start') ?? 1)
  const data = Number.isInteger(start) && start !== 1 && start >= 0 && start < 1e9 ? { start } : {}
  return [{ object: 'block', type: 'list-ordered', nodes: items, data }]
}

type Item = { nodes: Node[]; element?: Element }

/** A list right inside a list belongs to the item before it. */
function itemsOf(list: Element): Item[] {
  const items: Item[] = []
  for (const node of list.children) {
    if (!isElement(node) && node.trim() === '') continue
    const last = items.at(-1)
    if (isElement(node) && node.name === 'li') items.push({ nodes: [...node.children], element: node })
    else if (last) last.nodes.push(node)
    else items.push({ nodes: [node] })
  }
  return items
}

/** An item in which there is nothing is none. */
function itemOf(maker: Maker, { nodes, element }: Item): ListItem[] {
  const checked = element && checkedOf(element)
  if (checked !== undefined && element) removeElements(element, isBox)
  const content = checked === undefined ? nodes : nodes.filter((node) => !isElement(node) || !isBox(node))
  const blocks = maker.below(content)
  if (blocks.length === 0) return []
  const data = checked === undefined ? {} : { data: { checked } }
  return [{ object: 'block', type: 'list-item', nodes: blocks, ...data }]
}

/** Of tasks: done or not. A box further in belongs to another item. */
function checkedOf(item: Element): boolean | undefined {
  if (attribute(item, 'data-inline-task-id') !== undefined) return hasClass(item, 'checked')
  const box = boxIn(item)
  if (!box) return
  return box.name === 'input' ? attribute(box, 'checked') !== undefined : hasClass(box, 'checkbox-on')
}

function boxIn(node: Element): Element | undefined {
  for (const child of elementsIn(node.children)) {
    if (isBox(child)) return child
    if (child.name === 'ul' || child.name === 'ol') return
    const found = boxIn(child)
    if (found) return found
    if (!isBlank(child)) return
  }
}

function isBox(node: Element) {
  return (node.name === 'input' && attribute(node, 'type') === 'checkbox') || hasClass(node, 'checkbox')
}

/** Each term an item, in bold, with its meaning below it. */
export function definitionsOf(maker: Maker, list: Element): Block[] {
  const items: ListItem[] = []
  const entries = elementsIn(list.children).flatMap((node) =>
    node.name === 'div' ? elementsIn(node.children) : [node],
  )
  for (const entry of entries) {
    const last = items.at(-1)
    if (entry.name === 'dt' || !last) {
      const nodes = entry.name === 'dt' ? termOf(maker, entry) : maker.below(entry.children)
      items.push({ object: 'block', type: 'list-item', nodes })
    } else for (const block of maker.below(entry.children)) last.nodes.push(block)
  }
  const filled = items.filter(({ nodes }) => nodes.length > 0)
  return filled.length === 0 ? [] : [{ object: 'block', type: 'list-unordered', nodes: filled }]
}

function termOf(maker: Maker, term: Element): Block[] {
  if (isBlank(term)) return maker.below(term.children)
  const isPlain = findElement(term, ({ name }) => ['a', 'code', 'img'].includes(name)) === undefined
  return isPlain ? [bold(wordsOf(term))] : [paragraph(maker.inlines(term.children))]
}
