// A table cannot hold what its model cannot: titles are words, cells are one line of text, or kept as they are.
import type { NodeSpec } from 'prosemirror-model'

const apart = { isolating: true, defining: true }

export const tableSpecs: Record<string, NodeSpec> = {
  table: {
    attrs: { id: { default: null }, rest: { default: null } },
    content: 'table_head table_row*',
    group: 'block',
    ...apart,
    toDOM: () => ['div', { class: 'table' }, ['table', ['tbody', 0]]],
  },
  table_head: { content: '(table_title | table_title_kept)+', ...apart, toDOM: () => ['tr', 0] },
  /** `rest` is what the definition of the column says beside its name and title; null for text. */
  table_title: {
    attrs: { name: { default: null }, rest: { default: null } },
    content: 'text*',
    marks: '',
    ...apart,
    toDOM: () => ['th', { scope: 'col' }, 0],
  },
  /** One that is written with more than words: it is edited as Markdown. */
  table_title_kept: {
    attrs: { name: { default: null }, rest: { default: null }, title: { default: '' } },
    atom: true,
    draggable: false,
    ...apart,
    toDOM: ({ attrs }) => ['th', { scope: 'col', class: 'kept' }, attrs.title],
  },
  table_row: {
    attrs: { name: { default: null }, rest: { default: null } },
    content: '(table_cell | table_kept)+',
    ...apart,
    toDOM: () => ['tr', 0],
  },
  /**
   * `given` is what an empty cell was said to be, `rest` and `paragraph` what is said of its text beside the words;
   * `holdsNothing` where it is a paragraph without any.
   */
  table_cell: {
    attrs: {
      given: { default: {} },
      rest: { default: null },
      paragraph: { default: null },
      holdsNothing: { default: false },
    },
    content: 'inline*',
    ...apart,
    toDOM: () => ['td', 0],
  },
  table_kept: {
    attrs: { given: { default: {} }, fragment: { default: null } },
    atom: true,
    selectable: true,
    draggable: false,
    ...apart,
    toDOM: () => ['td', { class: 'kept' }],
  },
}
