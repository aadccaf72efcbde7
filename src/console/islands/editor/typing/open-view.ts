import { dropCursor } from 'prosemirror-dropcursor'
import { gapCursor } from 'prosemirror-gapcursor'
import { history } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import type { Fragment, Node } from 'prosemirror-model'
import { EditorState, NodeSelection, type Transaction } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import type { Block } from '../../../../engines/markdown/document.ts'
import { conditionView } from '../conditions/condition-view.ts'
import { isTag, lineConditionOf } from '../conditions/line-tags.ts'
import { tagView } from '../conditions/tag-view.ts'
import { chosenInline, type InlineKind, inlineAt, kindOf } from '../inlines/inline-commands.ts'
import { inlineView } from '../inlines/inline-view.ts'
import type { Variables } from '../inlines/variables.ts'
import { leafText } from '../model/schema.ts'
import type { Place } from '../place.ts'
import type { TitleOf } from '../saving/page-titles.ts'
import { keptView } from '../tables/kept-views.ts'
import { tables } from '../tables/table-plugin.ts'
import { tableView } from '../tables/table-views.ts'
import { tickAt } from './commands.ts'
import { copying } from './copied.ts'
import { ids } from './ids.ts'
import { type Actions, keys } from './keys.ts'
import { signs } from './marks-by-signs.ts'
import { atomView, imageView, type Sources } from './node-views.ts'
import { type Incoming, paste } from './paste.ts'
import { type MenuKeys, type Suggestion, suggest } from './suggest.ts'

export type Typing = {
  doc: Node
  place: Place
  /** What of the space is looked at. */
  revision(): string
  actions: Actions
  menu: MenuKeys
  incoming: Incoming
  sources: Sources
  titleOf: TitleOf
  suggest(suggestion: Suggestion | undefined): void
  editAtom(at: number): void
  variables: Variables
  editCondition(at: number): void
  /** What stands in a line and is no text. */
  editInline(kind: InlineKind, at: number): void
  /** Shows a block as readers see it. */
  render(place: HTMLElement, block: Block): void
  /** After every transaction; `isOwn` says that somebody here changed the text. */
  applied(state: EditorState, isOwn: boolean): void
}

/** Cells, as spreadsheets take them. */
function tabbed({ content }: Fragment): string | undefined {
  const [table] = content
  if (content.length !== 1 || table?.type.name !== 'table') return
  const cell = (node: Node) => {
    const text = node.textBetween(0, node.content.size, '\n', leafText('\n'))
    return /[\t\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  return table.children.map((row) => row.children.map(cell).join('\t')).join('\n')
}

/**
 * Keys may come faster than the browser tells where the cursor is: a key must find the selection that the keys before it
 * made. The editor reads it when it is told that it changed.
 */
function readSelection({ dom, composing }: EditorView) {
  if (!composing) dom.ownerDocument.dispatchEvent(new Event('selectionchange'))
  return false
}

export function openView(element: HTMLElement, typing: Typing): EditorView {
  const { doc, place, actions, menu, incoming, sources } = typing
  const { words } = place
  const openChosen = (state: EditorState) => {
    const { selection } = state
    if (selection instanceof NodeSelection && isTag(selection.node)) {
      if (lineConditionOf(state, selection.from)) typing.editCondition(selection.from)
      return true
    }
    const chosen = chosenInline(state)
    if (chosen) typing.editInline(chosen.kind, chosen.at)
    return chosen !== undefined
  }
  const plugins = [
    keymap({ Enter: openChosen }),
    suggest(menu, typing.suggest),
    ids,
    tables,
    signs,
    ...keys(actions),
    history(),
    dropCursor({ color: false, class: 'edit-drop' }),
    gapCursor(),
    copying(() => ({ ...place, revision: typing.revision() })),
    paste(incoming, place),
  ]
  const view: EditorView = new EditorView(element, {
    state: EditorState.create({ doc, plugins }),
    attributes: { class: 'content', role: 'textbox', 'aria-multiline': 'true', 'aria-label': words.label },
    nodeViews: {
      image: imageView(sources),
      atom: atomView(words, typing.editAtom, typing.render),
      if: conditionView(words, typing.editCondition),
      condition_tag: tagView(words),
      inline_atom: inlineView(words, typing.variables, typing.titleOf),
      table: tableView,
      table_kept: keptView({ words, sources, titleOf: typing.titleOf }),
    },
    handleDOMEvents: { keydown: readSelection },
    dispatchTransaction(transaction: Transaction) {
      const { state, transactions } = view.state.applyTransaction(transaction)
      view.updateState(state)
      typing.applied(
        state,
        transactions.some((tr) => tr.docChanged && !tr.getMeta('remote')),
      )
    },
    handleClickOn(view, _pos, node, at, event) {
      if (isTag(node)) {
        view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, at)))
        // Its other half may be in another block.
        if (lineConditionOf(view.state, at)) typing.editCondition(at)
        return true
      }
      const kind = kindOf(inlineAt(view.state, at))
      if (kind) {
        view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, at)))
        typing.editInline(kind, at)
        return true
      }
      if (event.target instanceof HTMLImageElement && node.type.name === 'image') {
        view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, at)))
        return true
      }
      const isTick = event.target instanceof Element && event.target.classList.contains('tick')
      const tr = isTick && node.type.name === 'list_item' ? tickAt(view.state, at) : undefined
      if (tr) view.dispatch(tr)
      return tr !== undefined
    },
    // Lines of code are lines, not paragraphs.
    clipboardTextSerializer: (slice) => {
      const cells = tabbed(slice.content)
      if (cells !== undefined) return cells
      const text = slice.content.textBetween(0, slice.content.size, '\n\n', leafText('\n'))
      return slice.content.firstChild?.type.name === 'code_block' ||
        slice.content.firstChild?.type.name === 'code_line'
        ? text.replaceAll('\n\n', '\n')
        : text
    },
  })
  return view
}
