// What is seen while something is dragged.
import type { Drop } from './rows.ts'

export type Drag = { list: HTMLElement; items: readonly HTMLElement[]; dragged: number }

/** With nothing dragged, all of it goes. */
export function showDrag({ list, items, dragged }: Drag, drop?: Drop) {
  list.classList.toggle('dragging', dragged !== -1)
  for (const [index, item] of items.entries()) {
    item.classList.toggle('dragged', index === dragged)
    for (const part of ['before', 'into', 'after'] as const)
      item.classList.toggle(`drop-${part}`, drop?.part === part && drop.line === index)
  }
}
