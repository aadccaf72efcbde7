// A cell of a column that holds values instead of text, where the value can be chosen or typed.
import { type EditorState, NodeSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import type { Definition } from '../../../../engines/markdown/tables/document-table.ts'
import type { EditorWords } from '../../../words/editor.ts'
import { type Incoming, later } from '../typing/paste.ts'
import { setValue } from './table-commands.ts'
import { headCellsOf, type Place } from './table-place.ts'

export type CellProps = {
  words: EditorWords
  view: EditorView
  state: EditorState
  place: Place
  incoming: Incoming
  /** Asks where the cell leads. */
  lead(at: number): void
}

export function CellValue({ words: { table: texts }, view, state, place, incoming, lead }: CellProps) {
  const { selection } = state
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'table_kept') return null
  const { given, fragment } = selection.node.attrs
  const column: Partial<Definition> = headCellsOf(place.table)[place.column]?.attrs.rest ?? {}
  const set = (value: unknown) => {
    const tr = setValue(view.state, selection.from, value)
    if (tr) view.dispatch(tr)
  }
  if (fragment) return null
  const clear = given.value !== undefined && (
    <button type="button" class="button plain small" onClick={() => set(undefined)}>
      {texts.clear}
    </button>
  )
  switch (column.type) {
    case 'checkbox':
      return (
        <label class="edit-setting">
          <input
            type="checkbox"
            checked={given.value === true}
            onChange={({ currentTarget }) => set(currentTarget.checked)}
          />
          <span>{texts.value}</span>
        </label>
      )
    case 'number':
    case 'rating':
      return (
        <label class="edit-setting">
          <span>{texts.value}</span>
          <input
            type="number"
            step="any"
            {...(column.type === 'rating' && { min: 0, max: column.max })}
            value={given.value ?? ''}
            onChange={({ currentTarget: { value } }) => set(value === '' ? undefined : Number(value))}
          />
        </label>
      )
    case 'content-ref':
      return (
        <span class="edit-setting">
          <button type="button" class="button plain small" onClick={() => lead(selection.from)}>
            {texts.lead}
          </button>
          {clear}
        </span>
      )
    case 'files':
    case 'image':
      return (
        <span class="edit-setting">
          <label class="button plain small edit-file">
            {texts.upload}
            <input
              type="file"
              accept="image/*"
              class="visually-hidden"
              onChange={({ currentTarget: { files } }) => {
                if (files?.[0]) takePicture(view, files[0], selection.from, column.type === 'image', incoming)
              }}
            />
          </label>
          {clear}
        </span>
      )
    case 'select': {
      const chosen: unknown[] = Array.isArray(given.value) ? given.value : []
      return (
        <label class="edit-setting">
          <span>{texts.value}</span>
          <select
            multiple={column.multiple}
            onChange={({ currentTarget }) => {
              const all = [...currentTarget.selectedOptions]
                .map(({ value }) => value)
                .filter((id) => id !== '')
              set(all.length > 0 ? all : undefined)
            }}
          >
            {!column.multiple && <option value="">{texts.empty}</option>}
            {column.options?.map(({ value, label }) => (
              <option key={value} value={value} selected={chosen.includes(value)}>
                {label || value}
              </option>
            ))}
          </select>
        </label>
      )
    }
    default:
      return null
  }
}

/** Into the cell where it was chosen, wherever that is once it has arrived. */
function takePicture(view: EditorView, file: File, at: number, isOne: boolean, incoming: Incoming) {
  later(view, at, incoming, async (place) => {
    const id = await incoming.upload(file)
    const tr = setValue(view.state, place(), isOne ? { ref: { kind: 'file', file: id } } : [id])
    if (tr) view.dispatch(tr)
  })
}
