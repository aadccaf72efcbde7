import {
  baseKeymap,
  chainCommands,
  createParagraphNear,
  liftEmptyBlock,
  newlineInCode,
  splitBlockAs,
} from 'prosemirror-commands'
import { redo, undo } from 'prosemirror-history'
import { undoInputRule } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import type { Command, Plugin } from 'prosemirror-state'
import { nodeType, schema } from '../model/schema.ts'
import { goDown, goTo, goVertically, leaveTable, moveColumn, moveRow } from '../tables/table-commands.ts'
import {
  clearEmptyCode,
  downFromCode,
  indentCode,
  isInCode,
  leaveCode,
  newLine,
  toggleCode,
} from './code-commands.ts'
import { liftItem, setBlock, sinkItem, splitItem, toggleList, toggleStyle, wrap } from './commands.ts'

const breakLine: Command = (state, dispatch) => {
  const { parent } = state.selection.$from
  if (!parent.inlineContent) return false
  const line = schema.node('hard_break')
  // A title of a column is one line.
  if (!parent.type.contentMatch.matchType(line.type)) return true
  dispatch?.(state.tr.replaceSelectionWith(line).scrollIntoView())
  return true
}

/** What comes after a heading is text; half of a paragraph is a paragraph. */
const split = splitBlockAs((node, isAtEnd) => ({
  type: isAtEnd || !node.isTextblock ? nodeType('paragraph') : node.type,
  attrs: { id: null, rest: null },
}))

const enter = chainCommands(
  newLine,
  goDown,
  splitItem,
  newlineInCode,
  createParagraphNear,
  liftEmptyBlock,
  split,
)

const moveColumnTo =
  (side: 'left' | 'right'): Command =>
  (state, dispatch, view) => {
    const isAlong = !view || getComputedStyle(view.dom).direction === 'ltr'
    return moveColumn((side === 'right') === isAlong ? 1 : -1)(state, dispatch)
  }

export type Actions = { link(): void; save(): void; source(): void; leave(): void }

export function keys(actions: Actions): Plugin[] {
  const act = (name: keyof Actions): Command => {
    return () => {
      actions[name]()
      return true
    }
  }
  return [
    keymap({
      Enter: enter,
      'Shift-Enter': chainCommands(newLine, breakLine),
      'Mod-Enter': chainCommands(leaveCode, leaveTable, breakLine),
      Backspace: chainCommands(undoInputRule, clearEmptyCode),
      ArrowDown: chainCommands(downFromCode, goVertically(1)),
      ArrowUp: goVertically(-1),
      'Alt-Shift-ArrowDown': moveRow(1),
      'Alt-Shift-ArrowUp': moveRow(-1),
      'Alt-Shift-ArrowRight': moveColumnTo('right'),
      'Alt-Shift-ArrowLeft': moveColumnTo('left'),
      Tab: chainCommands(indentCode, goTo(1), sinkItem),
      'Shift-Tab': chainCommands((state) => isInCode(state), goTo(-1), liftItem),
      'Mod-z': undo,
      'Mod-y': redo,
      'Mod-Shift-z': redo,
      'Mod-b': toggleStyle('bold'),
      'Mod-i': toggleStyle('italic'),
      'Mod-e': toggleStyle('code'),
      'Mod-Shift-x': toggleStyle('strikethrough'),
      'Mod-Alt-0': setBlock('paragraph'),
      'Mod-Alt-1': setBlock('heading-1'),
      'Mod-Alt-2': setBlock('heading-2'),
      'Mod-Alt-3': setBlock('heading-3'),
      'Mod-Alt-c': toggleCode,
      'Mod-Shift-7': toggleList('list-ordered'),
      'Mod-Shift-8': toggleList('list-unordered'),
      'Mod-Shift-9': toggleList('list-tasks'),
      'Mod-Shift-.': wrap('blockquote'),
      'Mod-k': act('link'),
      'Mod-s': act('save'),
      'Mod-Shift-m': act('source'),
      Escape: act('leave'),
    }),
    keymap(baseKeymap),
  ]
}
