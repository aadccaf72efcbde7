import type { Block } from '../markdown/document.ts'
import { type HtmlTag, parseHtml, tagAt } from '../markdown/html/html-tree.ts'
import { verbatimSource } from '../markdown/nodes.ts'
import { alignOf } from './blocks/alignment.ts'

// `<div align="center">`, a blank line, Markdown, a blank line, `</div>`: to Markdown each of the tags is a block of its
// own. Here the two are found again, among blocks that stand side by side.

/** The places of the blocks with its tags. */
export type Division = { tag: HtmlTag; first: number; last: number }

/** Few open more than two or three; of those that nobody closes, only so many are remembered. */
const MOST_OPEN = 24

/** Those that are aligned and are in no other, in their order. */
export function alignedDivisions(blocks: readonly Block[]): Division[] {
  const found: Division[] = []
  const open: Omit<Division, 'last'>[] = []
  blocks.forEach((block, at) => {
    const tag = looseTag(block)
    if (!tag) return
    if (!tag.isClosing) {
      open.push({ tag, first: at })
      if (open.length > MOST_OPEN) open.shift()
      return
    }
    const from = open.findLastIndex(({ tag: { name } }) => name === tag.name)
    const [opened] = from < 0 ? [] : open.splice(from)
    if (!opened || !alignOf(opened.tag)) return
    while ((found.at(-1)?.first ?? -1) > opened.first) found.pop()
    found.push({ ...opened, last: at })
  })
  return found
}

const MAY_BE_LOOSE = /^\s*<(?:div|center)\b|<\/(?:div|center)\s*>/i
const LONGEST = 20_000

/** The tag in a block that has its other end elsewhere; undefined where there are several. */
function looseTag(block: Block): HtmlTag | undefined {
  const source = block.type === 'paragraph' ? verbatimSource(block) : undefined
  if (source === undefined || source.length > LONGEST || !MAY_BE_LOOSE.test(source)) return undefined
  const [tag, ...others] = parseHtml(source).flatMap((node) => {
    const tag = node.kind === 'other' ? tagAt(node.source, 0) : undefined
    return tag && (tag.name === 'div' || tag.name === 'center') ? [tag] : []
  })
  return others.length === 0 ? tag : undefined
}
