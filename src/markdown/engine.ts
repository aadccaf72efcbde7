import MarkdownIt, { type Token } from 'markdown-it'
import { addBlockRules } from './block-rules.ts'
import { addInlineRules } from './inline-rules.ts'
import type { Reading } from './reading.ts'

export const engine = new MarkdownIt({ html: true })
addBlockRules(engine)
addInlineRules(engine)

// Targets stay exactly as written: percent-encoding and unknown schemes are nobody's to change here.
engine.validateLink = () => true
engine.normalizeLink = (url) => url
engine.normalizeLinkText = (url) => url
// Definitions are wanted: they are lines of the source like any other.
engine.disable('strip_references')

/** A token with what it holds. */
export type TokenNode = { token: Token; children: TokenNode[] }

export function tokenTree(source: string, reading: Reading): TokenNode[] {
  const root: TokenNode[] = []
  const open: TokenNode[][] = [root]
  for (const token of engine.parse(source, { reading })) {
    if (token.nesting < 0) {
      open.pop()
      continue
    }
    const node = { token, children: [] }
    open.at(-1)?.push(node)
    if (token.nesting > 0) open.push(node.children)
  }
  return root
}
