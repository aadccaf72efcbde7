// What is left around something that was left out.
import type { Leaf } from '../markdown/document.ts'

type Part = { type?: string; nodes?: Part[]; fragments?: Part[]; leaves?: Leaf[] }

/**
 * Without the blanks that stood beside tags; nothing where nothing is left of a text, an item or a list. Of a footnote that
 * says nothing the words are left that call it.
 */
export function withoutGaps(node: unknown): unknown[] {
  if (!hasNodes(node)) return [node]
  const { type = '', nodes } = node
  if (type === 'annotation') return node.fragments?.some(({ nodes }) => nodes?.length) ? [node] : nodes
  if (type === 'images') return nodes.length === 0 ? [] : [node]
  if (type.startsWith('list-')) return nodes.length === 0 ? [] : [node]
  if (!/^(?:paragraph|heading-\d)$/.test(type)) return [node]
  const left = withoutEdges(nodes)
  return left.length === 0 ? [] : [{ ...node, nodes: left }]
}

function hasNodes(value: unknown): value is Part & { nodes: Part[] } {
  return typeof value === 'object' && value !== null && 'nodes' in value && Array.isArray(value.nodes)
}

function withoutEdges(nodes: readonly Part[]): Part[] {
  const first = nodes.findIndex((node) => !isBlank(node))
  if (first < 0) return []
  const left = nodes.slice(first, nodes.findLastIndex((node) => !isBlank(node)) + 1)
  left[0] = withLeaf(left[0], 0, (text) => text.replace(/^[ \t\n]+/, ''))
  const last = left.length - 1
  left[last] = withLeaf(left[last], -1, (text) => text.replace(/(?<![ \t\n])[ \t\n]+$/, ''))
  return left
}

function isBlank({ leaves }: Part): boolean {
  return leaves?.every(({ text }) => /^[ \t\n]*$/.test(text)) ?? false
}

function withLeaf(part: Part = {}, at: 0 | -1, change: (text: string) => string): Part {
  const changed = part.leaves?.at(at)
  if (!changed) return part
  return { ...part, leaves: part.leaves?.with(at, { ...changed, text: change(changed.text) }) }
}
