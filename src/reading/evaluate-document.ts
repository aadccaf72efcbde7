// A document as its audience reads it: what is not meant for them is not in it.
import type { Scope } from '../adaptive/evaluate-expression.ts'
import type { PageRecord, Variables, VariableValue } from '../content/records.ts'
import { decideText } from '../markdown/condition-tags.ts'
import type { JSONDocument } from '../markdown/document.ts'
import { type Audience, isForEverybody, meets, scopeFor, textOfExpression, WRITER } from './audience.ts'
import { withoutGaps } from './gaps.ts'
import {
  hasTextConditions,
  isLeaf,
  mayHaveConditions,
  withConditionNodes,
  withoutDefinitions,
} from './text-conditions.ts'

export type Evaluation = {
  audience?: Audience
  /** Whether values are put in place of expressions. */
  fillsIn: boolean
  space: Variables
  page?: PageRecord
}

/**
 * For a writer, variables are put in place of expressions that name one, and everything else stays. For a visitor, every
 * expression is worked out, and conditions are decided whether or not expressions are.
 */
export function evaluateDocument(document: JSONDocument, evaluation: Evaluation): JSONDocument {
  const { audience = WRITER, fillsIn, space, page } = evaluation
  const scope = scopeFor(audience, space, page)
  if (audience.kind === 'visitor')
    return rewritten(document, {
      isMet: (condition) => isMet(condition, scope),
      ...(fillsIn && { fill: (expression) => textOfExpression(expression, scope) ?? '' }),
    })
  if (!fillsIn) return document
  return rewritten(document, { fill: (expression) => variableIn(expression, space, page?.variables ?? {}) })
}

/**
 * All that a document says to anybody, under whatever condition. Of expressions only those say something that say it to
 * everybody: what depends on a visitor is not told to others.
 */
export function unconditionally(
  document: JSONDocument,
  { space, page }: { space: Variables; page?: Pick<PageRecord, 'variables'> },
): JSONDocument {
  const scope = scopeFor(WRITER, space, page)
  return rewritten(document, {
    isMet: () => true,
    fill: (expression) => (isForEverybody(expression) ? (textOfExpression(expression, scope) ?? '') : ''),
  })
}

/** Without `isMet`, conditions stay as they are; without `fill`, or where it finds nothing, expressions do. */
type Rules = {
  isMet?: IsMet
  fill?: (expression: string) => VariableValue | undefined
}
type IsMet = (condition: string | undefined) => boolean

function rewritten(document: JSONDocument, { isMet, fill }: Rules): JSONDocument {
  const read = isMet ? withConditionNodes(document) : document
  const hasTags = read !== document
  return replaced(isMet ? withoutDefinitions(read) : read) as JSONDocument

  function replaced(value: unknown): unknown {
    if (Array.isArray(value))
      return value.flatMap((item) => (isMet ? visited(item, isMet) : [replaced(item)]))
    if (typeof value === 'string' && hasTags && isMet) return decideText(value, isMet)
    if (typeof value !== 'object' || value === null || isLeaf(value)) return value
    const expression = fill ? expressionIn(value) : undefined
    const found = expression === undefined ? undefined : fill?.(expression)
    if (found !== undefined) return textNode(String(found))
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replaced(inner)]))
  }

  function visited(item: unknown, isMet: IsMet): unknown[] {
    const all = decided(item, isMet)
    if (!hasTags) return all.map(replaced)
    return all.flatMap((one) => withoutGaps(replaced(one)))
  }
}

/** What is in a conditional block where its condition is met, nothing where it is not, everything else as it is. */
function decided(node: unknown, isMet: IsMet): unknown[] {
  if (typeof node !== 'object' || node === null || !('type' in node) || node.type !== 'if') return [node]
  const { data, nodes } = node as { data?: { expression?: string }; nodes?: unknown[] }
  if (!isMet(data?.expression)) return []
  return (nodes ?? []).flatMap((inner) => decided(inner, isMet))
}

/** A block without a condition is one that can not be read. */
function isMet(expression: string | undefined, scope: Scope): boolean {
  return meets(expression?.trim() || 'false', scope)
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
 * Whether visitors may read the document of a text differently from each other: what has none of these need not be
 * parsed to be known. The name of a class may be spelt with entities.
 */
export function mayBeAdaptive(text: string): boolean {
  return mayHaveConditions(text) || mayHaveExpressions(text)
}

/** Whether a text may show values of variables. */
export function mayHaveExpressions(text: string): boolean {
  return /expression|<code\s[^<>&]{0,200}&/i.test(text)
}

/** Whether visitors may read a document differently from each other. */
export function isAdaptive(document: JSONDocument): boolean {
  const left: unknown[] = [document]
  while (left.length > 0) {
    const value = left.pop()
    if (typeof value !== 'object' || value === null) continue
    if ('type' in value && (value.type === 'if' || value.type === 'expression')) return true
    for (const inner of Object.values(value)) left.push(inner)
  }
  return hasTextConditions(document)
}
