// A public document as the editor holds it. What it has no form for stays as it is, in an atom.
import { Fragment, type Mark, type Node } from 'prosemirror-model'
import type { Block, InlineNode, JSONDocument, Leaf } from '../../../../engines/markdown/document.ts'
import { nodeName, roleOf } from './blocks.ts'
import { schema } from './schema.ts'

type AnyBlock = {
  key?: string
  type: string
  nodes?: unknown
  fragments?: unknown
  meta?: { markdown?: string }
}

export function toEditor(document: JSONDocument): Node {
  const nodes = document.nodes.map(blockNode)
  return schema.node('doc', { data: document.data }, nodes.length > 0 ? nodes : [filler()])
}

export function blockNode(block: Block): Node {
  return knownNode(block) ?? schema.node('atom', { id: block.key ?? null, block })
}

/** Undefined for what the schema cannot hold. */
function knownNode(block: Block): Node | undefined {
  const type = schema.nodes[nodeName(block.type)]
  const { role } = roleOf(block.type)
  if (!type || role === 'atom' || isVerbatim(block)) return
  const {
    key,
    object: _,
    type: __,
    nodes: ___,
    fragments,
    ...rest
  }: AnyBlock & { object: string } = { nodes: [], ...block }
  const attrs = { id: key ?? null, rest }
  const content = contentOf(block, fragments)
  if (content.some((child) => child === undefined)) return
  const node = type.createAndFill(attrs, Fragment.from(content.filter((child) => child !== undefined)))
  return node ?? undefined
}

function isVerbatim({ meta }: AnyBlock) {
  return meta?.markdown !== undefined
}

function contentOf(block: Block, fragments: unknown): (Node | undefined)[] {
  const held = 'nodes' in block ? block.nodes : []
  switch (roleOf(block.type).role) {
    case 'text':
    case 'line':
      return inlineNodes(held.filter((node) => node.object !== 'block'))
    case 'fragments':
      return Array.isArray(fragments) ? fragments.map(fragmentNode) : []
    default:
      return held.flatMap((node) => (node.object === 'block' ? [childNode(block, node)] : []))
  }
}

/** Parts that only stand in their own kind of block have no atom in their place. */
function childNode(parent: Block, child: Block): Node | undefined {
  const role = roleOf(parent.type)
  if (role.role === 'blocks' && role.holds === 'block+') return blockNode(child)
  return knownNode(child)
}

function fragmentNode({ nodes, object: _, ...rest }: { nodes: Block[]; object: string }): Node {
  const blocks = nodes.map(blockNode)
  return schema.node('fragment', { rest }, blocks.length > 0 ? blocks : [filler()])
}

function filler(): Node {
  return schema.node('paragraph')
}

function inlineNodes(nodes: readonly InlineNode[], marks: readonly Mark[] = []): Node[] {
  let links = 0
  return nodes.flatMap((node): Node[] => {
    if (node.object === 'text') {
      if (node.meta && Object.keys(node.meta).length > 0) return [inlineAtom(node, marks)]
      return node.leaves.flatMap((leaf) => leafNodes(leaf, marks))
    }
    if (node.type !== 'link' || !isPlainLink(node)) return [inlineAtom(node, marks)]
    const { object: _, type: __, nodes: inner, ...rest } = node
    // Two links side by side to one place are two: without a number they would become one.
    const link = schema.mark('link', { rest, at: links++ % 2 })
    return inlineNodes(inner, [link, ...marks])
  })
}

function isPlainLink({ nodes, meta }: Extract<InlineNode, { type: 'link' }>): boolean {
  if (meta?.markdown !== undefined) return false
  return nodes.some((node) => node.object !== 'text' || node.leaves.some((leaf) => leaf.text !== ''))
}

function inlineAtom(node: InlineNode, marks: readonly Mark[]): Node {
  return schema.node('inline_atom', { node }, undefined, [...marks])
}

function leafNodes({ text, marks }: Leaf, around: readonly Mark[]): Node[] {
  const all = marks.reduce(
    (set, mark) => schema.mark(mark.type, mark.type === 'color' ? { data: mark.data } : null).addToSet(set),
    [...around] as readonly Mark[],
  )
  return text
    .split('\n')
    .flatMap((line, at) => [
      ...(at > 0 ? [schema.node('hard_break', null, undefined, [...all])] : []),
      ...(line === '' ? [] : [schema.text(line, all)]),
    ])
}
