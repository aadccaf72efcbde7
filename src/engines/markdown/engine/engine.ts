import MarkdownIt, { type Token } from 'markdown-it'
import { addBlockRules } from './block-rules.ts'
import { addInlineRules } from './inline-rules.ts'
import { LightInlineState, LightState } from './light-tokens.ts'
import type { ParseState } from './parse-state.ts'

export const engine = new MarkdownIt({ html: true })
addBlockRules(engine)
engine.block.State = LightState
// Definitions are wanted: they are lines of the source like any other.
engine.disable('strip_references')

// Links in links in links cost the square of their number up to the deepest level allowed, so inside a line that level
// is lower than for blocks: 20,000 brackets take a fifth of the time.
const inliner = new MarkdownIt({ html: true, maxNesting: 20 })
addInlineRules(inliner)
inliner.inline.State = LightInlineState

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
export type TokenNode = { token: Token; children: readonly TokenNode[] }

/** The blocks of a text. What is in their lines is looked at when it is requested, one after the other. */
export function tokenTree(parsing: ParseState): TokenNode[] {
  const tokens: Token[] = []
  engine.block.parse(parsing.text.replaceAll('\0', '\ufffd'), engine, parsing.env, tokens)
  return treeOf(tokens)
}

/** The tokens in the lines of a block. */
export function inlineTokens(inline: Token | undefined, { env }: ParseState): Token[] {
  if (!inline || inline.children?.length) return inline?.children ?? []
  return hasTooManySigns(inline.content)
    ? [keptAsIs(inline.content)]
    : (engine.parseInline(inline.content, env)[0]?.children ?? [])
}

/** In one stretch of text. Nobody writes a hundredth of that; each may become several values of a document. */
const MOST_SIGNS = 200_000
const NO_SIGN = /[^\n\\*_~`[\]<&$:]+/g

function hasTooManySigns(content: string): boolean {
  return content.length > MOST_SIGNS && content.replace(NO_SIGN, '').length > MOST_SIGNS
}

function keptAsIs(content: string): Token {
  const token = new MarkdownIt.Token('kept', '', 0)
  token.content = content
  return token
}

const NOTHING: readonly TokenNode[] = []

function treeOf(tokens: readonly Token[]): TokenNode[] {
  let nodes: TokenNode[] = []
  const outside: TokenNode[][] = []
  for (const token of tokens) {
    if (token.nesting < 0) {
      // A copy is as long as it has to be; an array that grew has room for many more.
      const children = nodes.slice()
      nodes = outside.pop() ?? nodes
      const opened = nodes.at(-1)
      if (opened) opened.children = children
      continue
    }
    nodes.push({ token, children: NOTHING })
    if (token.nesting === 0) continue
    outside.push(nodes)
    nodes = []
  }
  return outside[0] ?? nodes
}
