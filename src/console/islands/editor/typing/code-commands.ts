// Code is a block of lines, each a node: a line keeps what is said of it when others come and go.
import { Fragment, type Node } from 'prosemirror-model'
import { type Command, type EditorState, Selection, TextSelection } from 'prosemirror-state'
import { leafText, nodeType, schema } from '../model/schema.ts'

export const isInCode = ({ selection: { $from } }: EditorState) => $from.parent.type === nodeType('code-line')

export function codeLines(text: string): Node[] {
  return text
    .split(/\r\n?|\n/)
    .map((line) => nodeType('code-line').create(null, line === '' ? null : schema.text(line)))
}

export function codeBlock(text: string, syntax?: string): Node {
  const rest = syntax ? { data: { syntax } } : null
  return nodeType('code').create({ rest }, codeLines(text))
}

/** The blocks of the selection become code, and code becomes paragraphs again. */
export const toggleCode: Command = (state, dispatch) => {
  if (isInCode(state)) return leaveAsText(state, dispatch)
  const { $from, $to } = state.selection
  const range = $from.blockRange($to)
  if (!range) return false
  const lines: string[] = []
  state.doc.nodesBetween(range.start, range.end, (node) => {
    if (node.isTextblock) lines.push(node.textBetween(0, node.content.size, '\n', leafText('\n')))
    return !node.isTextblock
  })
  if (!range.parent.canReplaceWith(range.startIndex, range.endIndex, nodeType('code'))) return false
  if (dispatch) {
    const tr = state.tr.replaceWith(range.start, range.end, codeBlock(lines.join('\n')))
    dispatch(tr.setSelection(Selection.near(tr.doc.resolve(range.start + 2))).scrollIntoView())
  }
  return true
}

const leaveAsText: Command = (state, dispatch) => {
  const { $from } = state.selection
  const [code, at] = [$from.node(-1), $from.before(-1)]
  const paragraphs = code.children.map((line) => nodeType('paragraph').create(null, line.content))
  if (dispatch) {
    const tr = state.tr.replaceWith(at, at + code.nodeSize, paragraphs)
    dispatch(tr.setSelection(Selection.near(tr.doc.resolve(at + 1))).scrollIntoView())
  }
  return true
}

/** A new line begins where the line before began. */
export const newLine: Command = (state, dispatch) => {
  if (!isInCode(state)) return false
  const { $from } = state.selection
  const [indent = ''] = /^[ \t]*/.exec($from.parent.textContent.slice(0, $from.parentOffset)) ?? []
  if (dispatch) {
    const tr = state.tr.deleteSelection()
    tr.split(tr.selection.from, 1, [{ type: nodeType('code-line') }])
    if (indent !== '') tr.insertText(indent)
    dispatch(tr.scrollIntoView())
  }
  return true
}

export const leaveCode: Command = (state, dispatch) => {
  if (!isInCode(state)) return false
  const after = state.selection.$from.after(-1)
  if (dispatch) {
    const tr = state.tr.insert(after, nodeType('paragraph').create())
    dispatch(tr.setSelection(TextSelection.create(tr.doc, after + 1)).scrollIntoView())
  }
  return true
}

/** Down from the last line of the last block there is a place to write. */
export const downFromCode: Command = (state, dispatch) => {
  if (!isInCode(state)) return false
  const { $from } = state.selection
  const isLast = $from.index(-1) === $from.node(-1).childCount - 1
  if (!isLast || $from.after(-1) !== state.doc.content.size) return false
  return leaveCode(state, dispatch)
}

export const indentCode: Command = (state, dispatch) => {
  if (!isInCode(state)) return false
  dispatch?.(state.tr.insertText('  ').scrollIntoView())
  return true
}

/** At the start of code that has nothing in it. */
export const clearEmptyCode: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  if (!isInCode(state) || !empty || $from.parentOffset > 0 || $from.index(-1) > 0) return false
  return $from.node(-1).textContent === '' ? leaveAsText(state, dispatch) : true
}

/** Text that comes into code is lines of code. */
export function insertCode(state: EditorState, text: string) {
  const lines = codeLines(text)
  const [only] = lines
  if (lines.length === 1 && only) return state.tr.insertText(text)
  const tr = state.tr.deleteSelection()
  const { $from } = tr.selection
  const start = $from.parent.textBetween(0, $from.parentOffset)
  const end = $from.parent.textBetween($from.parentOffset, $from.parent.content.size)
  const merged = codeLines(start + text + end)
  const from = $from.before()
  tr.replaceWith(from, $from.after(), Fragment.from(merged))
  const last = merged.reduce((size, line) => size + line.nodeSize, from) - 1 - end.length
  return tr.setSelection(TextSelection.create(tr.doc, last))
}
