// A document as its audience reads it: what is not meant for them is not in it.
import type { Scope } from '../adaptive/evaluate-expression.ts'
import type { PageRecord, Variables, VariableValue } from '../content/records.ts'
import { decideText } from '../markdown/condition-tags.ts'
import type { JSONDocument } from '../markdown/document.ts'
import { type Audience, meets, scopeFor, textOfExpression, WRITER } from './audience.ts'
import { withoutGaps } from './gaps.ts'
import { hasTextConditions, mayHaveConditions, withConditionNodes } from './text-conditions.ts'

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
  const isVisitor = audience.kind === 'visitor'
  if (!isVisitor && !fillsIn) return document
  const scope = scopeFor(audience, space, page)
  const fill = isVisitor
    ? (expression: string) => textOfExpression(expression, scope) ?? ''
    : (expression: string) => variableIn(expression, space, page?.variables ?? {})
  const read = isVisitor ? withConditionNodes(document) : document
  const hasTags = read !== document
  return replaced(read) as JSONDocument

  function replaced(value: unknown): unknown {
    if (Array.isArray(value)) return value.flatMap((item) => (isVisitor ? visited(item) : [replaced(item)]))
    if (typeof value === 'string' && hasTags) return decideText(value, (condition) => isMet(condition, scope))
    if (typeof value !== 'object' || value === null || isLeaf(value)) return value
    const expression = fillsIn ? expressionIn(value) : undefined
    const found = expression === undefined ? undefined : fill(expression)
    if (found !== undefined) return textNode(String(found))
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replaced(inner)]))
  }

  function visited(item: unknown): unknown[] {
    const all = decided(item, scope)
    if (!hasTags) return all.map(replaced)
    return all.flatMap((one) => withoutGaps(replaced(one)))
  }
}

/** What is in a conditional block where its condition is met, nothing where it is not, everything else as it is. */
function decided(node: unknown, scope: Scope): unknown[] {
  if (typeof node !== 'object' || node === null || !('type' in node) || node.type !== 'if') return [node]
  const { data, nodes } = node as { data?: { expression?: string }; nodes?: unknown[] }
  if (!isMet(data?.expression, scope)) return []
  return (nodes ?? []).flatMap((inner) => decided(inner, scope))
}

/** A block without a condition is one that can not be read. */
function isMet(expression: string | undefined, scope: Scope): boolean {
  return meets(expression?.trim() || 'false', scope)
}

/** Its words stand between tags, or they are code. */
function isLeaf(value: object): boolean {
  return 'object' in value && value.object === 'leaf'
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
  return mayHaveConditions(text) || /expression|<code\s[^<>&]{0,200}&/i.test(text)
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
