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
  if (!state.selection.$from.parent.inlineContent) return false
  const line = schema.node('hard_break')
  dispatch?.(state.tr.replaceSelectionWith(line).scrollIntoView())
  return true
}

/** What comes after a heading is text; half of a paragraph is a paragraph. */
const split = splitBlockAs((node, isAtEnd) => ({
  type: isAtEnd || !node.isTextblock ? nodeType('paragraph') : node.type,
  attrs: { id: null, rest: null },
}))

const enter = chainCommands(newLine, splitItem, newlineInCode, createParagraphNear, liftEmptyBlock, split)

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
      'Mod-Enter': chainCommands(leaveCode, breakLine),
      Backspace: chainCommands(undoInputRule, clearEmptyCode),
      ArrowDown: downFromCode,
      Tab: chainCommands(indentCode, sinkItem),
      'Shift-Tab': chainCommands((state) => isInCode(state), liftItem),
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
