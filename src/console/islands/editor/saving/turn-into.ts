// A block becomes what others made of it, and what they left alone stays: also the cursor in it, and what is under way.
import type { Node } from 'prosemirror-model'
import type { Transaction } from 'prosemirror-state'

export function turnInto(tr: Transaction, at: number, old: Node, next: Node): void {
  if (old.eq(next)) return
  if (old.type !== next.type || old.isText || old.isLeaf) {
    tr.replaceWith(at, at + old.nodeSize, next)
    return
  }
  if (old.inlineContent) turnLine(tr, at + 1, old, next)
  else if (hasSameShape(old, next)) {
    let end = at + 1 + old.content.size
    for (const [index, child] of [...old.children.entries()].reverse()) {
      end -= child.nodeSize
      turnInto(tr, end, child, next.child(index))
    }
  } else tr.replaceWith(at + 1, at + 1 + old.content.size, next.content)
  if (!old.hasMarkup(next.type, next.attrs, next.marks))
    tr.setNodeMarkup(at, next.type, next.attrs, next.marks)
}

const hasSameShape = (old: Node, next: Node) =>
  old.childCount === next.childCount &&
  old.children.every(({ type }, index) => type === next.child(index).type)

/** From the first letter that differs to the last. */
function turnLine(tr: Transaction, at: number, old: Node, next: Node) {
  const start = old.content.findDiffStart(next.content)
  const end = old.content.findDiffEnd(next.content)
  if (start === null || !end) return
  const overlap = Math.max(0, start - Math.min(end.a, end.b))
  tr.replace(at + start, at + end.a + overlap, next.slice(start, end.b + overlap))
}
