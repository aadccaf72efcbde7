import { describe, expect, it } from 'vitest'
import type { Table } from '../../../../engines/markdown/document.ts'
import { parseMarkdown } from '../../../../engines/markdown/parse.ts'
import { renameFilesIn } from './copied-files.ts'

/** A column of files and one of words, which say the same. */
const MARKDOWN = `<table data-view="cards"><thead><tr><th></th><th data-type="files"></th></tr></thead><tbody><tr><td>plan</td><td><a href="plan">plan</a><a href="https://example.org/plan">plan</a></td></tr></tbody></table>\n`

const isTable = (block: { type: string }): block is Table => block.type === 'table'

describe('a table that is kept whole', () => {
  it('has its files under their new names, and nothing else', () => {
    const table = parseMarkdown(MARKDOWN).nodes.find(isTable)
    if (!table) throw new Error('No table')
    const [files = ''] = Object.entries(table.data.definition).flatMap(([id, { type }]) =>
      type === 'files' ? [id] : [],
    )
    const [record] = Object.values(table.data.records)
    if (!record) throw new Error('No row')
    // The API answers ids of files.
    record.values[files] = ['plan', 'https://example.org/plan']
    const before = structuredClone(table)
    renameFilesIn(table, (file) => `${file}-here`)
    expect(record.values[files]).toEqual(['plan-here', 'https://example.org/plan'])
    record.values[files] = ['plan', 'https://example.org/plan']
    expect(table).toEqual(before)
  })
})
