// `{% if … %}` and `{% endif %}` in the source of a text, wherever they stand. Where both stand alone on their lines writers
// have a block of them, which tag-blocks.ts reads. Visitors have none: reading/conditional-text.ts decides them before.
import type { InlineNode, Leaf, Meta } from '../document.ts'
import { inlineText, verbatimSource } from '../nodes.ts'

/** An `if` whose condition cannot be told has none. */
export type ConditionTag = { from: number; to: number; name: 'if' | 'else' | 'endif'; expression?: string }

/** With the signs of whitespace control. What begins a tag ends where the next one begins. */
const TAG = /\{%[-+~]?\s*(if|else|elif|elsif|elseif|endif)(?!\w|-\w)((?:(?!\{%|%\})[\s\S])*)(%\})?/gi

/** May tell it of a text that has none, never the other way round. */
export function mayHaveConditions(text: string): boolean {
  return /\{%(?<!(?<!\\)(?:\\\\)*\\\{%)[-+~]?\s*if/i.test(text)
}

/** In their order. An `if` counts although its end is missing: what follows it is not meant for everybody. */
export function conditionTags(text: string): ConditionTag[] {
  if (!text.includes('{%')) return []
  const tags: ConditionTag[] = []
  for (const found of text.matchAll(TAG)) {
    const { 0: whole, 1: written = '', 2: rest = '', 3: end, index: from } = found
    const name = nameOf(written.toLowerCase())
    if ((end === undefined && name !== 'if') || isEscaped(text, from)) continue
    const expression = end === undefined ? '' : rest.replace(/[-+~]?$/, '').trim()
    tags.push({ from, to: from + whole.length, name, ...(expression !== '' && { expression }) })
  }
  return tags
}

/** After a backslash that is none itself, a tag is no tag. */
function isEscaped(text: string, at: number): boolean {
  let before = at
  while (text[before - 1] === '\\') before--
  return (at - before) % 2 === 1
}

function nameOf(written: string): ConditionTag['name'] {
  return written === 'if' || written === 'endif' ? written : 'else'
}

/** With blanks in their place, and as many lines. A comment that does not end is text. */
export function withoutComments(text: string): string {
  let [kept, from] = ['', 0]
  for (;;) {
    const open = text.indexOf('<!--', from)
    const close = open < 0 ? -1 : text.indexOf('-->', open + 4)
    if (close < 0) return kept + text.slice(from)
    kept += text.slice(from, open) + blank(text.slice(open, close + 3))
    from = close + 3
  }
}

/** Words without what is under a condition in them: names and anchors are the same for everybody who writes. */
export function withoutConditions(text: string, tags = conditionTags(text)): string {
  let [kept, from, depth] = ['', 0, 0]
  for (const { name, ...tag } of tags) {
    if (depth === 0) kept += text.slice(from, tag.from)
    from = tag.to
    if (name === 'if') depth++
    if (name === 'endif') depth = Math.max(0, depth - 1)
  }
  return depth === 0 ? kept + text.slice(from) : kept
}

/** The same for inlines. Tags do not count in code and in comments. */
export function unconditionalText(nodes: readonly InlineNode[]): string {
  const text = inlineText(nodes)
  return text.includes('{%') ? withoutConditions(text, conditionTags(searchedText(nodes))) : text
}

/** As long as `inlineText`, with blanks for code and comments. */
function searchedText(nodes: readonly InlineNode[]): string {
  let out = ''
  for (const node of nodes) {
    if (node.object === 'text') {
      const isUnread = isComment(node)
      for (const leaf of node.leaves) out += isUnread || isCode(leaf) ? blank(leaf.text) : leaf.text
    } else if (node.type === 'link' || node.type === 'annotation') out += searchedText(node.nodes)
  }
  return out
}

function isComment(node: { meta?: Meta; leaves?: Leaf[] }): boolean {
  return verbatimSource(node)?.startsWith('<!--') ?? false
}

export function isCode({ marks }: Leaf): boolean {
  return marks.some(({ type }) => type === 'code')
}

/** As long, with as many lines. */
export function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ')
}
