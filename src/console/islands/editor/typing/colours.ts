// Coloured text.
import type { Command, EditorState } from 'prosemirror-state'
import type { Color } from '../../../../engines/markdown/document.ts'
import { markType } from '../model/schema.ts'

export const COLOURS = ['default', 'red', 'orange', 'yellow', 'green', 'blue', 'purple'] as const

/** The colour of what is selected, or of the letter before the cursor; none where there are several. */
export function colourAt({ selection, doc, storedMarks }: EditorState): Color | undefined {
  const { $from, from, to, empty } = selection
  const found = new Set<Color>()
  const add = (text: Color = 'default') => found.add(text)
  if (empty) add(markType('color').isInSet(storedMarks ?? $from.marks())?.attrs.data.text)
  else
    doc.nodesBetween(from, to, (node) => {
      if (node.isText) add(markType('color').isInSet(node.marks)?.attrs.data.text)
    })
  const [only, ...others] = found
  return others.length === 0 ? only : undefined
}

/** What is behind the text keeps its colour. */
export function setColour(text: Color): Command {
  return ({ selection, tr, doc }, dispatch) => {
    const { from, to, empty, $from } = selection
    const mark = markType('color')
    if (empty || !$from.parent.inlineContent || !$from.parent.type.allowsMarkType(mark)) return false
    if (!dispatch) return true
    doc.nodesBetween(from, to, (node, at, parent) => {
      if (!node.isInline || !parent?.type.allowsMarkType(mark)) return
      const [start, end] = [Math.max(from, at), Math.min(to, at + node.nodeSize)]
      const { background = 'default' } = mark.isInSet(node.marks)?.attrs.data ?? {}
      tr.removeMark(start, end, mark)
      if (text !== 'default' || background !== 'default')
        tr.addMark(start, end, mark.create({ data: { text, background } }))
    })
    dispatch(tr.scrollIntoView())
    return true
  }
}
