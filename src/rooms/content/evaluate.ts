import type { PageRecord, Variables, VariableValue } from '../../content/records.ts'
import type { JSONDocument } from '../../markdown/document.ts'

/** Puts the values of variables in place of expressions that name one; other expressions stay for the visitor's side. */
export function evaluateDocument(
  document: JSONDocument,
  evaluated: string,
  space: Variables,
  page?: PageRecord,
): JSONDocument {
  if (evaluated === 'false') return document
  const scopes = { space, page: page?.variables ?? {} }
  return replaced(document) as JSONDocument

  function replaced(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(replaced)
    if (typeof value !== 'object' || value === null) return value
    const found = variableIn(value, scopes)
    if (found !== undefined) return textNode(String(found))
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replaced(inner)]))
  }
}

type Scopes = Record<'space' | 'page', Variables>

function variableIn(node: object, scopes: Scopes): VariableValue | undefined {
  if (!('type' in node) || node.type !== 'expression' || !('data' in node)) return
  const { expression } = node.data as { expression?: string }
  const [, scope, name] = /^\s*(space|page)\.vars\.([\w-]+)\s*$/.exec(expression ?? '') ?? []
  if (!name) return
  const variables = scope === 'space' ? scopes.space : scopes.page
  return Object.hasOwn(variables, name) ? variables[name] : undefined
}

function textNode(text: string) {
  return { object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }
}
