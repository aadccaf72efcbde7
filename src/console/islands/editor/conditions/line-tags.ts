// Conditions in the middle of a line. Their tags are text of the page, each of which the editor holds as one piece: so
// what is around them can be edited, and they stay as they are spelt.
import type { Node } from 'prosemirror-model'
import { type Command, type EditorState, NodeSelection, TextSelection } from 'prosemirror-state'
import { type ConditionTag, conditionTags } from '../../../../engines/markdown/read/condition-tags.ts'
import { markType, nodeType, schema } from '../model/schema.ts'

/** The whole tag that a piece of a line is. */
export function tagIn({ attrs }: Node): ConditionTag {
  const source = String(attrs.source)
  return conditionTags(source)[0] ?? { from: 0, to: source.length, name: 'endif' }
}

export const isTag = ({ type }: Node) => type === nodeType('condition-tag')

/** `end` and what else is between two branches, where they stand in the same line. */
export type LineCondition = { at: number; node: Node; expression: string; elses: number[]; end?: number }

/** All that begin in this line, as pairs: an inner one after the one around it. */
function conditionsIn(line: Node, start: number): LineCondition[] {
  const all: LineCondition[] = []
  const open: LineCondition[] = []
  line.forEach((node, offset) => {
    if (!isTag(node)) return
    const { name, expression = '' } = tagIn(node)
    const at = start + offset
    if (name === 'else') open.at(-1)?.elses.push(at)
    if (name === 'endif') {
      const begun = open.pop()
      if (begun) begun.end = at
    }
    if (name !== 'if') return
    const begun = { at, node, expression, elses: [] }
    all.push(begun)
    open.push(begun)
  })
  return all
}

/** The one that a tag belongs to, or the innermost around the selection. */
export function lineConditionAround(
  { doc }: EditorState,
  from: number,
  to: number,
): LineCondition | undefined {
  const $from = doc.resolve(from)
  const { parent } = $from
  if (!parent.isTextblock || to > $from.end()) return
  return conditionsIn(parent, $from.start()).findLast(
    ({ at, end = -1 }) => (at <= from && to <= end + 1) || at === from,
  )
}

/** Which one a tag that is pressed belongs to. */
export function lineConditionOf(state: EditorState, at: number): LineCondition | undefined {
  return lineConditionAround(state, at, at + 1)
}

/** Some words of a line, but not all of it: that is put under a condition as a block. */
export function mayWrapWords({ selection, doc }: EditorState): boolean {
  if (!(selection instanceof TextSelection) || selection.empty) return false
  const { $from, $to } = selection
  const { parent } = $from
  if (!$from.sameParent($to) || !parent.inlineContent || parent.type.spec.code) return false
  if (!parent.type.contentMatch.matchType(nodeType('condition-tag'))) return false
  if (selection.to - selection.from === parent.content.size) return false
  if (doc.rangeHasMark(selection.from, selection.to, markType('code'))) return false
  return isBalanced(doc.slice(selection.from, selection.to).content.content)
}

/** Otherwise pairs would cross. */
function isBalanced(nodes: readonly Node[]): boolean {
  let depth = 0
  for (const node of nodes.filter(isTag)) {
    const { name } = tagIn(node)
    if (name === 'if') depth++
    else if (name === 'endif') depth--
    else if (depth === 0) return false
    if (depth < 0) return false
  }
  return depth === 0
}

export function wrapWords(expression: string): Command {
  return (state, dispatch) => {
    if (!mayWrapWords(state)) return false
    const { from, to, $from, $to } = state.selection
    // What is left without the words must be spelt right: a tag is in bold only where words on both sides still are.
    const around = [$from.nodeBefore, $from.nodeAfter, $to.nodeAfter].map((node) => node?.marks ?? [])
    const marks = (around[0] ?? []).filter((mark) => around.every((set) => mark.isInSet(set)))
    const tag = (source: string) => schema.node('condition_tag', { source }, undefined, marks)
    const tr = state.tr.insert(to, tag('{% endif %}')).insert(from, tag(`{% if ${expression} %}`))
    dispatch?.(tr.setSelection(TextSelection.create(tr.doc, from + 1, to + 1)).scrollIntoView())
    return true
  }
}

/** Only the expression: signs of whitespace control, and blanks, stay. */
export function setLineCondition({ at, node }: LineCondition, expression: string): Command {
  return ({ tr }, dispatch) => {
    const [, before = '{% if', after = ' %}'] = SPELT.exec(String(node.attrs.source)) ?? []
    tr.setNodeAttribute(at, 'source', `${before}${/\s$/.test(before) ? '' : ' '}${expression}${after}`)
    dispatch?.(tr.setSelection(NodeSelection.create(tr.doc, at)))
    return true
  }
}
const SPELT = /^(\{%[-+~]?\s*if\s*)[\s\S]*?(\s*[-+~]?%\})$/i

/** For everybody again; where there is another branch, nobody can tell which one that is. */
export function unwrapWords({ at, elses, end }: LineCondition): Command | undefined {
  if (elses.length > 0) return
  return ({ tr }, dispatch) => {
    if (end !== undefined) tr.delete(end, end + 1)
    dispatch?.(tr.delete(at, at + 1).scrollIntoView())
    return true
  }
}
