// What the editor holds, as a public document.
import type { Mark as EditorMark, Node } from 'prosemirror-model'
import type {
  Block,
  Fragment,
  InlineNode,
  JSONDocument,
  Leaf,
  Mark,
} from '../../../../engines/markdown/document.ts'
import { type NamesOf, namesByPlace } from '../tables/table-names.ts'
import { tableOf } from '../tables/table-to-document.ts'
import { blockType, roleOf } from './blocks.ts'
import { leafText } from './schema.ts'

export function toDocument(doc: Node): JSONDocument {
  return { object: 'document', data: doc.attrs.data, nodes: blocksIn(doc, namesByPlace) }
}

/** Markdown has no empty paragraphs: they are where somebody is about to write. */
export function isWritten(node: Node): boolean {
  return node.type.name !== 'paragraph' || node.content.size > 0 || Boolean(node.attrs.rest?.meta?.form)
}

function blocksIn(node: Node, names: NamesOf): Block[] {
  return node.children.filter(isWritten).map((child) => blockOf(child, names))
}

/** `names` says what rows and columns of tables are called. */
export function blockOf(node: Node, names: NamesOf = namesByPlace): Block {
  if (node.type.name === 'atom') return node.attrs.block
  if (node.type.name === 'table') return tableOf(node, inlinesOf, names(node))
  const type = blockType(node.type.name)
  const { id, rest } = node.attrs
  const block = {
    object: 'block',
    type,
    ...(id !== null && { key: id }),
    ...(rest ?? madeHere(type)),
    ...heldIn(node, type, names),
  }
  return asBlock(block)
}

/** The schema sees to it that a node is what its type says. */
function asBlock(value: object): Block {
  return value as Block
}

function madeHere(type: string) {
  return { data: type === 'hint' ? { style: 'info' } : {} }
}

function heldIn(node: Node, type: string, names: NamesOf): object {
  switch (roleOf(type).role) {
    case 'text':
    case 'line':
      return { nodes: inlinesOf(node.children) }
    case 'fragments':
      return { fragments: node.children.map((child) => fragmentOf(child, names)) }
    case 'blocks':
      return { nodes: type === 'code' ? linesOf(node) : blocksIn(node, names) }
    default:
      return {}
  }
}

function linesOf(code: Node): Block[] {
  const [first] = code.children
  const isEmpty = code.childCount === 1 && first?.content.size === 0 && first.attrs.rest === null
  return isEmpty ? [] : code.children.map((line) => blockOf(line))
}

function fragmentOf(node: Node, names: NamesOf): Fragment {
  return { object: 'fragment', ...node.attrs.rest, nodes: blocksIn(node, names) }
}

export function inlinesOf(nodes: readonly Node[]): InlineNode[] {
  const out: InlineNode[] = []
  for (let at = 0; at < nodes.length; ) {
    const link = linkOn(nodes[at])
    let end = at + 1
    while (end < nodes.length && sameLink(linkOn(nodes[end]), link)) end++
    const inside = plainInlines(nodes.slice(at, end))
    if (link) out.push({ object: 'inline', type: 'link', ...link.attrs.rest, nodes: inside })
    else out.push(...inside)
    at = end
  }
  return out
}

function linkOn(node: Node | undefined): EditorMark | undefined {
  return node?.marks.find((mark) => mark.type.name === 'link')
}

function sameLink(a: EditorMark | undefined, b: EditorMark | undefined): boolean {
  return a && b ? a.eq(b) : a === b
}

function plainInlines(nodes: readonly Node[]): InlineNode[] {
  const out: InlineNode[] = []
  let leaves: Leaf[] | undefined
  for (const node of nodes) {
    if (node.type.name === 'inline_atom') {
      out.push(node.attrs.node)
      leaves = undefined
      continue
    }
    if (!leaves) {
      leaves = []
      out.push({ object: 'text', leaves })
    }
    addLeaf(leaves, node.isText ? (node.text ?? '') : lineBreakOrTag(node), node.marks)
  }
  return out
}

const lineBreakOrTag = leafText('\n')

function addLeaf(leaves: Leaf[], text: string, on: readonly EditorMark[]) {
  const marks = on.filter((mark) => mark.type.name !== 'link').map(markOf)
  const last = leaves.at(-1)
  if (last && JSON.stringify(last.marks) === JSON.stringify(marks)) last.text += text
  else leaves.push({ object: 'leaf', text, marks })
}

function markOf({ type, attrs }: EditorMark): Mark {
  const mark =
    type.name === 'color'
      ? { object: 'mark', type: 'color', data: attrs.data }
      : { object: 'mark', type: type.name }
  return mark as Mark
}
