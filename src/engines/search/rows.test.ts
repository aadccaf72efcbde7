import { describe, expect, it } from 'vitest'
import { rowsOf } from './rows.ts'

const page = { id: 'p', title: 'Page', description: undefined }
const space = { space: '1', variables: {} }
const shown = (text: string) => ({ text, body: null, included: new Map(), hasMissing: false })
const headings = (count: number) => Array.from({ length: count }, (_, at) => `# word${at}\n\n`).join('')

describe('a page of many headings', () => {
  it('has no more sections than others wait for, and all of it is found', () => {
    const rows = rowsOf(space, page, shown(headings(5_000)))
    expect(rows.length).toBeLessThan(2_010)
    expect(rows.map(({ body }) => body).join('\n')).toContain('word4999')
  })

  it('has a section for each where there are fewer', () => {
    expect(rowsOf(space, page, shown(headings(100)))).toHaveLength(101)
  })
})
