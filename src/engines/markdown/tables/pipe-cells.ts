import type { Token } from 'markdown-it'
import type { Block } from '../document.ts'
import { inlineTokens } from '../engine/engine.ts'
import { blocksFromHtml } from '../html/html-blocks.ts'
import type { NoteOfLabel } from '../html/html-inlines.ts'
import { withMeta } from '../nodes.ts'
import type { BlockSource } from '../read/block-source.ts'
import { inlinesFromTokens } from '../read/inlines.ts'

// A cell between pipes holds a line of Markdown, or blocks: then it is written with elements, as in tables of HTML.

const BLOCK_TAG = /<(?:p|ul|ol|h[1-6]|pre|div)(?=[\s>])/i

export function blocksOfCell(inline: Token, { parsing, notes }: BlockSource): Block[] {
  return fromElements(inline.content, notes) ?? [paragraph(inlineTokens(inline, parsing), notes)]
}

function paragraph(tokens: readonly Token[], notes: NoteOfLabel): Block {
  return { object: 'block', type: 'paragraph', nodes: inlinesFromTokens(tokens, notes).nodes }
}

function fromElements(content: string, notes: NoteOfLabel): Block[] | undefined {
  if (!BLOCK_TAG.test(content) || hasMarkdown(content)) return undefined
  const blocks = blocksFromHtml(content, notes)
  const [only, ...rest] = blocks
  if (!only || rest.length > 0 || only.type !== 'paragraph') return only && blocks
  return /^<p>/i.test(content) ? [withMeta(only, { ...only.meta, form: 'html' })] : undefined
}

const CODE = /<code>.*?<\/code>/gi
const DELIMITERS = /\*\*|`|\]\(|\\(?=[!-/:-@[-`{-~])/g
const EMPHASIS = /(?<=^|[\s>(])([_*])(?=[^\s_*<][^_*]*\1(?=[\s<.,;:!?)]|$))/g

/** Whoever writes Markdown between the elements means it: such a cell is read as a line. */
function hasMarkdown(content: string): boolean {
  const text = content.replace(CODE, '')
  return text.search(DELIMITERS) >= 0 || text.search(EMPHASIS) >= 0
}

/** Text between elements in which nothing looks like Markdown. */
export function withoutMarkdown(html: string): string {
  if (!hasMarkdown(html)) return html
  return html.replace(/>[^<]+</g, (text) => text.replace(/[*_`\\\]]/g, asEntity))
}

function asEntity(sign: string): string {
  return `&#x${sign.charCodeAt(0).toString(16)};`
}
