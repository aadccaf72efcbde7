// What can be done to the table around the cursor.
import type { Command } from 'prosemirror-state'
import { dataOf, withData } from '../model/schema.ts'
import { removeAt } from '../typing/commands.ts'
import { type CellProps, CellValue } from './cell-value.tsx'
import {
  addColumn,
  addRow,
  moveColumn,
  moveRow,
  removeColumn,
  removeRow,
  setColumn,
} from './table-commands.ts'
import { headCellsOf } from './table-place.ts'

type Props = CellProps & {
  /** As Markdown. */
  edit(at: number): void
}

const ALIGNMENTS = ['left', 'center', 'right'] as const

export function TableSettings({ words, view, state, place, incoming, edit, lead }: Props) {
  const { table: texts, atom } = words
  const { table, at, column } = place
  const { type = 'text', textAlignment = 'left' } = headCellsOf(table)[column]?.attrs.rest ?? {}
  const shown: { type?: string; hideHeader?: boolean; hideColumnTitle?: boolean } = Object(dataOf(table).view)
  const hides = shown.type === 'cards' ? 'hideColumnTitle' : 'hideHeader'
  const run = (command: Command) => {
    command(view.state, view.dispatch, view)
    view.focus()
  }
  const button = (label: string, sign: keyof typeof SIGNS, command: Command, keys?: string) => (
    <button
      type="button"
      class="tool"
      title={keys ? `${label} (${keys})` : label}
      aria-label={label}
      disabled={!command(state)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => run(command)}
    >
      <Sign name={sign} />
    </button>
  )
  const align = (textAlignment: string) => {
    const tr = setColumn(view.state, { textAlignment })
    if (tr) view.dispatch(tr)
  }
  const showTitles = (isShown: boolean) => {
    const all = { type: 'grid', columns: headCellsOf(table).map(({ attrs }) => attrs.name), ...shown }
    view.dispatch(
      view.state.tr.setNodeMarkup(at, undefined, withData(table, { view: { ...all, [hides]: !isShown } })),
    )
  }
  const remove = () => {
    const tr = removeAt(view.state, at)
    if (tr) view.dispatch(tr)
    view.focus()
  }
  return (
    <section class="edit-settings edit-table-settings" aria-label={texts.label}>
      <span class="edit-tool-group">
        {button(texts.rowAbove, 'rowAbove', addRow('before'))}
        {button(texts.rowBelow, 'rowBelow', addRow('after'))}
        {button(texts.rowUp, 'up', moveRow(-1), 'Alt Shift ↑')}
        {button(texts.rowDown, 'down', moveRow(1), 'Alt Shift ↓')}
        {button(texts.removeRow, 'removeRow', removeRow)}
      </span>
      <span class="edit-tool-group along">
        {button(texts.columnBefore, 'columnBefore', addColumn('before'))}
        {button(texts.columnAfter, 'columnAfter', addColumn('after'))}
        {button(texts.columnBack, 'back', moveColumn(-1), 'Alt Shift ←')}
        {button(texts.columnOn, 'on', moveColumn(1), 'Alt Shift →')}
        {button(texts.removeColumn, 'removeColumn', removeColumn)}
      </span>
      <CellValue words={words} view={view} state={state} place={place} incoming={incoming} lead={lead} />
      {type === 'text' && (
        <label class="edit-setting">
          <span>{texts.align}</span>
          <select value={textAlignment} onChange={({ currentTarget }) => align(currentTarget.value)}>
            {ALIGNMENTS.map((name) => (
              <option key={name} value={name}>
                {texts.alignments[name]}
              </option>
            ))}
          </select>
        </label>
      )}
      <label class="edit-setting">
        <input
          type="checkbox"
          checked={!shown[hides]}
          onChange={({ currentTarget }) => showTitles(currentTarget.checked)}
        />
        <span>{texts.header}</span>
      </label>
      <button type="button" class="button plain small" onClick={() => edit(at)}>
        {atom.edit}
      </button>
      <button
        type="button"
        class="tool"
        title={texts.remove}
        aria-label={texts.remove}
        onMouseDown={(event) => event.preventDefault()}
        onClick={remove}
      >
        <Sign name="remove" />
      </button>
    </section>
  )
}

const SIGNS = {
  rowAbove: 'M4 14h16v6H4zM12 3v7M8.500 6.500h7',
  rowBelow: 'M4 4h16v6H4zM12 14v7M8.500 17.500h7',
  up: 'M12 19V5m-6 6 6-6 6 6',
  down: 'M12 5v14m-6-6 6 6 6-6',
  removeRow: 'M4 8h16v8H4zM9 12h6',
  columnBefore: 'M14 4h6v16h-6zM6.500 8.500v7M3 12h7',
  columnAfter: 'M4 4h6v16H4zM17.500 8.500v7M14 12h7',
  back: 'M19 12H5m6-6-6 6 6 6',
  on: 'M5 12h14m-6-6 6 6-6 6',
  removeColumn: 'M8 4h8v16H8zM10 12h4',
  remove: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
} as const

function Sign({ name }: { name: keyof typeof SIGNS }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={SIGNS[name]} />
    </svg>
  )
}
