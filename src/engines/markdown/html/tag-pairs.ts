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
  let room: Room = { open: [], count: new Map() }
  const links: { index: number; outside: Room }[] = []
  tokens.forEach((token, index) => {
    const tag = tags[index]
    if (token.type === 'link_open') {
      links.push({ index, outside: room })
      room = { open: [], count: new Map() }
    } else if (token.type === 'link_close') {
      const link = links.pop()
      if (!link) return
      closes[link.index] = index
      room = link.outside
    } else if (tag?.isClosing) closeIn(room, tag.name, index, closes)
    else if (tag && !tag.isVoid) openIn(room, tag.name, index)
  })
  return closes
}

/** What is open between two walls. */
type Room = { open: Open[]; count: Map<string, number> }

function openIn({ open, count }: Room, name: string, index: number): void {
  open.push({ name, index })
  count.set(name, (count.get(name) ?? 0) + 1)
}

function closeIn({ open, count }: Room, name: string, index: number, closes: (number | undefined)[]): void {
  if (!count.get(name)) return
  for (let last = open.pop(); last; last = open.pop()) {
    count.set(last.name, (count.get(last.name) ?? 1) - 1)
    if (last.name !== name) continue
    closes[last.index] = index
    return
  }
}
