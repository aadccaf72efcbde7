// A menu beside the cursor: of blocks after a slash, of pages after two brackets, of people after an @.
import { type EditorState, Plugin, PluginKey } from 'prosemirror-state'
import { mayInsertInline } from '../inlines/inline-commands.ts'
import { placeIn } from '../tables/table-place.ts'
import { isInCode } from './code-commands.ts'

export type Suggestion = {
  kind: 'block' | 'page' | 'person'
  from: number
  to: number
  query: string
  isInline?: true
}

/** Whether the menu took the key. */
export type MenuKeys = { current?: (key: string) => boolean }

type Open = { suggestion?: Suggestion; isDismissed?: boolean }

const suggestKey = new PluginKey<Open>('suggest')

/** What is being looked for at this moment. What is on the screen may be a letter behind. */
export const suggestionIn = (state: EditorState) => suggestKey.getState(state)?.suggestion

/** What goes when something takes its place: before a block, also the space that ends the words above it. */
export function typedIn(state: EditorState, isBlock: boolean): { from: number; to: number } | undefined {
  const typed = suggestionIn(state)
  if (!typed) return
  const { from, to } = typed
  const $from = state.doc.resolve(from)
  const isAfterSpace = $from.nodeBefore?.text?.endsWith(' ') === true
  const isAtEnd = to === $from.end()
  return { from: isBlock && isAfterSpace && isAtEnd ? from - 1 : from, to }
}

const PATTERNS = [
  ['block', /(?:^|\s)(\/)([\p{L}\d-]{0,20})$/u],
  ['page', /(\[\[)([^\]\n]{0,60})$/],
  ['person', /(?:^|[\s(])(@)([\p{L}\p{N}._-]{0,30})$/u],
] as const

export function suggest(menu: MenuKeys, show: (suggestion: Suggestion | undefined) => void) {
  return new Plugin<Open>({
    key: suggestKey,
    state: {
      init: () => ({}),
      apply(tr, { suggestion, isDismissed }, _old, state) {
        if (tr.getMeta(suggestKey) === 'dismiss') return { isDismissed: true }
        if (tr.getMeta('remote')) return { suggestion: suggestion && found(state) }
        const now = tr.docChanged || suggestion ? found(state) : undefined
        if (!now) return {}
        return isDismissed ? { isDismissed } : { suggestion: now }
      },
    },
    view: () => ({ update: ({ state }) => show(suggestionIn(state)) }),
    props: {
      handleKeyDown(view, { key, isComposing }) {
        if (isComposing || !suggestionIn(view.state)) return false
        if (key === 'Escape') {
          view.dispatch(view.state.tr.setMeta(suggestKey, 'dismiss'))
          return true
        }
        return menu.current?.(key) ?? false
      },
      handleDOMEvents: {
        blur(view) {
          if (suggestionIn(view.state)) view.dispatch(view.state.tr.setMeta(suggestKey, 'dismiss'))
          return false
        },
      },
    },
  })
}

function found(state: EditorState): Suggestion | undefined {
  const { $from, empty } = state.selection
  if (!empty || !$from.parent.isTextblock || isInCode(state)) return
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, '\ufffc')
  for (const [kind, pattern] of PATTERNS) {
    const match = pattern.exec(before)
    if (!match) continue
    const [, sign = '', query = ''] = match
    // Blocks have no place in a table; what stands in a line has.
    const isInline = kind === 'block' && placeIn(state) !== undefined
    if (isInline && !mayInsertInline(state)) continue
    const from = $from.pos - query.length - sign.length
    return { kind, from, to: $from.pos, query, ...(isInline && { isInline }) }
  }
}
