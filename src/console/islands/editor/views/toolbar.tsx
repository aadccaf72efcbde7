import { useRef } from 'preact/hooks'
import { redo, redoDepth, undo, undoDepth } from 'prosemirror-history'
import type { Command, EditorState } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import type { EditorWords } from '../../../words/editor.ts'
import { mayInsertInline } from '../inlines/inline-commands.ts'
import { blockType } from '../model/blocks.ts'
import { COLOURS, colourAt, setColour } from '../typing/colours.ts'
import { isStyled, listAround, setBlock, toggleList, toggleStyle } from '../typing/commands.ts'

type Props = {
  words: EditorWords
  view: EditorView
  state: EditorState
  link(): void
  insert(): void
  condition(): void
  note(): void
  source(): void
  image(): void
}

const KINDS = ['paragraph', 'heading-1', 'heading-2', 'heading-3'] as const

/** One stop of the Tab key; arrows go from one to the next. */
export function Toolbar({ words, view, state, link, insert, condition, note, source, image }: Props) {
  const bar = useRef<HTMLDivElement>(null)
  const { toolbar } = words
  const run = (command: Command) => {
    command(view.state, view.dispatch, view)
    view.focus()
  }
  const button = (
    label: string,
    sign: string,
    work: () => void,
    more: { isPressed?: boolean; isOff?: boolean; keys?: string } = {},
  ) => (
    <button
      type="button"
      class={`tool ${sign}`}
      tabIndex={-1}
      title={more.keys ? `${label} (${more.keys})` : label}
      aria-label={label}
      aria-pressed={more.isPressed}
      disabled={more.isOff}
      onMouseDown={(event) => event.preventDefault()}
      onClick={work}
    >
      <Sign name={sign} />
    </button>
  )
  const move = (event: KeyboardEvent) => {
    if (!/^Arrow(Left|Right)$|^Home$|^End$/.test(event.key)) return
    if (event.target instanceof HTMLSelectElement && /Home|End/.test(event.key)) return
    const all = [...(bar.current?.querySelectorAll<HTMLElement>('select:enabled, button:enabled') ?? [])]
    const at = all.findIndex((one) => one.matches(':focus'))
    const isForward = (event.key === 'ArrowRight') === (getComputedStyle(view.dom).direction === 'ltr')
    const next = event.key === 'Home' ? 0 : event.key === 'End' ? all.length - 1 : at + (isForward ? 1 : -1)
    all[(next + all.length) % all.length]?.focus()
    event.preventDefault()
  }
  const list = listAround(state)?.list.type.name
  const here = blockType(state.selection.$from.parent.type.name)
  const kind = KINDS.find((one) => one === here) ?? ''
  return (
    <div class="tools" role="toolbar" aria-label={toolbar.label} ref={bar} onKeyDown={move}>
      <select
        class="tool-kind"
        aria-label={toolbar.block}
        value={kind}
        onChange={({ currentTarget: { value } }) => {
          const chosen = KINDS.find((one) => one === value)
          if (chosen) run(setBlock(chosen))
        }}
      >
        {kind === '' && <option value="">–</option>}
        <option value="paragraph">{toolbar.paragraph}</option>
        <option value="heading-1">{toolbar.heading1}</option>
        <option value="heading-2">{toolbar.heading2}</option>
        <option value="heading-3">{toolbar.heading3}</option>
      </select>
      {button(toolbar.bold, 'bold', () => run(toggleStyle('bold')), {
        isPressed: isStyled(state, 'bold'),
        keys: 'Ctrl B',
      })}
      {button(toolbar.italic, 'italic', () => run(toggleStyle('italic')), {
        isPressed: isStyled(state, 'italic'),
        keys: 'Ctrl I',
      })}
      {button(toolbar.strikethrough, 'strike', () => run(toggleStyle('strikethrough')), {
        isPressed: isStyled(state, 'strikethrough'),
      })}
      {button(toolbar.code, 'code', () => run(toggleStyle('code')), {
        isPressed: isStyled(state, 'code'),
        keys: 'Ctrl E',
      })}
      <select
        class="tool-kind tool-colour"
        tabIndex={-1}
        aria-label={toolbar.colour}
        title={toolbar.colour}
        disabled={!setColour('red')(state)}
        value={COLOURS.find((name) => name === colourAt(state)) ?? ''}
        onChange={({ currentTarget: { value } }) => {
          const chosen = COLOURS.find((name) => name === value)
          if (chosen) run(setColour(chosen))
        }}
      >
        <option value="" hidden>
          –
        </option>
        {COLOURS.map((name) => (
          <option key={name} value={name}>
            {toolbar.colours[name]}
          </option>
        ))}
      </select>
      {button(toolbar.link, 'link', link, { keys: 'Ctrl K' })}
      <span class="tool-gap" />
      {button(toolbar.bullets, 'bullets', () => run(toggleList('list-unordered')), {
        isPressed: list === 'list_unordered',
      })}
      {button(toolbar.numbers, 'numbers', () => run(toggleList('list-ordered')), {
        isPressed: list === 'list_ordered',
      })}
      {button(toolbar.tasks, 'tasks', () => run(toggleList('list-tasks')), {
        isPressed: list === 'list_tasks',
      })}
      <span class="tool-gap" />
      {button(toolbar.image, 'image', image)}
      {button(toolbar.insert, 'insert', insert, { keys: '/' })}
      {button(words.inline.kinds.annotation, 'note', note, { isOff: !mayInsertInline(state) })}
      {button(words.condition.title, 'condition', condition)}
      <span class="tool-gap" />
      {button(toolbar.undo, 'undo', () => run(undo), { isOff: undoDepth(state) === 0, keys: 'Ctrl Z' })}
      {button(toolbar.redo, 'redo', () => run(redo), { isOff: redoDepth(state) === 0 })}
      <button type="button" class="button plain small tool-source" tabIndex={-1} onClick={source}>
        {toolbar.source}
      </button>
    </div>
  )
}

const SIGNS: Readonly<Record<string, string>> = {
  bold: 'M7 5h6a3.5 3.5 0 0 1 0 7H7zm0 7h7a3.5 3.5 0 0 1 0 7H7z',
  italic: 'M10 5h8M6 19h8M14 5l-4 14',
  strike:
    'M5 12h14M16 7c-1-1.5-2.500-2-4-2-2 0-4 1-4 3 0 1.500 1 2.500 3 3M8 17c1 1.500 2.500 2 4 2 2 0 4-1 4-3',
  code: 'm8 7-5 5 5 5m8-10 5 5-5 5',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1m2 4a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  bullets: 'M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01',
  numbers: 'M10 6h10M10 12h10M10 18h10M4 4v5M3 15h3l-3 4h3',
  tasks: 'm3 6 2 2 3-4M11 6h9M11 13h9M3 12h5v5H3z',
  image: 'M4 5h16v14H4zm0 11 5-5 4 4 3-3 4 4M15 9h.01',
  insert: 'M12 5v14M5 12h14',
  note: 'M4 5h16v10H11l-5 4v-4H4zM12 8v4m-1.700-3 3.400 2m0-2-3.400 2',
  condition: 'M12 4v5m0 0-5 5v6m5-11 5 5v6',
  undo: 'M9 7 4 12l5 5m-5-5h11a5 5 0 0 1 0 7',
  redo: 'm15 7 5 5-5 5m5-5H9a5 5 0 0 0 0 7',
}

function Sign({ name }: { name: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={SIGNS[name]} />
    </svg>
  )
}
