// Text with its marks, links and what is in it, as the editor holds it.
import type { Mark, Node } from 'prosemirror-model'
import type { InlineNode, Leaf } from '../../../../engines/markdown/document.ts'
import { conditionTags, isCode as isCodeLeaf } from '../../../../engines/markdown/read/condition-tags.ts'
import { schema } from './schema.ts'

/** `isCode`: in a line of code everything is text. */
export function inlineNodes(
  nodes: readonly InlineNode[],
  marks: readonly Mark[] = [],
  isCode = false,
): Node[] {
  let links = 0
  return nodes.flatMap((node): Node[] => {
    if (node.object === 'text') {
      if (node.meta && Object.keys(node.meta).length > 0) return [inlineAtom(node, marks)]
      return node.leaves.flatMap((leaf) => leafNodes(leaf, marks, isCode))
    }
    if (node.type !== 'link' || !isPlainLink(node)) return [inlineAtom(node, marks)]
    const { object: _, type: __, nodes: inner, ...rest } = node
    // Two links side by side to one place are two: without a number they would become one.
    const link = schema.mark('link', { rest, at: links++ % 2 })
    return inlineNodes(inner, [link, ...marks], isCode)
  })
}

function isPlainLink({ nodes, meta }: Extract<InlineNode, { type: 'link' }>): boolean {
  if (meta?.markdown !== undefined) return false
  return nodes.some((node) => node.object !== 'text' || node.leaves.some((leaf) => leaf.text !== ''))
}

function inlineAtom(node: InlineNode, marks: readonly Mark[]): Node {
  return schema.node('inline_atom', { node }, undefined, [...marks])
}

function leafNodes(leaf: Leaf, around: readonly Mark[], isCode: boolean): Node[] {
  const { text, marks } = leaf
  const isText = isCode || isCodeLeaf(leaf)
  const all = marks.reduce(
    (set, mark) => schema.mark(mark.type, mark.type === 'color' ? { data: mark.data } : null).addToSet(set),
    [...around] as readonly Mark[],
  )
  return text
    .split('\n')
    .flatMap((line, at) => [
      ...(at > 0 ? [schema.node('hard_break', null, undefined, [...all])] : []),
      ...(line === '' ? [] : isText ? [schema.text(line, all)] : tagged(line, all)),
    ])
}

/** Tags of conditions are pieces of their own. */
function tagged(line: string, marks: readonly Mark[]): Node[] {
  const nodes: Node[] = []
  let from = 0
  const upTo = (end: number) => {
    if (end > from) nodes.push(schema.text(line.slice(from, end), marks))
  }
  for (const tag of conditionTags(line)) {
    if (!line.slice(tag.from, tag.to).endsWith('%}')) continue
    upTo(tag.from)
    nodes.push(schema.node('condition_tag', { source: line.slice(tag.from, tag.to) }, undefined, [...marks]))
    from = tag.to
  }
  upTo(line.length)
  return nodes
}
