// Which operations a screen asks for, by their method and path.
import type { Operation } from '../../../src/kit/http/operations/operation.ts'
import { type Call, indexOf } from './bindings.ts'
import { openPaths } from './paths.ts'
import type { Declaration, Node, Source } from './source.ts'

/** A request in the code, and where. */
type Asked = { method: string; paths: readonly string[]; at: string }

const METHODS = new Map(['get', 'post', 'put', 'patch', 'delete'].map((name) => [name, name.toUpperCase()]))
const PREFIX = '/o/v1'
/** Of the islands: it takes a method and a path. */
const ISLANDS_ASK = 'src/console/islands/editor/saving/api.ts'

export function requestsIn(source: Source, reached: ReadonlySet<Declaration>): Asked[] {
  const read = openPaths(source, reached)
  return [...reached].flatMap((declaration) =>
    indexOf(declaration).calls.flatMap((call) => askedIn(call, declaration)),
  )

  function askedIn(call: Call, declaration: Declaration): Asked[] {
    const { callee, arguments: given } = call
    const [first, second] = given
    if (!first) return []
    const at = `${declaration.file}:${call.start}`
    if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier') {
      const method = METHODS.get(callee.property.name)
      return method && isApi(callee.object) ? [{ method, paths: read(first, declaration), at }] : []
    }
    if (callee.type !== 'Identifier') return []
    if (callee.name === 'ask' && second && source.named(declaration.file, 'ask')?.file === ISLANDS_ASK)
      return read(first, declaration).map((method) => ({ method, paths: read(second, declaration), at }))
    if (callee.name !== 'fetch' || declaration.file === ISLANDS_ASK) return []
    const paths = read(first, declaration).filter((path) => path.startsWith(`${PREFIX}/`))
    if (paths.length === 0) return []
    return [{ method: methodIn(second), paths: paths.map((path) => path.slice(PREFIX.length)), at }]
  }
}

function isApi(node: Node) {
  if (node.type === 'Identifier') return node.name === 'api'
  return (
    node.type === 'MemberExpression' && node.property.type === 'Identifier' && node.property.name === 'api'
  )
}

function methodIn(options: Node | undefined) {
  if (options?.type !== 'ObjectExpression') return 'GET'
  for (const property of options.properties)
    if (property.type === 'Property' && property.key.type === 'Identifier' && property.key.name === 'method')
      return property.value.type === 'Literal' ? String(property.value.value) : '*'
  return 'GET'
}

export function operationsMatching({ method, paths }: Asked, operations: readonly Operation[]): string[] {
  const offered = operations.filter((operation) => operation.method === method)
  return paths.flatMap((path) => {
    const parts = path.replace(/\?.*$/, '').split('/')
    const fits = offered.flatMap(({ id, path }) => {
      const guesses = guessesFor(path.slice('/v1'.length).split('/'), parts)
      return guesses === undefined ? [] : [{ id, guesses }]
    })
    const fewest = Math.min(...fits.map(({ guesses }) => guesses))
    return fits.filter(({ guesses }) => guesses === fewest).map(({ id }) => id)
  })
}

/** How little of a route is met word by word, as in `latest` before `{versionId}`; undefined where it is not met. */
function guessesFor(route: readonly string[], parts: readonly string[]): number | undefined {
  if (route.length !== parts.length) return
  let guesses = 0
  for (const [at, fixed] of route.entries()) {
    const part = parts[at] ?? ''
    if (fixed === part) continue
    guesses += fixed.startsWith('{') ? 1 : FAR
    if (!fixed.startsWith('{') && (at < 2 || !couldBe(part, fixed))) return
  }
  return guesses
}

/** A word of a route that was guessed is worse than any number of names. */
const FAR = 100

function couldBe(part: string, word: string) {
  const [start = '', end] = part.split('*')
  return end !== undefined && word.startsWith(start) && word.endsWith(end)
}
