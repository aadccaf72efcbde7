import { type Alias, type Document, isAlias, isNode, type Node, Scalar, visit } from 'yaml'
import { readYaml } from './yaml-read.ts'

// `&name` marks a value, `*name` says it again. Who changes the first must not change what the second says.

/** What a text means, undefined if nobody can tell. An alias of nothing counts as the text that it is. */
export function valuesOf(source: string): unknown {
  const read = readYaml(source)
  if (read.kind !== 'map') return read.kind === 'empty' ? {} : undefined
  const { document } = read
  try {
    visitAliases(document, (alias, marked) => (marked ? undefined : new Scalar(`*${alias.source}`)))
    return document.toJS()
  } catch {
    // The parser refuses aliases of aliases that stand for more than any memory holds.
    return undefined
  }
}

/** The text with values in place of aliases. An alias of what has aliases itself waits for the next time. */
export function withoutAliases(source: string, document: Document): string {
  const parts: string[] = []
  let done = 0
  visitAliases(document, (alias, marked) => {
    const [from, to] = alias.range ?? [0, 0]
    if (!marked || from < done || hasAlias(marked)) return undefined
    parts.push(source.slice(done, from), inOneLine(source, marked, document))
    done = to
    return undefined
  })
  return parts.join('') + source.slice(done)
}

function hasAlias(node: Node): boolean {
  let isFound = false
  visit(node, {
    Alias: () => {
      isFound = true
      return visit.BREAK
    },
  })
  return isFound
}

/** As it is written where it can be, since `1.10` is more than its value. */
function inOneLine(source: string, node: Node, document: Document): string {
  const [from, to] = node.range ?? [0, 0]
  const written = source.slice(from, to)
  return /[\r\n]/.test(written) ? JSON.stringify(node.toJS(document)) : written
}

/** In the order of the text, each with the node it stands for; a node that is returned takes its place. */
function visitAliases(
  document: Document,
  onAlias: (alias: Alias, marked: Node | undefined) => Node | undefined,
): void {
  const marks = new Map<string, Node>()
  visit(document, (_, node) => {
    if (isAlias(node)) return onAlias(node, marks.get(node.source))
    // A name may be given again, and then means the latest.
    if (isNode(node) && 'anchor' in node && node.anchor) marks.set(node.anchor, node)
    return undefined
  })
}
