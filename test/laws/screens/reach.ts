// What the code of a screen uses, from declaration to declaration, with the islands that are on it.
import { type Declaration, inside, type Node, type Source } from './source.ts'

const CONSOLE = 'src/console'
const ISLANDS = `${CONSOLE}/islands`
/** The list of pages is no part of any of them. */
export const PAGES = `${CONSOLE}/pages.ts`

export type Reached = { console: ReadonlySet<Declaration>; beyond: ReadonlySet<Declaration> }

export function reach(source: Source, roots: readonly Declaration[]): Reached {
  const reached = { console: new Set<Declaration>(), beyond: new Set<Declaration>() }
  const waiting = [...roots]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (!next.file.startsWith(CONSOLE)) reached.beyond.add(next)
    if (!next.file.startsWith(CONSOLE) || reached.console.has(next) || next.file === PAGES) continue
    reached.console.add(next)
    const loaded = source.find(next.file, '')
    if (loaded) waiting.push(loaded)
    waiting.push(...usedBy(source, next))
  }
  return reached
}

function usedBy(source: Source, declaration: Declaration): Declaration[] {
  const { file } = declaration
  return inside(declaration).flatMap((node) => {
    switch (node.type) {
      case 'Identifier':
      case 'JSXIdentifier':
        return source.named(file, node.name) ?? []
      case 'Property':
        return islandOf(source, node) ?? []
      default:
        return []
    }
  })
}

type Property = Extract<Node, { type: 'Property' }>

function islandOf(source: Source, { key, value }: Property) {
  if (key.type !== 'Identifier') return
  if (key.name === 'hasEditor') return islandNamed(source, 'editor')
  if (key.name !== 'island' || value.type !== 'Literal') return
  return islandNamed(source, String(value.value))
}

export function islandNamed(source: Source, name: string) {
  return source.find(`${ISLANDS}/${name}/main.tsx`, '') ?? source.find(`${ISLANDS}/${name}/main.ts`, '')
}
