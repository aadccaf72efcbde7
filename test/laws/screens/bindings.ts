// Where the names within a declaration get their values, each in the function that it belongs to.
import { type Declaration, type Expression, inside, type Node, within } from './source.ts'

export type Called = Extract<Node, { generator: boolean }>
export type Call = Extract<Expression, { type: 'CallExpression' }>

/** A value, a field that an object is taken apart into, or what a function is given. */
export type Binding = { name: string; scope?: Called } & (
  | { kind: 'value'; value: Node }
  | { kind: 'field'; field: string }
  | { kind: 'argument'; of: Called; at: number }
)

type Index = { bindings: readonly Binding[]; functions: readonly Called[]; calls: readonly Call[] }
const kept = new WeakMap<Declaration, Index>()

export function indexOf(declaration: Declaration): Index {
  const index = kept.get(declaration) ?? makeIndex(declaration)
  kept.set(declaration, index)
  return index
}

function makeIndex(declaration: Declaration): Index {
  const nodes = inside(declaration)
  const functions = nodes.filter(isFunction)
  const calls = nodes.filter((node) => node.type === 'CallExpression')
  const declared = nodes.flatMap((node): Binding[] => {
    if (node.type !== 'VariableDeclarator' || declaration.nodes.includes(node)) return []
    const scope = innermost(functions, node)
    if (node.id.type !== 'Identifier') return takenApart(node.id, scope)
    return node.init ? [{ name: node.id.name, scope, kind: 'value', value: node.init }] : []
  })
  const given = functions.flatMap((of) =>
    of.params.flatMap((param, at): Binding[] => {
      const plain = param.type === 'AssignmentPattern' ? param.left : param
      if (plain.type !== 'Identifier') return takenApart(plain, of)
      return [{ name: plain.name, scope: of, kind: 'argument', of, at }]
    }),
  )
  return { bindings: [...declared, ...given], functions, calls }
}

export const isFunction = (node: Node): node is Called =>
  node.type === 'FunctionDeclaration' ||
  node.type === 'ArrowFunctionExpression' ||
  node.type === 'FunctionExpression'

const holds = (outer: Node, inner: Node) => outer.start <= inner.start && inner.end <= outer.end

function innermost(functions: readonly Called[], node: Node): Called | undefined {
  return functions
    .filter((one) => one !== node && holds(one, node))
    .reduce<Called | undefined>(narrower, undefined)
}

const narrower = (found: Called | undefined, next: Called) =>
  found && found.start > next.start ? found : next

/** What a name means where it is used: what the innermost function around it says. */
export function bindingsOf(declaration: Declaration, name: string, used: Node): Binding[] {
  const around = indexOf(declaration).bindings.filter(
    (one) => one.name === name && (one.scope === undefined || holds(one.scope, used)),
  )
  const start = Math.max(...around.map(({ scope }) => scope?.start ?? 0))
  return around.filter(({ scope }) => (scope?.start ?? 0) === start)
}

/** The names of `{ path, at: home }`. */
function takenApart(pattern: object, scope?: Called): Binding[] {
  if (!isPattern(pattern)) return []
  return pattern.properties.flatMap((property): Binding[] => {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') return []
    const { name: field } = property.key
    const target: object = 'left' in property.value ? property.value.left : property.value
    if (isPattern(target)) return takenApart(target, scope)
    return isNamed(target) ? [{ name: target.name, scope, kind: 'field', field }] : []
  })
}

type Pattern = Extract<Called['params'][number], { type: 'ObjectPattern' }>
const isNamed = (node: object): node is { name: string } => 'name' in node
const isPattern = (node: object): node is Pattern => 'type' in node && node.type === 'ObjectPattern'

export function nameOf(declaration: Declaration, called: Called): string {
  if (called.id) return called.id.name
  for (const node of inside(declaration))
    if (node.type === 'VariableDeclarator' && node.init === called && node.id.type === 'Identifier')
      return node.id.name
  return ''
}

/** What a function gives back. */
export function answersOf({ body }: Called): Node[] {
  if (!body) return []
  if (body.type !== 'BlockStatement') return [body]
  return [...within(body)].flatMap((node) =>
    node.type === 'ReturnStatement' && node.argument ? [node.argument] : [],
  )
}
