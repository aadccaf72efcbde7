// What stands in a line and is no text: put in, found, and made something else.
import type { Node } from 'prosemirror-model'
import { type Command, type EditorState, NodeSelection, type Transaction } from 'prosemirror-state'
import type { AnnotationInline, Block, InlineNode } from '../../../../engines/markdown/document.ts'
import { nodeType, schema } from '../model/schema.ts'

/** What is edited in a dialog of its own. */
export const INLINE_KINDS = ['expression', 'button', 'icon', 'annotation'] as const
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

export function insertInline(node: InlineNode): Command {
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

export const iconInline = (icon: string): Kind<'icon'> => ({
  object: 'inline',
  type: 'icon',
  data: { icon },
  isVoid: true,
})

export const mentionInline = (user: string, label: string): InlineNode => ({
  object: 'inline',
  type: 'mention',
  data: { ref: { kind: 'user', user } },
  isVoid: true,
  meta: { label },
})

/** The next number that no footnote of the page has: under it what it says is found again when it is changed. */
export function nextNoteLabel(doc: Node): string {
  let last = 0
  doc.descendants(({ type, attrs }) => {
    const label = type.name === 'inline_atom' ? Number(attrs.node.meta?.label) : 0
    if (Number.isSafeInteger(label)) last = Math.max(last, label)
  })
  return String(last + 1)
}

/** What was remembered of the one that it was stays, and so do words that are more than letters. */
export function noteInline(
  was: AnnotationInline | { meta: AnnotationInline['meta'] },
  body: Block[],
  explained: string | undefined,
): AnnotationInline {
  const [first] = 'fragments' in was ? was.fragments : []
  const part = { object: 'fragment' as const, fragment: 'annotation-body', type: 'annotation-body' }
  const nodes: InlineNode[] =
    explained === undefined && 'nodes' in was
      ? was.nodes
      : [{ object: 'text', leaves: [{ object: 'leaf', text: explained ?? '', marks: [] }] }]
  return {
    object: 'inline',
    type: 'annotation',
    isVoid: false,
    ...was,
    nodes,
    fragments: [{ ...part, ...first, nodes: body }],
  }
}

/** The words that a note explains; undefined where they are more than letters. */
export function explainedIn({ nodes }: AnnotationInline): string | undefined {
  const [only, ...others] = nodes
  if (!only) return ''
  if (others.length > 0 || only.object !== 'text') return
  const [leaf, ...more] = only.leaves
  return more.length === 0 && (leaf?.marks.length ?? 0) === 0 ? (leaf?.text ?? '') : undefined
}
