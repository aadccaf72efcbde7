// The code of the console and of the rooms as syntax: what each module declares, and where a name in it comes from.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { type ParseResult, parseSync } from 'rolldown/utils'

export type Statement = ParseResult['program']['body'][number]
export type Expression = Extract<Statement, { type: 'ExpressionStatement' }>['expression']
type OfObject = Extract<Expression, { type: 'ObjectExpression' }>['properties'][number]
type OfCall = Extract<Expression, { type: 'CallExpression' }>['arguments'][number]
type Declarator = Extract<Statement, { type: 'VariableDeclaration' }>['declarations'][number]
type Parameter = Extract<Expression, { type: 'ArrowFunctionExpression' }>['params'][number]
type OfJsx = { type: 'JSXIdentifier'; name: string; start: number; end: number }
export type Node = Statement | Expression | OfObject | OfCall | Declarator | Parameter | OfJsx

/** Something that a module has at its top; without a name what it does when it is loaded. */
export type Declaration = { file: string; name: string; nodes: readonly Node[] }

type Module = { declarations: Map<string, Declaration>; imports: Map<string, { file: string; name: string }> }

export function readSource(...folders: string[]) {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  const modules = new Map(
    files
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
      .map((file) => [file, moduleOf(file)]),
  )
  const find = (file: string, name: string) => modules.get(file)?.declarations.get(name)
  return {
    find,
    all: () => [...modules.values()].flatMap(({ declarations }) => [...declarations.values()]),
    /** What a name at the top of a module stands for, there or where it is imported from. */
    named(file: string, name: string): Declaration | undefined {
      const from = modules.get(file)?.imports.get(name)
      return from ? find(from.file, from.name) : find(file, name)
    },
  }
}
export type Source = ReturnType<typeof readSource>

function moduleOf(file: string): Module {
  const { program } = parseSync(file, readFileSync(file, 'utf8'))
  const [declarations, imports]: [Module['declarations'], Module['imports']] = [new Map(), new Map()]
  const loaded: Node[] = []
  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration') {
      if (statement.importKind === 'type' || !statement.source.value.startsWith('.')) continue
      const from = normalize(join(dirname(file), statement.source.value))
      for (const { type, local, ...rest } of statement.specifiers)
        if (type === 'ImportSpecifier' && 'imported' in rest && 'name' in rest.imported)
          imports.set(local.name, { file: from, name: rest.imported.name })
      continue
    }
    const declared =
      statement.type === 'ExportNamedDeclaration' && statement.declaration ? statement.declaration : statement
    if (declared.type === 'FunctionDeclaration' && declared.id)
      declarations.set(declared.id.name, { file, name: declared.id.name, nodes: [declared] })
    else if (declared.type === 'VariableDeclaration')
      for (const declarator of declared.declarations) {
        const name = declarator.id.type === 'Identifier' ? declarator.id.name : ''
        declarations.set(name, { file, name, nodes: [declarator] })
      }
    else loaded.push(statement)
  }
  declarations.set('', { file, name: '', nodes: loaded })
  return { declarations, imports }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** Parts that name nothing from around them: keys, members, types. */
function partsOf(node: Node): Node[] {
  const skipped = new Set<unknown>()
  if (node.type === 'MemberExpression' && !node.computed) skipped.add(node.property)
  if (node.type === 'Property' && !node.computed) skipped.add(node.key)
  return Object.entries(node)
    .filter(
      ([field]) => !/^(typeAnnotation|typeArguments|typeParameters|returnType)$/.test(field) || isCast(node),
    )
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .filter((part): part is Node => isNode(part) && !skipped.has(part) && !part.type.startsWith('TSType'))
}

const isCast = ({ type }: Node) => type === 'TSAsExpression' || type === 'TSSatisfiesExpression'

/** All of a node, itself first. */
export function* within(node: Node): Generator<Node> {
  yield node
  for (const part of partsOf(node)) yield* within(part)
}

const walked = new WeakMap<Declaration, readonly Node[]>()

/** All nodes of a declaration. */
export function inside(declaration: Declaration): readonly Node[] {
  const all = walked.get(declaration) ?? declaration.nodes.flatMap((node) => [...within(node)])
  walked.set(declaration, all)
  return all
}
