import {
  type Alias,
  DEEPEST,
  type Document,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LONGEST,
  type Node,
  visit,
} from './yaml-parse.ts'

// What YAML means, as plain values. Unlike the package's own way it is bounded where aliases stand for aliases, and takes
// maps that are keys for the text that they are.

/** The node that each alias stands for. A name may be given again, and then means the latest. */
export function aliasesIn(document: Document): Map<Alias, Node> {
  const [marked, aliases] = [new Map<string, Node>(), new Map<Alias, Node>()]
  visit(document, (_, node) => {
    const target = isAlias(node) && marked.get(node.source)
    if (isAlias(node) && target) aliases.set(node, target)
    if (isNode(node) && 'anchor' in node && node.anchor) marked.set(node.anchor, node)
    return undefined
  })
  return aliases
}

/** What a node counts beside its characters: aliases make many of few. */
const NODE = 10

export type YamlSource = { source: string; aliases: ReadonlyMap<Alias, Node> }

/** Undefined where it is deeper or longer than any text may be. An alias of nothing, or of what it is in, is text. */
export function plainValue(node: unknown, { source, aliases }: YamlSource): unknown {
  const open = new Set<unknown>()
  let left = LONGEST

  function meaning(node: unknown): unknown {
    left -= NODE
    const target = isAlias(node) ? aliases.get(node) : node
    if (isAlias(node) && (!target || open.has(target))) return `*${node.source}`
    if (isScalar(target)) return scalarValue(target)
    if (open.size > DEEPEST) left = -1
    if (left < 0) return null
    open.add(target)
    const value = collectionValue(target)
    open.delete(target)
    return value
  }

  function collectionValue(node: unknown): unknown {
    if (isMap(node)) return Object.fromEntries(node.items.map(entryOf))
    if (isPair(node)) return Object.fromEntries([entryOf(node)])
    return isSeq(node) ? node.items.map(meaning) : null
  }

  function scalarValue({ value, source: written = '' }: { value: unknown; source?: string }): unknown {
    const plain = typeof value === 'object' && value !== null ? written : value
    left -= typeof plain === 'string' ? plain.length : 0
    return plain
  }

  function entryOf({ key, value }: { key: unknown; value: unknown }): [string, unknown] {
    const target = isAlias(key) ? (aliases.get(key) ?? key) : key
    return [keyOf(target), meaning(value)]
  }

  function keyOf(node: unknown): string {
    if (!isNode(node)) return ''
    const [from = 0, to = 0] = node.range ?? []
    const key = isScalar(node) ? String(scalarValue(node) ?? '') : source.slice(from, to)
    left -= key.length
    return key
  }

  const value = meaning(node)
  return left < 0 ? undefined : value
}
