import type { Token } from 'markdown-it'
import type { Heading } from '../document.ts'
import { engine, inlineTokens } from '../engine/engine.ts'
import type { ParseState } from '../engine/parse-state.ts'
import { headingBlock } from '../html/html-blocks.ts'
import { tagAt } from '../html/html-tree.ts'
import { joinLines, withoutTrailingBlanks } from '../lines/blanks.ts'
import { withMeta } from '../nodes.ts'
import { attributeValue } from './attributes.ts'
import type { BlockSource } from './block-source.ts'
import { inlinesFromTokens } from './inlines.ts'

/** What the public model allows as an explicit anchor; any other is kept beside it. */
export const PLAIN_ID = /^[-a-z0-9.+_]+$/

export function anchorElement(id: string): string {
  return `<a href="#${id}" id="${id}"></a>`
}

export function headingOf(token: Token, inline: Token | undefined, { notes, parsing }: BlockSource): Heading {
  const level = Number(token.tag.slice(1))
  const tokens = inline?.content.includes('\n')
    ? onOneLine(inline.content, parsing)
    : inlineTokens(inline, parsing)
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
function onOneLine(content: string, parsing: ParseState): Token[] {
  const line = content.replace(/\\\n\s*/g, '<br>')
  return engine.parseInline(joinLines(line), { parsing })[0]?.children ?? []
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
  const [, id] = (last?.type === 'text' && /\{#([^\s{}]+)\}$/.exec(last.content)) || []
  if (!last || !id) return undefined
  const title = last.content.slice(0, -`{#${id}}`.length)
  if (title !== '' && withoutTrailingBlanks(title) === title) return undefined
  last.content = withoutTrailingBlanks(title)
  return { id, source: `{#${id}}` }
}

function trimEnd(tokens: Token[]): void {
  const last = tokens.at(-1)
  if (last?.type === 'text') last.content = withoutTrailingBlanks(last.content)
}
