import type { Token } from 'markdown-it'
import type { HtmlTag } from './html-tree.ts'

type Open = { name: string; index: number }

/**
 * For each opening token the index of what closes it. A link of Markdown is a wall: what is opened inside it and not
 * closed there is not closed at all.
 */
export function matchTags(
  tokens: readonly Token[],
  tags: readonly (HtmlTag | undefined)[],
): (number | undefined)[] {
  const closes: (number | undefined)[] = new Array(tokens.length).fill(undefined)
  const open: Open[] = []
  const count = new Map<string, number>()
  const push = (name: string, index: number): void => {
    open.push({ name, index })
    count.set(name, (count.get(name) ?? 0) + 1)
  }
  const close = (name: string, index: number): void => {
    if (!count.get(name)) return
    if (name !== LINK && isBehindWall(name, open)) return
    for (let last = open.pop(); last; last = open.pop()) {
      count.set(last.name, (count.get(last.name) ?? 1) - 1)
      if (last.name !== name) continue
      closes[last.index] = index
      return
    }
  }
  tokens.forEach((token, index) => {
    const tag = tags[index]
    if (token.type === 'link_open') push(LINK, index)
    else if (token.type === 'link_close') close(LINK, index)
    else if (tag?.isClosing) close(tag.name, index)
    else if (tag && !tag.isVoid) push(tag.name, index)
  })
  return closes
}

const LINK = '['

function isBehindWall(name: string, open: readonly Open[]): boolean {
  for (let at = open.length - 1; at >= 0; at--) {
    if (open[at]?.name === name) return false
    if (open[at]?.name === LINK) return true
  }
  return true
}
