// Markdown of strangers within Markdown of ours: nothing in it may begin a section, or go on beyond its own end.
import type { Block } from '../markdown/document.ts'
import { inlineText, text } from '../markdown/nodes.ts'
import { parseMarkdown } from '../markdown/parse.ts'
import { writeMarkdown } from '../markdown/write.ts'
import { clipText } from '../openapi/parts/guards.ts'
import { LONGEST_PROSE, withoutTags } from '../openapi/view/markdown-text.ts'

/** Fences, maths, HTML, headings. */
const BEGINS_SOMETHING = /^[ \t>]*(?:[-*+] |\d+[.)] )*(?:```|~~~|\$\$|<|#|[=-]+[ \t]*$)/m

/** As it was written, where nothing of it needs an end; else as its blocks say it. Headings are bold lines. */
export function foreignProse(source: string): string {
  const plain = withoutTags(clipText(source, LONGEST_PROSE)).trim()
  if (!BEGINS_SOMETHING.test(plain)) return plain
  const document = parseMarkdown(withClosedHtml(plain))
  return writeMarkdown({ ...document, nodes: document.nodes.map(withoutHeading) }).trim()
}

function withoutHeading(block: Block): Block {
  if (block.type !== 'heading-1' && block.type !== 'heading-2' && block.type !== 'heading-3') return block
  const title = text(inlineText(block.nodes), [{ object: 'mark', type: 'bold' }])
  return { object: 'block', type: 'paragraph', nodes: [title] }
}

/** The kinds of HTML that an empty line does not end. */
const ENDLESS = /<(?=!--|!\[CDATA\[|\?|![A-Za-z]|(?:script|pre|style|textarea)(?:[\s>]|$))/gim

/** What has no end in the text is text itself. */
function withClosedHtml(source: string) {
  const lower = source.toLowerCase()
  return source.replace(ENDLESS, (sign, at: number) => (lower.includes(endOf(lower, at), at) ? sign : '\\<'))
}

function endOf(lower: string, at: number): string {
  if (lower.startsWith('<!--', at)) return '-->'
  if (lower.startsWith('<![', at)) return ']]>'
  if (lower.startsWith('<?', at)) return '?>'
  if (lower.startsWith('<!', at)) return '>'
  return `</${/^<(\w+)/.exec(lower.slice(at, at + 10))?.[1]}>`
}
