import type { Token } from 'markdown-it'
import { valueOf } from './attributes.ts'
import type { Heading } from './document.ts'
import { headingBlock } from './html-blocks.ts'
import type { Notes } from './html-inlines.ts'
import { tagAt } from './html-tree.ts'
import { inlinesFromTokens } from './inlines.ts'
import { withMeta } from './nodes.ts'

/** What the public model allows as an explicit anchor; any other is kept beside it. */
export const PLAIN_ID = /^[-a-z0-9.+_]+$/

export function anchorElement(id: string): string {
  return `<a href="#${id}" id="${id}"></a>`
}

export function headingOf(token: Token, inline: Token | undefined, notes: Notes): Heading {
  const level = Number(token.tag.slice(1))
  const anchor = takeAnchor(inline?.children ?? [])
  const { nodes } = inlinesFromTokens(inline?.children ?? [], notes)
  const heading = headingBlock(level, nodes)
  if (!anchor) return heading
  const isPlain = PLAIN_ID.test(anchor.id) && anchor.source === anchorElement(anchor.id)
  const data = PLAIN_ID.test(anchor.id) ? { id: anchor.id } : {}
  const meta = { ...heading.meta, id: anchor.id, anchor: isPlain ? undefined : anchor.source }
  return withMeta({ ...heading, data }, meta)
}

/** Takes `<a href="#name" id="name"></a>` or `{#name}` off the end. */
function takeAnchor(tokens: Token[]): { id: string; source: string } | undefined {
  const last = tokens.at(-1)
  const before = tokens.at(-2)
  if (last?.type === 'html_inline' && last.content === '</a>' && before?.type === 'html_inline') {
    const tag = tagAt(before.content, 0)
    const id = tag?.name === 'a' ? valueOf(tag.attributes, 'id') : undefined
    if (!id) return undefined
    tokens.splice(-2)
    trimEnd(tokens)
    return { id, source: before.content + last.content }
  }
  const match = last?.type === 'text' ? /(^|[ \t]+)\{#([^\s{}]+)\}$/.exec(last.content) : null
  if (!last || !match?.[2]) return undefined
  last.content = last.content.slice(0, match.index)
  return { id: match[2], source: `{#${match[2]}}` }
}

function trimEnd(tokens: Token[]): void {
  const last = tokens.at(-1)
  if (last?.type === 'text') last.content = last.content.replace(/[ \t]+$/, '')
}
