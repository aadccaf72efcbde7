// The tree of pages as values: what is in it, which rows are shown, and where a page may go.
export type NodeType = 'document' | 'group' | 'link' | 'computed'
export type Node = {
  readonly id: string
  readonly title: string
  readonly type: NodeType
  readonly emoji?: string
  readonly path?: string
  readonly isHidden: boolean
  readonly isConditional: boolean
  readonly parent: string | null
  readonly children: readonly string[]
}
export type Tree = { readonly nodes: ReadonlyMap<string, Node>; readonly top: readonly string[] }

/** Where a page is or goes: `at` is its place among the siblings, itself left out. */
export type Spot = { into: string | null; at: number }
export type Row = { node: Node; level: number; at: number; count: number }

/** A page as the API lists it. */
export type Listed = {
  id: string
  title: string
  type: NodeType
  emoji?: string
  path?: string
  hidden?: boolean
  condition?: string
  pages?: readonly Listed[]
}

export function treeOf(pages: readonly Listed[]): Tree {
  const nodes = new Map<string, Node>()
  const add = (pages: readonly Listed[], parent: string | null): string[] =>
    pages.map(({ id, title, type, emoji, path, hidden = false, condition = '', pages = [] }) => {
      const children = add(pages, id)
      const [isHidden, isConditional] = [hidden, condition !== '']
      nodes.set(id, { id, title, type, emoji, path, isHidden, isConditional, parent, children })
      return id
    })
  return { top: add(pages, null), nodes }
}

export function siblingsIn({ nodes, top }: Tree, parent: string | null): readonly string[] {
  return parent === null ? top : (nodes.get(parent)?.children ?? [])
}

/** What is shown of the tree, from top to bottom. */
export function rowsOf(tree: Tree, isOpen: (id: string) => boolean): Row[] {
  const rows: Row[] = []
  const add = (ids: readonly string[], level: number) => {
    for (const [at, id] of ids.entries()) {
      const node = tree.nodes.get(id)
      if (!node) continue
      rows.push({ node, level, at, count: ids.length })
      if (node.children.length > 0 && isOpen(id)) add(node.children, level + 1)
    }
  }
  add(tree.top, 1)
  return rows
}

/** Pages whose titles have the words, with those above them. */
export function matchesIn(tree: Tree, query: string): ReadonlySet<string> {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const found = new Set<string>()
  for (const node of tree.nodes.values()) {
    const title = node.title.toLocaleLowerCase()
    if (!words.every((word) => title.includes(word))) continue
    found.add(node.id)
    for (const id of aboveOf(tree, node.id)) found.add(id)
  }
  return found
}

/** The pages above one, from the nearest up. */
export function aboveOf({ nodes }: Tree, id: string): string[] {
  const above: string[] = []
  for (let parent = nodes.get(id)?.parent ?? null; parent !== null; ) {
    above.push(parent)
    parent = nodes.get(parent)?.parent ?? null
  }
  return above
}

export function spotOf(tree: Tree, id: string): Spot {
  const into = tree.nodes.get(id)?.parent ?? null
  return { into, at: siblingsIn(tree, into).indexOf(id) }
}

/** Groups stay at the top, links and computed pages have nothing below them, and no page goes below itself. */
export function mayMove(tree: Tree, id: string, { into }: Spot): boolean {
  const node = tree.nodes.get(id)
  if (!node) return false
  if (into === null) return true
  const parent = tree.nodes.get(into)
  if (!parent || node.type === 'group') return false
  if (parent.type !== 'document' && parent.type !== 'group') return false
  return into !== id && !aboveOf(tree, into).includes(id)
}

export function moved(tree: Tree, id: string, { into, at }: Spot): Tree {
  const node = tree.nodes.get(id)
  if (!node) return tree
  const nodes = new Map(tree.nodes)
  let { top } = tree
  const change = (parent: string | null, by: (list: readonly string[]) => readonly string[]) => {
    if (parent === null) {
      top = by(top)
      return
    }
    const found = nodes.get(parent)
    if (found) nodes.set(parent, { ...found, children: by(found.children) })
  }
  change(node.parent, (list) => list.filter((one) => one !== id))
  change(into, (list) => list.toSpliced(at, 0, id))
  nodes.set(id, { ...(nodes.get(id) ?? node), parent: into })
  return { nodes, top }
}

export function changed(tree: Tree, id: string, fields: Partial<Pick<Node, 'title' | 'isHidden'>>): Tree {
  const node = tree.nodes.get(id)
  return node ? { ...tree, nodes: new Map(tree.nodes).set(id, { ...node, ...fields }) } : tree
}

export function without(tree: Tree, id: string): Tree {
  const node = tree.nodes.get(id)
  if (!node) return tree
  const { nodes, top } = moved(tree, id, { into: null, at: tree.top.length })
  const left = new Map(nodes)
  for (const gone of withBelow(tree, id)) left.delete(gone)
  return { nodes: left, top: top.filter((one) => one !== id) }
}

/** A page and all below it, each after the one above it. */
export function withBelow(tree: Tree, id: string): string[] {
  const node = tree.nodes.get(id)
  return node ? [id, ...node.children.flatMap((child) => withBelow(tree, child))] : []
}

export type Step = 'up' | 'down' | 'in' | 'out'

/** Where a page goes by one key: up and down among its siblings, in below the one before it, out beside the one above it. */
export function stepOf(tree: Tree, id: string, step: Step): Spot | undefined {
  const { into, at } = spotOf(tree, id)
  const siblings = siblingsIn(tree, into)
  switch (step) {
    case 'up':
      return at > 0 ? { into, at: at - 1 } : undefined
    case 'down':
      return at < siblings.length - 1 ? { into, at: at + 1 } : undefined
    case 'in': {
      const before = siblings[at - 1]
      return before === undefined ? undefined : { into: before, at: siblingsIn(tree, before).length }
    }
    case 'out': {
      if (into === null) return
      const parent = spotOf(tree, into)
      return { into: parent.into, at: parent.at + 1 }
    }
    default:
      return step satisfies never
  }
}

/** Where a page goes that is dropped on a row, in its upper, middle or lower part. */
export function dropSpot(
  tree: Tree,
  dragged: string,
  { node, part, isOpen }: { node: Node; part: 'before' | 'into' | 'after'; isOpen: boolean },
): Spot {
  const below = node.children.filter((id) => id !== dragged)
  if (part === 'into') return { into: node.id, at: below.length }
  if (part === 'after' && isOpen && below.length > 0) return { into: node.id, at: 0 }
  const siblings = siblingsIn(tree, node.parent).filter((id) => id !== dragged)
  const at = siblings.indexOf(node.id)
  return { into: node.parent, at: part === 'before' ? at : at + 1 }
}
