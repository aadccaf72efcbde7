// A document with values in place of its expressions, as its audience reads them.
import type { PageRecord, Variables, VariableValue } from '../content/records.ts'
import type { JSONDocument } from '../markdown/document.ts'
import { type Audience, isForEverybody, scopeFor, textOfExpression, WRITER } from './audience.ts'

export type Evaluation = {
  audience?: Audience
  /** Whether writers get values in place of expressions. */
  fillsIn: boolean
  space: Variables
  page?: PageRecord
}

/**
 * For a writer, variables are put in place of expressions that name one, and everything else stays. For a visitor, every
 * expression is worked out. Their documents come of texts in which conditions are decided (conditional-text.ts).
 */
export function evaluateDocument(document: JSONDocument, evaluation: Evaluation): JSONDocument {
  const { audience = WRITER, fillsIn, space, page } = evaluation
  if (audience.kind === 'visitor') {
    const scope = scopeFor(audience, space, page)
    return filled(withoutDefinitions(document), (expression) => textOfExpression(expression, scope) ?? '')
  }
  if (!fillsIn) return document
  return filled(document, (expression) => variableIn(expression, space, page?.variables ?? {}))
}

/** Only those expressions say something that say it to everybody: what depends on a visitor is not told to others. */
export function evaluateForEverybody(
  document: JSONDocument,
  { space, page }: { space: Variables; page?: Pick<PageRecord, 'variables'> },
): JSONDocument {
  const scope = scopeFor(WRITER, space, page)
  return filled(withoutDefinitions(document), (expression) =>
    isForEverybody(expression) ? (textOfExpression(expression, scope) ?? '') : '',
  )
}

/** Links hold what they lead to, and calls hold their footnotes: definitions are for those who write. */
function withoutDefinitions(document: JSONDocument): JSONDocument {
  const { definitions, ...data } = document.data
  return definitions ? { ...document, data } : document
}

/** Where `fill` finds nothing, expressions stay. */
function filled(
  document: JSONDocument,
  fill: (expression: string) => VariableValue | undefined,
): JSONDocument {
  return hasExpressions(document) ? (replaced(document) as JSONDocument) : document

  function replaced(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(replaced)
    if (typeof value !== 'object' || value === null) return value
    const expression = expressionIn(value)
    const found = expression === undefined ? undefined : fill(expression)
    if (found !== undefined) return textNode(String(found))
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replaced(inner)]))
  }
}

function expressionIn(node: object): string | undefined {
  if (!('type' in node) || node.type !== 'expression' || !('data' in node)) return
  return (node.data as { expression?: string }).expression
}

function variableIn(expression: string, space: Variables, page: Variables): VariableValue | undefined {
  const [, owner, name] = /^\s*(space|page)\.vars\.([\w-]+)\s*$/.exec(expression) ?? []
  if (!name) return
  const variables = owner === 'space' ? space : page
  return Object.hasOwn(variables, name) ? variables[name] : undefined
}

function textNode(text: string) {
  return { object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }
}

/**
 * Whether a text may show values: what has none need not be parsed to be known. The name of a class may be spelt with
 * entities.
 */
export function mayHaveExpressions(text: string): boolean {
  return /expression|<code\s[^<>&]{0,200}&/i.test(text)
}

export function hasExpressions(document: JSONDocument): boolean {
  const left: unknown[] = [document]
  while (left.length > 0) {
    const value = left.pop()
    if (typeof value !== 'object' || value === null) continue
    if ('type' in value && value.type === 'expression') return true
    for (const inner of Object.values(value)) left.push(inner)
  }
  return false
}
