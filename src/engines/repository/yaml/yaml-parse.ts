import { Composer, CST, type Document, Lexer, Parser } from 'yaml'

// The only way to the yaml package, so that no text of a stranger meets it without limits (test/laws/architecture.test.ts).
// Its lexer and parser are loops. What comes behind them recurses, and at the end of the stack a regular expression
// that has to be compiled ends the whole process. So the parser is stopped at the first level too many, by its own
// count: nothing can hide from it in quotes, and nothing counts that is only text.

export {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Scalar,
  stringify,
  visit,
  type YAMLMap,
} from 'yaml'

/** Far more than any file has that somebody wrote. */
export const DEEPEST = 50
export const LONGEST = 500_000
/** Words, signs, gaps and line ends: each takes the parser some microseconds. */
const MOST_PARTS = 50_000
/** Anchors and aliases: each alias looks through the whole document for its anchor. */
const MOST_MARKS = 100

/** What a text over the limits is, behind `The configuration `. */
export type YamlRefusal = { refused: string; at: number }

export function parseYaml(text: string): Document | YamlRefusal {
  const top = topComments(text)
  if (text.length - top > LONGEST)
    return { refused: `is longer than ${LONGEST.toLocaleString('en')} characters`, at: top }
  // As long as they were, so that places stay where they are.
  const source = top === 0 ? text : `${' '.repeat(top - 1)}\n${text.slice(top)}`
  const tokens = boundedTokens(source)
  if ('refused' in tokens) return tokens
  const composer = new Composer({ uniqueKeys: false, prettyErrors: false, logLevel: 'silent' })
  const [document] = composer.compose(tokens, true, source.length)
  return document ?? { refused: 'is empty', at: 0 }
}

/**
 * Where the comments end that a text begins with. They are not read: a text over the limits is kept as such a comment,
 * and what is added below it has to be found again.
 */
function topComments(text: string): number {
  let end = 0
  while (text[end] === '#' || text[end] === '\n') end = text.indexOf('\n', end) + 1 || text.length
  return end
}

function boundedTokens(source: string): CST.Token[] | YamlRefusal {
  const parser = new Parser()
  const tokens: CST.Token[] = []
  let [count, marks, isScalar] = [0, 0, false]
  for (const lexeme of new Lexer().lex(source)) {
    const type = isScalar ? 'scalar' : CST.tokenType(lexeme)
    // It announces one, whatever that looks like.
    isScalar = !isScalar && lexeme === CST.SCALAR
    count++
    if (type === 'anchor' || type === 'alias') marks++
    const at = parser.offset
    tokens.push(...parser.next(lexeme))
    // The first of the stack is the document itself.
    if (parser.stack.length > DEEPEST + 1) return { refused: `is nested deeper than ${DEEPEST} levels`, at }
    if (marks > MOST_MARKS) return { refused: `has more than ${MOST_MARKS} anchors and aliases`, at }
    if (count > MOST_PARTS) return { refused: `has more than ${MOST_PARTS.toLocaleString('en')} parts`, at }
  }
  tokens.push(...parser.end())
  return tokens
}
