import { describe, expect, it } from 'vitest'
import { htmlPage } from './page.ts'

const pageOf = (source: string) => htmlPage(source, { targetOf: (target) => target })

describe('more elements than a call takes arguments', () => {
  const MANY = 150_000

  it.each<[string, string, string]>([
    ['images in a line', '', '<img src=a>'],
    ['paragraphs of a meaning', '<dl><dt>a<dd>', '<p>b</p>'],
    ['cells of an old panel', '<div class="panelMacro"><table class="infoMacro"><tr>', '<td>'],
  ])('are read: %s', (_, before, piece) => {
    expect(() => pageOf(before + piece.repeat(MANY))).not.toThrow()
  })
})

describe('code', () => {
  it('of more lines than fit into memory is refused, and the refusal says how many there may be', () => {
    expect(() => pageOf(`<pre>a${'\n'.repeat(500_000)}b</pre>`)).toThrow(
      'code of 500,001 lines; at most 100,000 are imported',
    )
  })
})

describe('a table', () => {
  const wide = (columns: number, rows: number) =>
    `<table><tr>${'<th>a'.repeat(columns)}</tr>${'<tr><td>b'.repeat(rows)}</table>`

  it('of more cells than are written is refused, and the refusal says how many there may be', () => {
    expect(() => pageOf(wide(1_000, 10_000))).toThrow(
      'a table of 1,000 columns and 10,001 rows; at most 200,000 cells are imported',
    )
  })

  it('of fewer is a table, however wide', () => {
    expect(pageOf(wide(1_000, 150)).markdown).toContain('| b |')
  })
})
