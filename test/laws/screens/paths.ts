// Which paths an expression may stand for, read from the code: `*` for what only a running console knows. The value of a
// field is what any object of the screen has there.
import { answersOf, bindingsOf, type Call, type Called, indexOf, isFunction, nameOf } from './bindings.ts'
import { type Declaration, inside, type Node, type Source } from './source.ts'

type Paths = readonly string[]
type Place = { declaration: Declaration; known: ReadonlyMap<Node, readonly Paths[]> }

const UNKNOWN: Paths = ['*']
/** A path has fewer readings; beyond that nothing would be learned. */
const MOST = 300
const NOTHING_KNOWN = new Map()

export function openPaths(source: Source, reached: ReadonlySet<Declaration>) {
  const fields = fieldsIn(reached)
  const running = new Set<unknown>()
  const kept = new Map<unknown, Paths>()

  /** Reads something once, and takes a circle for nothing. */
  function once(key: unknown, read: () => Paths): Paths {
    const done = kept.get(key)
    if (done || running.has(key)) return done ?? []
    running.add(key)
    const found = read()
    running.delete(key)
    if (running.size === 0) kept.set(key, found)
    return found
  }

  function pathsOf(node: Node, place: Place): Paths {
    const read = (part: Node) => pathsOf(part, place)
    switch (node.type) {
      case 'Literal':
        return typeof node.value === 'string' ? [node.value] : UNKNOWN
      case 'TemplateLiteral':
        return node.quasis.reduce<Paths>(
          (before, { value }, at) => {
            const hole = node.expressions[at]
            const started = before.map((path) => path + (value.cooked ?? ''))
            return hole ? joined(started, read(hole)) : started
          },
          [''],
        )
      case 'BinaryExpression':
        if (node.operator !== '+') return UNKNOWN
        return joined(read(node.left), read(node.right))
      case 'ConditionalExpression':
        return union(read(node.consequent), read(node.alternate))
      case 'LogicalExpression':
        return union(node.operator === '&&' ? [] : read(node.left), read(node.right))
      case 'AwaitExpression':
        return read(node.argument)
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'ParenthesizedExpression':
      case 'ChainExpression':
        return read(node.expression)
      case 'Identifier':
        return namedPaths(node.name, node, place)
      case 'MemberExpression':
        if (node.computed) return entriesOf(node.object, place) ?? UNKNOWN
        return node.property.type === 'Identifier' ? fieldPaths(node.property.name) : UNKNOWN
      case 'CallExpression':
        return calledPaths(node, place)
      default:
        return UNKNOWN
    }
  }

  function fieldPaths(name: string): Paths {
    const found = once(`.${name}`, () =>
      union(
        ...(fields.get(name) ?? []).map(({ node, declaration }) =>
          pathsOf(node, { declaration, known: NOTHING_KNOWN }),
        ),
      ),
    )
    return union(UNKNOWN, found)
  }

  /** What is in an object that is looked into by a key. */
  function entriesOf(node: Node, { declaration }: Place): Paths | undefined {
    if (node.type !== 'Identifier') return
    const made = valueNamed(declaration, node.name)
    const object = made && bare(made.node)
    if (object?.type !== 'ObjectExpression') return
    const known = { declaration: made?.declaration ?? declaration, known: NOTHING_KNOWN }
    return union(
      ...object.properties.map((one) => (one.type === 'Property' ? pathsOf(one.value, known) : UNKNOWN)),
    )
  }

  function valueNamed(declaration: Declaration, name: string) {
    const there = source.named(declaration.file, name)
    const [node] = there?.nodes ?? []
    return there && node?.type === 'VariableDeclarator' && node.init
      ? { node: node.init, declaration: there }
      : undefined
  }

  /** A name of the declaration itself, of its module, or of another. */
  function namedPaths(name: string, used: Node, place: Place): Paths {
    const { declaration } = place
    const bound = bindingsOf(declaration, name, used)
    if (bound.length === 0) {
      const made = valueNamed(declaration, name)
      return made ? once(made.node, () => pathsOf(made.node, { ...made, known: NOTHING_KNOWN })) : UNKNOWN
    }
    return union(
      ...bound.map((one) => {
        if (one.kind === 'field') return fieldPaths(one.field)
        if (one.kind === 'value') return once(one.value, () => pathsOf(one.value, place))
        return (
          place.known.get(one.of)?.[one.at] ?? once(one, () => argumentPaths(declaration, one.of, one.at))
        )
      }),
    )
  }

  /** What a function is given in all places that call it. */
  function argumentPaths(declaration: Declaration, called: Called, at: number): Paths {
    const name = nameOf(declaration, called)
    const given = [...reached].flatMap((caller) =>
      caller !== declaration && source.named(caller.file, name) !== declaration
        ? []
        : indexOf(caller).calls.flatMap(({ callee, arguments: all }) => {
            const argument = all[at]
            if (callee.type !== 'Identifier' || callee.name !== name || !argument) return []
            return [pathsOf(argument, { declaration: caller, known: NOTHING_KNOWN })]
          }),
    )
    return given.length > 0 ? union(...given) : UNKNOWN
  }

  function calledPaths(call: Call, place: Place): Paths {
    const { callee, arguments: given } = call
    if (callee.type === 'MemberExpression') return replacedPaths(call, place)
    const called = callee.type === 'Identifier' && functionNamed(callee.name, place.declaration)
    if (!called || running.has(called.node)) return called ? [] : UNKNOWN
    const { node, declaration } = called
    const known = new Map(declaration === place.declaration ? place.known : [])
    known.set(
      node,
      node.params.map((_, at) => {
        const argument = given[at]
        return argument ? pathsOf(argument, place) : UNKNOWN
      }),
    )
    running.add(node)
    const found = union(...answersOf(node).map((answer) => pathsOf(answer, { declaration, known })))
    running.delete(node)
    return found
  }

  function functionNamed(name: string, declaration: Declaration) {
    const own = indexOf(declaration).functions.find((one) => nameOf(declaration, one) === name)
    if (own) return { node: own, declaration }
    const there = source.named(declaration.file, name)
    const [first] = there?.nodes ?? []
    const node = first?.type === 'VariableDeclarator' ? first.init : first
    return there && node && isFunction(node) ? { node, declaration: there } : undefined
  }

  /** A path without what `replace` takes off it. */
  function replacedPaths({ callee, arguments: [taken] }: Call, place: Place): Paths {
    if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return UNKNOWN
    if (callee.property.name !== 'replace' || taken?.type !== 'Literal' || !('regex' in taken)) return UNKNOWN
    const { pattern, flags } = taken.regex
    return pathsOf(callee.object, place).map((path) => path.replace(new RegExp(pattern, flags), ''))
  }

  return (node: Node, declaration: Declaration) => pathsOf(node, { declaration, known: NOTHING_KNOWN })
}

function fieldsIn(reached: ReadonlySet<Declaration>) {
  const fields = new Map<string, { node: Node; declaration: Declaration }[]>()
  for (const declaration of reached)
    for (const node of inside(declaration)) {
      if (node.type !== 'ObjectExpression') continue
      for (const property of node.properties) {
        if (property.type !== 'Property' || property.key.type !== 'Identifier') continue
        const { name } = property.key
        fields.set(name, [...(fields.get(name) ?? []), { node: property.value, declaration }])
      }
    }
  return fields
}

function bare(node: Node): Node {
  return node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression'
    ? bare(node.expression)
    : node
}

const union = (...lists: Paths[]): Paths => [...new Set(lists.flat())].slice(0, MOST)

const joined = (starts: Paths, ends: Paths) =>
  union(starts.flatMap((start) => ends.map((end) => start + end)))
