import type { Token } from 'markdown-it'
import { conditionTags, withoutComments } from './condition-tags.ts'
import { inlineTokens, type TokenNode } from './engine.ts'
import type { ParseState } from './parse-state.ts'

/** What stands under more conditions is for nobody. */
const MOST = 20

/**
 * Footnotes stand where they are called; whom they are for is said where they are defined. The conditions of those that
 * have any, by their names.
 */
export function conditionsOfNotes(tree: readonly TokenNode[], parsing: ParseState): Map<string, string[]> {
  const found = new Map<string, string[]>()
  if (!parsing.text.includes('{%')) return found
  /** Those that were opened in the middle of a text. */
  const open: string[] = []
  const visit = ({ token, children }: TokenNode, around: readonly string[]): void => {
    const tag = parsing.tags.get(token)
    const isIf = tag?.name === 'if' && token.type === 'tag_open'
    if (token.type === 'note' && token.tag === 'first') {
      const all = around.length + open.length > MOST ? ['false'] : [...around, ...open]
      if (all.length > 0) found.set(token.info, [...new Set(all)])
    }
    if (!isIf) {
      for (const { name, expression = 'false' } of conditionTags(wordsOf(token, parsing))) {
        if (name === 'if') open.push(expression)
        if (name === 'endif') open.pop()
      }
    }
    const before = open.length
    for (const child of children) visit(child, isIf ? [...around, tag.rest] : around)
    // There is one end too few, and nobody knows whose it is: none of them has ended.
    if (isIf && open.length > before) open.push(tag.rest)
  }
  for (const node of tree) visit(node, [])
  return found
}

/** What a token says itself, without code and comments: tags do not count in them. */
function wordsOf(token: Token, parsing: ParseState): string {
  switch (token.type) {
    case 'fence':
    case 'code_block':
    case 'note':
      return ''
    case 'tag':
    case 'tag_open': {
      const { open = '', body = '' } = parsing.tags.get(token) ?? {}
      return `${open} ${body}`
    }
    case 'details_open':
      return String(token.meta?.summary ?? '')
    case 'inline':
      if (!token.content.includes('{%')) return ''
      return inlineTokens(token, parsing).map(inlineWords).join('')
    default:
      return withoutComments(token.content)
  }
}

function inlineWords({ type, content }: Token): string {
  return type === 'code_inline' || content.startsWith('<!--') ? ' ' : content
}
