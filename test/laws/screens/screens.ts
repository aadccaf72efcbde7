// The screens of the console, and which operations each of them asks for or does itself.
import { endpoints, pages } from '../../../src/console/pages.ts'
import type { Operation } from '../../../src/kit/http/operations/operation.ts'
import { operationsMatching, requestsIn } from './calls.ts'
import { islandNamed, PAGES, reach } from './reach.ts'
import { type Declaration, inside, readSource, type Source, within } from './source.ts'

/** What is around every page of somebody who is signed in: the palette, the bell, who else is there. */
export const FRAME = 'every page'

type Screen = { name: string; roots: Declaration[] }

export function readScreens(operations: readonly Operation[]) {
  const source = readSource('src/console', 'src/rooms')
  const verbs = verbsOf(source)
  const screensOf = new Map<string, string[]>(operations.map(({ id }) => [id, []]))
  const [met, unmet] = [new Set<string>(), new Map<string, string>()]
  for (const { name, roots } of screensIn(source)) {
    const reached = reach(source, roots)
    const done = new Set<string>()
    for (const asked of requestsIn(source, reached.console)) {
      const ids = operationsMatching(asked, operations)
      for (const id of ids) done.add(id)
      if (ids.length > 0) met.add(asked.at)
      else unmet.set(asked.at, `${asked.at} ${asked.method} ${asked.paths.join(' ')}`)
    }
    for (const id of operationsRun(operations, verbs, reached.beyond)) done.add(id)
    for (const id of done) screensOf.get(id)?.push(name)
  }
  const unread = [...unmet].flatMap(([at, told]) => (met.has(at) ? [] : [told]))
  return { screensOf, unread }
}

type Verbs = ReadonlyMap<string, readonly Declaration[]>

/** What a page runs itself. People do it with what is their own, where others have an operation of the same. */
function operationsRun(operations: readonly Operation[], verbs: Verbs, beyond: ReadonlySet<Declaration>) {
  const run = operations.filter(({ id }) => {
    const needed = verbs.get(id) ?? []
    return needed.length > 0 && needed.every((verb) => beyond.has(verb))
  })
  const own = run.filter(({ path }) => /^\/v1\/user(\/|$)/.test(path))
  const namesOf = ({ id }: Operation) =>
    verbs
      .get(id)
      ?.map(({ file, name }) => `${file} ${name}`)
      .join()
  const isSame = (one: Operation, other: Operation) => one !== other && namesOf(one) === namesOf(other)
  return run
    .filter((one) => own.includes(one) || !own.some((other) => isSame(one, other)))
    .map(({ id }) => id)
}

function screensIn(source: Source): Screen[] {
  const named = (list: string) => {
    const declaration = source.find(PAGES, list)
    const found = declaration ? inside(declaration) : []
    return found
      .flatMap((node) => (node.type === 'Identifier' ? (source.named(PAGES, node.name) ?? []) : []))
      .filter(({ file }) => file !== PAGES)
  }
  const screens = [...zip(pages, named('pages')), ...zip(endpoints, named('endpoints'))]
  const around = ['start', 'palette'].flatMap((island) => islandNamed(source, island) ?? [])
  const frame = ['frame.ts', 'routes.ts'].flatMap((file) =>
    source.all().filter((one) => one.file === `src/console/${file}`),
  )
  return [...screens, { name: FRAME, roots: [...around, ...frame] }]
}

function zip(screens: readonly { path: string }[], roots: readonly Declaration[]): Screen[] {
  if (screens.length !== roots.length) throw new Error(`${screens.length} screens have ${roots.length} names`)
  return screens.map(({ path }, at) => ({ name: path, roots: roots.slice(at, at + 1) }))
}

/** What operations run, where the console runs it too: pages of accounts do not ask by a path. */
function verbsOf(source: Source): Verbs {
  const verbs = new Map<string, Declaration[]>()
  for (const declaration of source.all())
    for (const node of inside(declaration)) {
      if (
        node.type !== 'CallExpression' ||
        node.callee.type !== 'Identifier' ||
        node.callee.name !== 'operation'
      )
        continue
      const [definition] = node.arguments
      if (definition?.type !== 'ObjectExpression') continue
      const parts = new Map(
        definition.properties.flatMap((one) =>
          one.type === 'Property' && one.key.type === 'Identifier' ? [[one.key.name, one.value]] : [],
        ),
      )
      const id = parts.get('id')
      if (id?.type !== 'Literal') continue
      const run = parts.get('run')
      const used = (run ? [...within(run)] : []).flatMap((part) =>
        part.type === 'CallExpression' && part.callee.type === 'Identifier'
          ? (source.named(declaration.file, part.callee.name) ?? [])
          : [],
      )
      verbs.set(String(id.value), used.filter(isVerb))
    }
  return verbs
}

/** Presenters say nothing about what was asked. */
const isVerb = ({ name }: Declaration) => !/^(present|[A-Z])/.test(name)
