// What toolbar, menu and keys do.
import { setBlockType, toggleMark, wrapIn } from 'prosemirror-commands'
import { Fragment, type Node, type NodeType } from 'prosemirror-model'
import { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list'
import { type Command, type EditorState, Selection, TextSelection, type Transaction } from 'prosemirror-state'
import { dataOf, markType, nodeType, schema, withData } from '../model/schema.ts'
import { selectCell } from '../tables/select-cell.ts'
import { codeBlock, isInCode, toggleCode } from './code-commands.ts'

const item = nodeType('list-item')
const LISTS = ['list-ordered', 'list-unordered', 'list-tasks'] as const
type ListType = (typeof LISTS)[number]

export const setBlock =
  (type: 'paragraph' | 'heading-1' | 'heading-2' | 'heading-3'): Command =>
  (state, dispatch, view) => {
    if (isInCode(state)) return type === 'paragraph' && toggleCode(state, dispatch, view)
    return setBlockType(nodeType(type))(state, dispatch, view)
  }

export function toggleStyle(name: 'bold' | 'italic' | 'strikethrough' | 'code' | 'keyboard'): Command {
  const toggle = toggleMark(markType(name))
  return (state, dispatch, view) => !isInCode(state) && toggle(state, dispatch, view)
}

export function isStyled(
  { selection, storedMarks, doc }: EditorState,
  name: 'bold' | 'italic' | 'strikethrough' | 'code',
) {
  const { from, to, empty, $from } = selection
  if (empty) return markType(name).isInSet(storedMarks ?? $from.marks()) !== undefined
  return doc.rangeHasMark(from, to, markType(name))
}

/** The list around the cursor, with where it is. */
export function listAround({
  selection: { $from },
}: EditorState): { list: Node; at: number; depth: number } | undefined {
  for (let depth = $from.depth; depth > 0; depth--) {
    const list = $from.node(depth)
    if (LISTS.some((type) => nodeType(type) === list.type)) return { list, at: $from.before(depth), depth }
  }
}

/** Makes a list, another kind of list, or no list any more. */
export function toggleList(type: ListType): Command {
  const wrap = wrapInList(nodeType(type))
  return (state, dispatch, view) => {
    const around = listAround(state)
    if (around?.list.type === nodeType(type)) return liftListItem(item)(state, dispatch)
    if (around) {
      dispatch?.(retyped(state, around.list, around.at, type))
      return true
    }
    return wrap(
      state,
      dispatch &&
        ((tr) => {
          const made = listAround(state.apply(tr))
          if (made && type === 'list-tasks') setChecks(tr, made.list, made.at, false)
          dispatch(tr)
        }),
      view,
    )
  }
}

function retyped({ tr }: EditorState, list: Node, at: number, type: ListType) {
  const { meta } = list.attrs.rest ?? {}
  const { start: _, ...data } = dataOf(list)
  tr.setNodeMarkup(at, nodeType(type), { id: list.attrs.id, rest: { data, ...(meta && { meta }) } })
  return setChecks(tr, list, at, type === 'list-tasks' ? false : undefined)
}

function setChecks(tr: EditorState['tr'], list: Node, at: number, checked: boolean | undefined) {
  list.forEach((child, offset) => {
    const { checked: was, ...data } = dataOf(child)
    const now = checked === undefined ? data : { ...data, checked: was ?? checked }
    tr.setNodeMarkup(at + 1 + offset, undefined, { ...child.attrs, rest: { ...child.attrs.rest, data: now } })
  })
  return tr
}

/** A new item of tasks is open, whatever the one before it is. */
export const splitItem: Command = (state, dispatch) => {
  const { list } = listAround(state) ?? {}
  const rest = list?.type === nodeType('list-tasks') ? { data: { checked: false } } : null
  return splitListItem(item, { id: null, rest })(state, dispatch)
}
export const sinkItem = sinkListItem(item)
export const liftItem = liftListItem(item)

/** Ticks a task, or takes the tick away. */
export function tickAt(state: EditorState, at: number) {
  const node = state.doc.nodeAt(at)
  if (node?.type !== item) return
  return state.tr.setNodeMarkup(at, undefined, withData(node, { checked: !dataOf(node).checked }))
}

export const wrap = (type: 'blockquote' | 'hint'): Command => {
  const into = wrapIn(nodeType(type), type === 'hint' ? { rest: { data: { style: 'info' } } } : null)
  return (state, dispatch, view) => !isInCode(state) && into(state, dispatch, view)
}

/** Puts a block where the cursor is: in the place of an empty paragraph, or after what is there. */
export function insertBlock(node: Node): Command {
  return (state, dispatch) => {
    const { $from } = state.selection
    const depth = placeFor($from.depth, (at) => $from.node(at), node.type)
    if (depth === undefined) return false
    if (!dispatch) return true
    const isEmpty = $from.parent.type === nodeType('paragraph') && $from.parent.content.size === 0
    const isHere = isEmpty && depth === $from.depth - 1
    const at = isHere ? $from.before() : $from.depth > depth ? $from.after(depth + 1) : $from.pos
    const tr = isHere ? state.tr.replaceWith(at, $from.after(), node) : state.tr.insert(at, node)
    const inside = node.isAtom || node.isLeaf ? undefined : Selection.findFrom(tr.doc.resolve(at + 1), 1)
    if (node.type.name === 'table') selectCell(tr, at, { row: dataOf(node).view ? 1 : 0, column: 0 })
    else if (inside) tr.setSelection(inside)
    else {
      const after = at + node.nodeSize
      const next = tr.doc.resolve(after).nodeAfter
      if (!next?.isTextblock) tr.insert(after, nodeType('paragraph').create())
      tr.setSelection(TextSelection.create(tr.doc, after + 1))
    }
    dispatch(tr.scrollIntoView())
    return true
  }
}

/** How deep, from the inside out, such a block may stand. */
function placeFor(from: number, nodeAt: (depth: number) => Node, type: NodeType) {
  for (let depth = from; depth >= 0; depth--) {
    const parent = nodeAt(depth)
    if (!parent.isTextblock && parent.type.contentMatch.matchType(type)) return depth
  }
}

const paragraph = (text?: string) => nodeType('paragraph').create(null, text ? schema.text(text) : undefined)
const fragment = (name: string, ...nodes: Node[]) =>
  schema.node('fragment', { rest: { fragment: name, type: name } }, nodes)

/** What is put in from the menu. */
export const NEW = {
  code: () => codeBlock(''),
  divider: () => nodeType('divider').create(),
  expandable: (title: string) =>
    nodeType('expandable').create(null, [
      fragment('expandable-title', paragraph(title)),
      fragment('expandable-body', paragraph()),
    ]),
  tabs: (title: string) =>
    nodeType('tabs').create(
      null,
      [1, 2].map((number) => partOf('tabs-item', { title: `${title} ${number}` })),
    ),
  stepper: () => nodeType('stepper').create(null, [partOf('stepper-step'), partOf('stepper-step')]),
  columns: () => nodeType('columns').create(null, [partOf('column'), partOf('column')]),
  image: (ref: object, alt: string) =>
    nodeType('images').create(null, [nodeType('image').create({ rest: { data: { ref, alt } } })]),
  caption: () => fragment('caption', paragraph()),
  atom: (block: object) => schema.node('atom', { block }),
}

export function partOf(type: 'tabs-item' | 'stepper-step' | 'column' | 'image', data: object = {}): Node {
  return nodeType(type).create({ rest: { data } }, type === 'image' ? undefined : Fragment.from(paragraph()))
}

/** Takes out the block at a place; where it was the only one there is an empty paragraph. */
export function removeAt(state: EditorState, at: number): Transaction | undefined {
  const $at = state.doc.resolve(at)
  const node = $at.nodeAfter
  if (!node) return
  if ($at.parent.childCount > 1) return state.tr.delete(at, at + node.nodeSize)
  if ($at.parent.type.contentMatch.matchType(nodeType('paragraph')))
    return state.tr.replaceWith(at, at + node.nodeSize, paragraph())
  return $at.depth > 0 ? removeAt(state, $at.before()) : undefined
}
