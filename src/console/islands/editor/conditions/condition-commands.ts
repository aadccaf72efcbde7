// Blocks that only some readers get: put under a condition, and taken out of it.
import type { Node } from 'prosemirror-model'
import { type Command, type EditorState, NodeSelection, TextSelection } from 'prosemirror-state'
import { dataOf, nodeType, withData } from '../model/schema.ts'

export type AroundCondition = { node: Node; at: number; expression: string }

export function conditionAt({ doc }: EditorState, at: number): AroundCondition | undefined {
  const node = doc.nodeAt(at)
  if (node?.type !== nodeType('if')) return
  return { node, at, expression: String(dataOf(node).expression ?? '') }
}

/** The innermost around the cursor. */
export function conditionAround(state: EditorState): AroundCondition | undefined {
  const { selection } = state
  const { $from } = selection
  if (selection instanceof NodeSelection && selection.node.type === nodeType('if'))
    return conditionAt(state, selection.from)
  for (let depth = $from.depth; depth > 0; depth--)
    if ($from.node(depth).type === nodeType('if')) return conditionAt(state, $from.before(depth))
}

const AROUND = new Set(['doc', 'tabs_item', 'stepper_step', 'column', 'hint', 'if'])

/** Tags in lists and quotes are not read as tags everywhere: those are put under a condition as a whole. */
const mayHold = ({ type, attrs }: Node) => AROUND.has(type.name) || attrs.rest?.fragment === 'expandable-body'

/** A single block keeps its name, so that it stays as it is spelt. */
export function wrapInCondition(expression: string): Command {
  return ({ tr, selection: { $from, $to } }, dispatch) => {
    const range = $from.blockRange($to, mayHold)
    if (!range || range.startIndex === range.endIndex) return false
    if (!dispatch) return true
    const { parent, startIndex, endIndex } = range
    const blocks = parent.children.slice(startIndex, endIndex)
    const id = blocks.length === 1 ? (blocks[0]?.attrs.id ?? null) : null
    const attrs = { id, rest: { data: { expression } } }
    tr.wrap(range, [{ type: nodeType('if'), attrs }])
    dispatch(tr.scrollIntoView())
    return true
  }
}

export function setCondition(at: number, expression: string): Command {
  return (state, dispatch) => {
    const around = conditionAt(state, at)
    if (!around) return false
    dispatch?.(state.tr.setNodeMarkup(at, undefined, withData(around.node, { expression })))
    return true
  }
}

/** For everybody again. */
export function unwrapCondition(at: number): Command {
  return (state, dispatch) => {
    const around = conditionAt(state, at)
    if (!around) return false
    if (!dispatch) return true
    const { node } = around
    const [only, ...others] = node.children
    const isSame = only && others.length === 0 && node.attrs.id !== null
    const blocks = isSame
      ? [only.type.create({ ...only.attrs, id: node.attrs.id }, only.content)]
      : node.children
    const offset = state.selection.from - 1
    const tr = state.tr.replaceWith(at, at + node.nodeSize, blocks)
    dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(Math.max(at, offset)))).scrollIntoView())
    return true
  }
}
