// Cells with files and the pictures of cards name files by their ids alone: what such a column holds, its title says.
// As the editor holds a table, and as a document does where a table is kept whole.

/** Targets of what is no file of a space have more than letters and digits. */
const ID = /^[\w-]+$/

/** Puts another name in place of each file in the cells of what is a table; answers it. */
export function renameFilesIn(held: object, rename: (file: string) => string): object {
  if (field(held, 'type') !== 'table') return held
  const [head, ...rows] = listOf(field(held, 'content'))
  for (const row of rows)
    for (const [at, cell] of listOf(field(row, 'content')).entries())
      if (isFiles(titleAt(head, at))) renameIn(givenOf(cell), 'value', rename)
  const data = field(held, 'data')
  for (const [column, said] of entriesOf(field(data, 'definition')))
    if (isFiles(said))
      for (const [, record] of entriesOf(field(data, 'records')))
        renameIn(field(record, 'values'), column, rename)
  return held
}

const titleAt = (head: unknown, at: number) =>
  field(field(listOf(field(head, 'content'))[at], 'attrs'), 'rest')
const givenOf = (cell: unknown) => field(field(cell, 'attrs'), 'given')
const isFiles = (column: unknown) => field(column, 'type') === 'files'

function renameIn(holder: unknown, name: string, rename: (file: string) => string) {
  const names = field(holder, name)
  if (typeof holder !== 'object' || holder === null || !Array.isArray(names)) return
  const renamed = names.map((entry) => (typeof entry === 'string' && ID.test(entry) ? rename(entry) : entry))
  Object.assign(holder, { [name]: renamed })
}

function field(holder: unknown, name: string): unknown {
  return typeof holder === 'object' && holder !== null && Object.hasOwn(holder, name)
    ? Reflect.get(holder, name)
    : undefined
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : []
