import { attributeValue, readTagAttributes } from '../markdown/attributes.ts'
import type { Paragraph } from '../markdown/document.ts'
import { decodeHtml } from '../markdown/html-text.ts'
import { verbatimSource } from '../markdown/nodes.ts'
import type { Desk } from './desk.ts'

// Source without a meaning in the model: tags and elements that only some readers know.

const TAG = /^\s*\{%\s*(\S+)\s*(.*?)\s*%\}\s*$/s
/** Tags around content that is readable without them. */
const SILENT = /^(updates|endupdates|endupdate|prompt|endprompt|end[a-z-]+)$/

/** Undefined when a paragraph is none of these. */
export function writeVerbatim({ ink }: Desk, block: Paragraph): string | undefined {
  const source = verbatimSource(block)
  if (source === undefined) return undefined
  const [, tag, rest = ''] = TAG.exec(source) ?? []
  if (tag !== undefined) {
    if (tag === 'update') return updateLine({ ink }, rest)
    return SILENT.test(tag) ? '[]' : `aside-note(raw(${ink.literal(source.trim())}))`
  }
  if (!/^\s*<[!/a-z]/i.test(source)) return undefined
  const words = decodeHtml(source.replace(/<!--.*?-->/gs, '').replace(/<[^>]*>/g, ' ')).trim()
  if (words !== '') return `par(${ink.words(words.replace(/\s+/g, ' '))})`
  return /^\s*(<!--.*?-->\s*)+$/s.test(source) ? '[]' : `aside-note(raw(${ink.literal(source.trim())}))`
}

function updateLine({ ink }: Pick<Desk, 'ink'>, rest: string): string {
  const attributes = readTagAttributes(rest) ?? []
  const date = attributeValue(attributes, 'date') ?? ''
  const tags = (attributeValue(attributes, 'tags') ?? '').split(',').filter((tag) => tag.trim() !== '')
  const pills = tags.map((tag) => `;h(6pt);choice("",${ink.words(tag.trim())})`)
  return `block(above:2em,below:0.6em,sticky:true,{ui(weight:"bold",fill:accent,${ink.literal(date)})${pills.join('')}})`
}
