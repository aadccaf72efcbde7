// Titles of expandables and tabs, and paragraphs that are aligned. They are attributes and elements, in which there is no
// Markdown; people write it all the same.
import type { InlineNode } from '../markdown/document.ts'
import { parseInlines } from '../markdown/parse.ts'
import { plainWords } from './write-inlines.ts'

const SIGN = /[*_`~[\\]/
const LONGEST = 1000

/** What looks like an element was written as text on purpose. */
function mayBeMarkdown(text: string): boolean {
  return SIGN.test(text) && !text.includes('<') && text.length <= LONGEST
}

/** Its Markdown read; what is marked already stays as it is. */
export function formatted(nodes: readonly InlineNode[]): InlineNode[] {
  return nodes.flatMap((node) => {
    if (node.object !== 'text' || node.meta) return [node]
    return node.leaves.flatMap((leaf) =>
      leaf.marks.length === 0 && mayBeMarkdown(leaf.text)
        ? parseInlines(leaf.text)
        : [{ ...node, leaves: [leaf] }],
    )
  })
}

/** Where there is no room for marks: the words alone. */
export function plainTitle(title: string): string {
  return mayBeMarkdown(title) ? plainWords(parseInlines(title)).trim() : title
}
