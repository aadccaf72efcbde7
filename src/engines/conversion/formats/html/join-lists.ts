// Some write each item of a list as a list of its own.
import { attribute, type Element, elementsIn, isElement } from './tree.ts'

/** Counted once: a list that grows item by item would be counted again for each. */
type Open = { list: Element; next: number }

/** Lists of one kind with nothing between them are one; numbers only where the second goes on counting. */
export function joinLists(node: Element): void {
  let before: Open | undefined
  node.children = node.children.filter((child) => {
    if (!isElement(child)) {
      if (child.trim() !== '') before = undefined
      return true
    }
    joinLists(child)
    const isNew = !before || !goesOn(before, child)
    if (isNew) before = { list: child, next: startOf(child) }
    else for (const each of child.children) before?.list.children.push(each)
    if (before) before.next += itemsIn(child)
    return isNew
  })
}

function goesOn({ list, next }: Open, child: Element) {
  if (list.name !== child.name || attribute(list, 'class') !== attribute(child, 'class')) return false
  return list.name === 'ul' || (list.name === 'ol' && startOf(child) === next)
}

function startOf(list: Element) {
  return Number(attribute(list, 'start') ?? 1)
}

function itemsIn(list: Element) {
  return elementsIn(list.children).filter(({ name }) => name === 'li').length
}
