import type { InlineNode, Leaf, Meta } from './document.ts'
import { inlineText, verbatimSource } from './nodes.ts'

// `{% if … %}` and `{% endif %}` in the middle of a text. Where both stand alone on their lines they are a block, and
// tag-blocks.ts reads it; everywhere else documents keep them as text, and whoever evaluates one finds them here.

/** An `if` whose condition can not be told has none. */
export type ConditionTag = { from: number; to: number; name: 'if' | 'else' | 'endif'; expression?: string }

/** With the signs of whitespace control. What begins a tag ends where the next one begins. */
const TAG = /\{%[-+~]?\s*(if|else|elif|elsif|elseif|endif)(?!\w|-\w)((?:(?!\{%|%\})[\s\S])*)(%\})?/gi

/**
 * In their order, of a text that is read already: comments are no part of it, and `<!--` in it is two signs and two
 * dashes. An `if` counts although its end is missing: what follows it is not meant for everybody.
 */
export function conditionTags(text: string): ConditionTag[] {
  if (!text.includes('{%')) return []
  const tags: ConditionTag[] = []
  for (const found of text.matchAll(TAG)) {
    const { 0: whole, 1: written = '', 2: rest = '', 3: end, index: from } = found
    const name = nameOf(written.toLowerCase())
    if (end === undefined && name !== 'if') continue
    const expression = end === undefined ? '' : rest.replace(/[-+~]?$/, '').trim()
    tags.push({ from, to: from + whole.length, name, ...(expression !== '' && { expression }) })
  }
  return tags
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

/** A source without the comments that have such tags in them: who reads it can not tell for whom their words are. */
export function withoutTaggedComments(source: string): string {
  if (!source.includes('<!--')) return source
  return source.replace(/<!--[\s\S]*?-->/g, (comment) => (conditionTags(comment).length > 0 ? '' : comment))
}

/** Whether a text is a comment of the source. */
export function isComment(node: { meta?: Meta; leaves?: Leaf[] }): boolean {
  return verbatimSource(node)?.startsWith('<!--') ?? false
}

function nameOf(written: string): ConditionTag['name'] {
  return written === 'if' || written === 'endif' ? written : 'else'
}

/**
 * A text without these tags, and without what stands behind conditions that are not met. One that is never closed goes
 * on to the end.
 */
export function decideText(
  text: string,
  isMet: (expression: string | undefined) => boolean,
  tags = conditionTags(text),
): string {
  if (tags.length === 0) return text
  const open: boolean[] = []
  let [kept, from, unmet] = ['', 0, 0]
  for (const tag of tags) {
    if (unmet === 0) kept += text.slice(from, tag.from)
    from = tag.to
    if (tag.name === 'if') {
      open.push(isMet(tag.expression))
      if (open.at(-1) === false) unmet++
    } else if (tag.name === 'endif' && open.pop() === false) unmet--
  }
  return unmet === 0 ? kept + text.slice(from) : kept
}

/** What inlines say to everybody, whatever the conditions in them: an anchor must not tell the rest. */
export function unconditionalText(nodes: readonly InlineNode[]): string {
  const text = inlineText(nodes)
  return text.includes('{%') ? decideText(text, () => false, conditionTags(searchedText(nodes))) : text
}

/** As long as `inlineText`, with blanks for code and comments: tags do not count in them. */
export function searchedText(nodes: readonly InlineNode[]): string {
  let out = ''
  for (const node of nodes) {
    if (node.object === 'text') {
      const isUnread = isComment(node)
      for (const leaf of node.leaves) out += isUnread || isCode(leaf) ? blank(leaf.text) : leaf.text
    } else if (node.type === 'link' || node.type === 'annotation') out += searchedText(node.nodes)
  }
  return out
}

export function isCode({ marks }: Leaf): boolean {
  return marks.some(({ type }) => type === 'code')
}

/** As long, with as many lines. */
export function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ')
}
