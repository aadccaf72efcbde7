// What stands in a line and is no text: put in, found, and made something else.
import { type Command, type EditorState, NodeSelection, type Transaction } from 'prosemirror-state'
import type { InlineNode } from '../../../../engines/markdown/document.ts'
import { nodeType, schema } from '../model/schema.ts'

/** What is edited in a dialog of its own. */
export const INLINE_KINDS = ['expression'] as const
export type InlineKind = (typeof INLINE_KINDS)[number]
type Kind<T extends InlineKind = InlineKind> = Extract<InlineNode, { type: T }>

export function inlineAt(
  { doc }: EditorState,
  at: number,
): Exclude<InlineNode, { object: 'text' }> | undefined {
  const node = doc.nodeAt(at)
  const held: InlineNode | undefined = node?.type.name === 'inline_atom' ? node.attrs.node : undefined
  return held?.object === 'inline' ? held : undefined
}

export function kindOf(inline: { type: string } | undefined): InlineKind | undefined {
  return INLINE_KINDS.find((kind) => kind === inline?.type)
}

/** The one that is chosen, if it has a dialog. */
export function chosenInline(state: EditorState): { at: number; kind: InlineKind } | undefined {
  if (!(state.selection instanceof NodeSelection)) return
  const at = state.selection.from
  const kind = kindOf(inlineAt(state, at))
  return kind && { at, kind }
}

export function mayInsertInline({ selection: { $from } }: EditorState): boolean {
  const { parent } = $from
  return (
    parent.inlineContent &&
    !parent.type.spec.code &&
    Boolean(parent.type.contentMatch.matchType(nodeType('inline-atom')))
  )
}

export function insertInline(node: Kind): Command {
  return (state, dispatch) => {
    if (!mayInsertInline(state)) return false
    dispatch?.(state.tr.replaceSelectionWith(schema.node('inline_atom', { node })).scrollIntoView())
    return true
  }
}

/** It stays chosen. */
export function replaceInline({ tr }: EditorState, at: number, node: Kind): Transaction {
  tr.setNodeMarkup(at, undefined, { node })
  return tr.setSelection(NodeSelection.create(tr.doc, at)).scrollIntoView()
}

export const expressionInline = (expression: string): Kind<'expression'> => ({
  object: 'inline',
  type: 'expression',
  data: { expression },
  isVoid: true,
})
