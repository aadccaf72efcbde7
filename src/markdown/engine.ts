import MarkdownIt, { type Token } from 'markdown-it'
import { addBlockRules } from './block-rules.ts'
import { addInlineRules } from './inline-rules.ts'
import { LightState } from './light-tokens.ts'
import type { Reading } from './reading.ts'

export const engine = new MarkdownIt({ html: true })
addBlockRules(engine)
engine.block.State = LightState
// Definitions are wanted: they are lines of the source like any other.
engine.disable('strip_references')

// Links in links in links cost the square of their number up to the deepest level allowed, so inside a line that level
// is lower than for blocks: 20,000 brackets take a fifth of the time.
const inliner = new MarkdownIt({ html: true, maxNesting: 20 })
addInlineRules(inliner)

for (const each of [engine, inliner]) {
  // Targets stay exactly as written: percent-encoding and unknown schemes are nobody's to change here.
  each.validateLink = () => true
  each.normalizeLink = (url) => url
  each.normalizeLinkText = (url) => url
}

engine.core.ruler.at('inline', (state) => {
  for (const token of state.tokens) {
    if (token.type !== 'inline') continue
    token.children = []
    inliner.inline.parse(token.content, inliner, state.env, token.children)
  }
})

/** A token with what it holds. */
export type TokenNode = { token: Token; children: TokenNode[] }

export function tokenTree(source: string, reading: Reading): TokenNode[] {
  return treeOf(engine.parse(source, { reading }))
}

/** Only the blocks: what stands in their lines is not looked at, which takes less than half the time. */
export function blockTree(source: string, reading: Reading): TokenNode[] {
  const tokens: Token[] = []
  engine.block.parse(source, engine, { reading }, tokens)
  return treeOf(tokens)
}

function treeOf(tokens: readonly Token[]): TokenNode[] {
  const root: TokenNode[] = []
  const open: TokenNode[][] = [root]
  for (const token of tokens) {
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
