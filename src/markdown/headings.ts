import type { Token } from 'markdown-it'
import { attributeValue } from './attributes.ts'
import type { Source } from './blocks.ts'
import type { Heading } from './document.ts'
import { engine } from './engine.ts'
import { headingBlock } from './html-blocks.ts'
import { tagAt } from './html-tree.ts'
import { inlinesFromTokens } from './inlines.ts'
import { withMeta } from './nodes.ts'
import type { Reading } from './reading.ts'

/** What the public model allows as an explicit anchor; any other is kept beside it. */
export const PLAIN_ID = /^[-a-z0-9.+_]+$/

export function anchorElement(id: string): string {
  return `<a href="#${id}" id="${id}"></a>`
}

export function headingOf(token: Token, inline: Token | undefined, { notes, reading }: Source): Heading {
  const level = Number(token.tag.slice(1))
  const tokens = inline?.content.includes('\n')
    ? onOneLine(inline.content, reading)
    : (inline?.children ?? [])
  const anchor = takeAnchor(tokens)
  const { nodes } = inlinesFromTokens(tokens, notes)
  const heading = headingBlock(level, nodes)
  if (!anchor) return heading
  const isPlain = PLAIN_ID.test(anchor.id) && anchor.source === anchorElement(anchor.id)
  const data = PLAIN_ID.test(anchor.id) ? { id: anchor.id } : {}
  const meta = { ...heading.meta, id: anchor.id, anchor: isPlain ? undefined : anchor.source }
  return withMeta({ ...heading, data }, meta)
}

/** An underlined heading may have several lines; this one is written with one. */
function onOneLine(content: string, reading: Reading): Token[] {
  const line = content.replace(/\\\n\s*/g, '<br>').replace(/[ \t]*\n[ \t]*/g, ' ')
  return engine.parseInline(line, { reading })[0]?.children ?? []
}

/** Takes `<a href="#name" id="name"></a>` or `{#name}` off the end. */
function takeAnchor(tokens: Token[]): { id: string; source: string } | undefined {
  const last = tokens.at(-1)
  const before = tokens.at(-2)
  if (last?.type === 'html_inline' && last.content === '</a>' && before?.type === 'html_inline') {
    const tag = tagAt(before.content, 0)
    const id = tag?.name === 'a' ? attributeValue(tag.attributes, 'id') : undefined
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
