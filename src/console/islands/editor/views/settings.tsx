// What can be said of the block around the cursor, beside its text.
import { Fragment, type Node } from 'prosemirror-model'
import { type EditorState, NodeSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import type { EditorWords } from '../../../words/editor.ts'
import { chosenInline, type InlineKind } from '../inlines/inline-commands.ts'
import { InlineSettings } from '../inlines/inline-settings.tsx'
import { blockType } from '../model/blocks.ts'
import { dataOf, withData } from '../model/schema.ts'
import { placeIn } from '../tables/table-place.ts'
import { TableSettings } from '../tables/table-settings.tsx'
import { NEW, partOf, removeAt } from '../typing/commands.ts'
import type { Incoming } from '../typing/paste.ts'

type Around = { node: Node; at: number; depth: number }

/** From the inside out. */
function blocksAround({ selection }: EditorState): Around[] {
  const { $from } = selection
  const around: Around[] = []
  const chosen = 'node' in selection ? $from.nodeAfter : undefined
  if (chosen) around.push({ node: chosen, at: $from.pos, depth: $from.depth + 1 })
  for (let depth = $from.depth; depth > 0; depth--)
    around.push({ node: $from.node(depth), at: $from.before(depth), depth })
  return around
}

const PARTS = ['tabs-item', 'stepper-step', 'column'] as const
const WITH_SETTINGS = new Set<string>([
  'hint',
  'code',
  'image',
  'expandable',
  'atom',
  'divider',
  'if',
  ...PARTS,
])
const STYLES = ['info', 'success', 'warning', 'danger'] as const

type Props = {
  words: EditorWords
  view: EditorView
  state: EditorState
  incoming: Incoming
  edit(at: number): void
  lead(at: number): void
  editInline(kind: InlineKind, at: number): void
  editCondition(): void
}

export function Settings(props: Props) {
  const { words, view, state, editInline, editCondition } = props
  const inline = chosenInline(state)
  if (inline) {
    const change = () => editInline(inline.kind, inline.at)
    return <InlineSettings words={words} view={view} kind={inline.kind} change={change} />
  }
  const place = placeIn(state)
  if (place) return <TableSettings {...props} place={place} />
  const found = blocksAround(state).find(({ node }) => WITH_SETTINGS.has(blockType(node.type.name)))
  if (!found) return null
  const { settings } = words
  const { node, at } = found
  const type = blockType(node.type.name)
  const data = dataOf(node)
  const set = (more: Record<string, unknown>) => {
    const tr = view.state.tr.setNodeMarkup(at, undefined, withData(node, more))
    // What is chosen stays so: its field would be gone after the first letter.
    const isChosen = 'node' in view.state.selection && view.state.selection.from === at
    view.dispatch(isChosen ? tr.setSelection(NodeSelection.create(tr.doc, at)) : tr)
  }
  const field = (
    name: string,
    label: string,
    read: (value: string) => unknown = (value) => value || undefined,
  ) => (
    <label class="edit-setting" key={`${name} ${node.attrs.id}`}>
      <span>{label}</span>
      <input
        value={String(data[name] ?? '')}
        maxLength={500}
        onInput={({ currentTarget }) => set({ [name]: read(currentTarget.value) })}
      />
    </label>
  )
  const part = PARTS.find((one) => one === type)
  const add = () => {
    if (!part) return
    const made = partOf(part, part === 'tabs-item' ? { title: words.insert.tab } : {})
    view.dispatch(view.state.tr.insert(at + node.nodeSize, made))
    view.focus()
  }
  const remove = () => {
    const tr = removeAt(view.state, at)
    if (tr) view.dispatch(tr)
    view.focus()
  }
  const caption = () => {
    view.dispatch(view.state.tr.insert(at + 1, Fragment.from(NEW.caption())))
    view.focus()
  }
  return (
    <section class="edit-settings" aria-label={settings.label}>
      {type === 'hint' && (
        <label class="edit-setting">
          <span>{settings.hint}</span>
          <select
            value={String(data.style ?? 'info')}
            onChange={({ currentTarget }) => set({ style: currentTarget.value })}
          >
            {STYLES.map((style) => (
              <option key={style} value={style}>
                {settings.styles[style]}
              </option>
            ))}
          </select>
        </label>
      )}
      {type === 'code' && field('syntax', settings.language)}
      {(type === 'code' || type === 'tabs-item') && field('title', settings.title)}
      {type === 'if' && (
        <button type="button" class="button plain small" onClick={editCondition}>
          {words.condition.change}
        </button>
      )}
      {type === 'image' && field('alt', settings.alt)}
      {type === 'image' &&
        field('width', settings.width, (value) => (Number(value) > 0 ? Number(value) : undefined))}
      {type === 'image' && node.childCount === 0 && (
        <button type="button" class="button plain small" onClick={caption}>
          {settings.caption}
        </button>
      )}
      {part && (
        <button type="button" class="button plain small" onClick={add}>
          {settings.add}
        </button>
      )}
      <button type="button" class="button plain small" onClick={remove}>
        {settings.remove}
      </button>
    </section>
  )
}
