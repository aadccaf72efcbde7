import type { Paragraph } from '../../markdown/document.ts'
import { decodeHtml } from '../../markdown/html/html-text.ts'
import { verbatimSource } from '../../markdown/nodes.ts'
import type { PdfSpot, RenderState } from './render-state.ts'
import { writeHtmlTable } from './write-html-tables.ts'

// Source without a meaning in the model: tags and elements that only some readers know.

const TAG = /^\s*\{%\s*([^\s%]+).*%\}\s*$/s
/** A tag that only ends something says nothing to a reader. */
const CLOSING = /^end[a-z-]+$/

/** Undefined when a paragraph is none of these. */
export function writeVerbatim(state: RenderState, block: Paragraph, spot: PdfSpot): string | undefined {
  const { ink } = state
  const source = verbatimSource(block)
  if (source === undefined) return undefined
  const tag = TAG.exec(source)?.[1]
  if (tag !== undefined) return CLOSING.test(tag) ? '[]' : `aside-note(raw(${ink.literal(source.trim())}))`
  if (!/^\s*<[!/a-z]/i.test(source)) return undefined
  const table = /^\s*<table[\s>]/i.test(source) ? writeHtmlTable(state, source, spot) : undefined
  if (table !== undefined) return table
  const words = decodeHtml(source.replace(/<!--.*?-->/gs, '').replace(/<[^>]*>/g, ' ')).trim()
  if (words !== '') return `par(${ink.words(words.replace(/\s+/g, ' '))})`
  return /^\s*(<!--.*?-->\s*)+$/s.test(source) ? '[]' : `aside-note(raw(${ink.literal(source.trim())}))`
}
