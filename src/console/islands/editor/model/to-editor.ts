// A public document as the editor holds it. What it has no form for stays as it is, in an atom.
import { Fragment, type Node } from 'prosemirror-model'
import type { Block, JSONDocument, Table } from '../../../../engines/markdown/document.ts'
import { fingerprint } from '../../../../engines/markdown/model/same.ts'
import { tableNode } from '../tables/table-to-editor.ts'
import { nodeName, roleOf } from './blocks.ts'
import { inlineNodes } from './inline-nodes.ts'
import { schema } from './schema.ts'
import { blockOf } from './to-document.ts'

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

/** Not every table that a program can send can be edited cell by cell. */
function knownTable(table: Table): Node | undefined {
  const node = tableNode(table)
  return node && fingerprint(blockOf(node)) === fingerprint(table) ? node : undefined
}

/** Undefined for what the schema cannot hold. */
function knownNode(block: Block): Node | undefined {
  if (block.type === 'table') return isVerbatim(block) ? undefined : knownTable(block)
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
    case 'line': {
      const inlines = held.filter((node) => node.object !== 'block')
      return inlineNodes(inlines, [], roleOf(block.type).role === 'line')
    }
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
