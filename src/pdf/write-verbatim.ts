import type { Paragraph } from '../markdown/document.ts'
import { decodeHtml } from '../markdown/html-text.ts'
import { verbatimSource } from '../markdown/nodes.ts'
import type { Desk } from './desk.ts'

// Source without a meaning in the model: tags and elements that only some readers know.

const TAG = /^\s*\{%\s*([^\s%]+).*%\}\s*$/s
/** A tag that only ends something says nothing to a reader. */
const CLOSING = /^end[a-z-]+$/

/** Undefined when a paragraph is none of these. */
export function writeVerbatim({ ink }: Desk, block: Paragraph): string | undefined {
  const source = verbatimSource(block)
  if (source === undefined) return undefined
  const tag = TAG.exec(source)?.[1]
  if (tag !== undefined) return CLOSING.test(tag) ? '[]' : `aside-note(raw(${ink.literal(source.trim())}))`
  if (!/^\s*<[!/a-z]/i.test(source)) return undefined
  const words = decodeHtml(source.replace(/<!--.*?-->/gs, '').replace(/<[^>]*>/g, ' ')).trim()
  if (words !== '') return `par(${ink.words(words.replace(/\s+/g, ' '))})`
  return /^\s*(<!--.*?-->\s*)+$/s.test(source) ? '[]' : `aside-note(raw(${ink.literal(source.trim())}))`
}
