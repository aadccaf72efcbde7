import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Block, JSONDocument, Table } from '../document.ts'
import { editMarkdown } from '../edit.ts'
import { sameDocuments } from '../model/same.ts'
import { inlinesOf, inlineText, text } from '../nodes.ts'
import { parseMarkdown } from '../parse.ts'
import { writeMarkdown } from '../write.ts'

function tableIn(source: string): Table {
  const table = parseMarkdown(source).nodes.find((node) => node.type === 'table')
  if (!table) throw new Error('There is no table')
  return table
}

/** What the cells of the first table say, row by row. */
function cellsOf(source: string): string[][] {
  const table = tableIn(source)
  const texts = new Map(
    table.fragments.map(({ fragment, nodes }) => [
      fragment,
      nodes.map((block) => inlineText(inlinesOf(block))).join(' / '),
    ]),
  )
  return Object.values(table.data.records).map(({ values }) =>
    Object.keys(table.data.definition).map((id) => texts.get(String(values[id])) ?? ''),
  )
}

function typesIn(source: string): string[] {
  return tableIn(source).fragments.flatMap(({ nodes }) => nodes.map(({ type }) => type))
}

function withoutNotes(document: JSONDocument): JSONDocument {
  const json = JSON.stringify(document)
  return JSON.parse(json, (name, value) => (name === 'meta' || name === 'key' ? undefined : value))
}

/** The text after its table was changed, whether or not the client sends back what we noted. */
function changed(source: string, change: (table: Table) => Table): string {
  const document = parseMarkdown(source)
  const nodes = document.nodes.map((node) => (node.type === 'table' ? change(node) : node))
  const edited = editMarkdown(source, { ...document, nodes })
  expect(editMarkdown(source, withoutNotes({ ...document, nodes }))).toBe(edited)
  const windows = source.replaceAll('\n', '\r\n')
  expect(editMarkdown(windows, { ...document, nodes })).toBe(edited.replaceAll('\n', '\r\n'))
  return edited
}

function paragraph(content: string): Block {
  return { object: 'block', type: 'paragraph', nodes: [text(content)] }
}

/** The table with a cell that says something else. */
function saying(cell: string, content: string): (table: Table) => Table {
  const [, row = '', column = ''] = /^(r\d+)(c\d+)$/.exec(cell) ?? []
  return (table) => {
    const record = table.data.records[row]
    const records = { ...table.data.records }
    if (record) records[row] = { ...record, values: { ...record.values, [column]: cell } }
    const others = table.fragments.filter(({ fragment }) => fragment !== cell)
    const fragment = { object: 'fragment' as const, fragment: cell, nodes: [paragraph(content)] }
    return { ...table, data: { ...table.data, records }, fragments: [...others, fragment] }
  }
}

function withRows(change: (rows: Table['data']['records']) => Table['data']['records']) {
  return (table: Table): Table => ({
    ...table,
    data: { ...table.data, records: change(table.data.records) },
  })
}

describe('a row with more cells than the header', () => {
  it('holds the rest in its last cell', () => {
    expect(cellsOf('| a | b |\n| - | - |\n| 1 | 2 | 3 | 4 |\n| 5 |\n')).toEqual([
      ['1', '2 | 3 | 4'],
      ['5', ''],
    ])
    expect(cellsOf('a | b\n--|--\n1 | 2 | 3\n')).toEqual([['1', '2 | 3']])
    expect(cellsOf('| a |\n| - |\n| 1 \\| 2 | 3 |\n')).toEqual([['1 | 2 | 3']])
  })

  it('has bars that are text inside of elements', () => {
    expect(cellsOf('| a | b |\n| - | - |\n| x <code>||</code> y | 2 |\n')).toEqual([['x || y', '2']])
    expect(cellsOf('| a | b |\n| - | - |\n| x <code>| y | 2 |\n')).toEqual([['x <code>', 'y | 2']])
  })

  it('keeps all of them when another row is edited, and when it is', () => {
    const source = '| a | b |\n|---|:-:|\n| 1 | 2 | 3 |\n| x <code>||</code> | y |\n| 5 | 6 |\n'
    expect(changed(source, saying('r3c1', 'new'))).toBe(source.replace('| 5 |', '| new |'))
    expect(changed(source, saying('r1c1', 'new'))).toBe(source.replace('| 1 |', '| new |'))
    expect(changed(source, saying('r1c2', '2 | 4'))).toBe(source.replace('2 | 3', '2 | 4'))
    expect(changed(source, saying('r2c2', 'z'))).toBe(source.replace('| y |', '| z |'))
  })
})

describe('editing one cell between pipes', () => {
  it.each([
    ['padding', '| one  | b |\n|:-----|--:|\n| __x__  | two   |\n|y|z|\n'],
    ['no bars at the edges', 'a | b\n:--|:-:\n*x* | two\ny\n'],
    ['a quote', '> | a | b |\n> | - | :-- |\n> | *x* | two |\n>\n> text\n'],
    ['an item', '- text\n\n  |a|b|\n  |-|:-|\n  |*x*|two|\n'],
    ['a hint', '{% hint style="info" %}\n|a|b|\n|-|:-|\n|*x*|two|\n{% endhint %}\n'],
    ['entities and escapes', '| &amp; | b |\n|---|---|\n| a\\_b &nbsp; \\| c | two |\n'],
  ])('keeps every other byte: %s', (_, source) => {
    expect(inWhole(source, 'two', 'new')).toBe(source.replace('two', 'new'))
  })

  it('keeps the bars below each other where there is room', () => {
    const source = '| a      | b   |\n| ------ | --- |\n| one    | two |\n|        | x   |\n'
    expect(changed(source, saying('r1c1', 'three'))).toBe(source.replace('| one    |', '| three  |'))
    expect(changed(source, saying('r2c1', 'new'))).toBe(source.replace('|        |', '| new    |'))
    expect(changed(source, saying('r1c1', 'a longer text'))).toBe(
      source.replace('| one    |', '| a longer text |'),
    )
    expect(changed(source, saying('r1c2', ''))).toBe(source.replace('| two |', '|     |'))
  })

  it('keeps the spelling of what the cell still says', () => {
    const source = '| a |\n|---|\n| __x__ [**y**](u) *z* word |\n'
    expect(inWhole(source, ' word', ' other')).toBe(source.replace('word', 'other'))
  })

  it('fills a row that is too short', () => {
    expect(changed('| a | b | c |\n|---|---|---|\n| 1 |\n', saying('r1c3', 'x'))).toBe(
      '| a | b | c |\n|---|---|---|\n| 1 |  | x |\n',
    )
  })
})

/** Another text in place of one that only one leaf holds. */
function inWhole(source: string, from: string, to: string): string {
  const json = JSON.stringify(parseMarkdown(source))
  expect(json).toContain(`"text":"${from}"`)
  return editMarkdown(source, JSON.parse(json.replace(`"text":"${from}"`, `"text":"${to}"`)))
}

describe('rows, columns and titles of a table between pipes', () => {
  const source = '| a   | b |\n| :-- | - |\n| __1__ | 2 |\n| 3 | *4* |\n'

  it('come and go without the others', () => {
    const without = withRows(({ r1: _, ...rest }) => rest)
    expect(changed(source, without)).toBe(source.replace('| __1__ | 2 |\n', ''))
    const more = withRows((rows) => ({
      ...rows,
      new: { orderIndex: 'a0000z', values: { c1: 'x', c2: '|' } },
    }))
    expect(changed(source, more)).toBe(source.replace('2 |\n', '2 |\n| x | \\| |\n'))
    const none = withRows(() => ({}))
    expect(changed(source, none)).toBe('| a   | b |\n| :-- | - |\n')
  })

  it('are found again by what they say, where their names are others', () => {
    const renamed = withRows(({ r2 }) => ({ r1: { orderIndex: 'a', values: r2?.values ?? {} } }))
    expect(changed(source, renamed)).toBe(source.replace('| __1__ | 2 |\n', ''))
  })

  it('change by themselves', () => {
    const titled = (table: Table): Table => {
      const { c1, ...rest } = table.data.definition
      const definition = c1 ? { c1: { ...c1, title: 'x' }, ...rest } : rest
      return { ...table, data: { ...table.data, definition } }
    }
    expect(changed(source, titled)).toBe(source.replace('| a   |', '| x   |'))
    const aligned = (table: Table): Table => {
      const { c2, ...rest } = table.data.definition
      const definition =
        c2?.type === 'text' ? { ...rest, c2: { ...c2, textAlignment: 'right' as const } } : rest
      return { ...table, data: { ...table.data, definition } }
    }
    expect(changed(source, aligned)).toBe(source.replace('| - |', '| ---: |'))
    const fewer = (table: Table): Table => {
      const { c1: _, ...definition } = table.data.definition
      const view = { ...table.data.view, columns: ['c2'] }
      return { ...table, data: { ...table.data, definition, view } }
    }
    expect(changed(source, fewer)).toContain('| *4* |')
  })
})

describe('elements in a cell between pipes', () => {
  it('are blocks', () => {
    const source =
      '| a |\n|---|\n| <p>x <code>*</code> y <code>*</code></p><p>z</p> |\n| x<ul><li>a</li><li>b</li></ul> |\n' +
      '| <pre><code>a_b</code></pre> |\n| <p>one</p> |\n' +
      '| <ul class="contains-task-list"><li><input type="checkbox" checked>t</li></ul> |\n'
    expect(typesIn(source)).toEqual([
      'paragraph',
      'paragraph',
      'paragraph',
      'list-unordered',
      'code',
      'paragraph',
      'list-tasks',
    ])
    expect(cellsOf(source)[0]).toEqual(['x * y * / z'])
    const document = parseMarkdown(source)
    expect(sameDocuments(parseMarkdown(writeMarkdown(document)), document)).toBe(true)
    expect(inWhole(source, 'z', 'new')).toBe(source.replace('z<', 'new<'))
    expect(inWhole(source, 'b', 'new')).toBe(source.replace('b<', 'new<'))
    expect(inWhole(source, 'one', 'new')).toBe(source.replace('one', 'new'))
  })

  it('stay text beside Markdown, which counts there', () => {
    expect(cellsOf('| a |\n|---|\n| <p>x **y**</p> |\n')).toEqual([['<p>x y</p>']])
  })
})

describe('a table of elements', () => {
  const source =
    '<table data-view="cards" data-own><thead>\n<tr><th>A</th><th width="20">B</th></tr>\n</thead>\n<tbody>\n' +
    '  <tr>\n    <td><b>x</b> one</td>\n    <td><p><pre>\nlines\n  of code\n</pre></p></td></tr>\n' +
    '  <tr><td>two</td></tr>\n</tbody></table>\n'

  it('changes in the cell that was edited', () => {
    expect(inWhole(source, ' one', ' new')).toBe(source.replace(' one', ' new'))
    expect(changed(source, saying('r2c1', 'new'))).toBe(source.replace('two', 'new'))
    expect(changed(source, saying('r2c2', 'new'))).toBe(source.replace('two</td>', 'two</td><td>new</td>'))
  })

  it('reads code in a paragraph as code, and writes it as it was', () => {
    expect(typesIn(source)).toContain('code')
    const again = writeMarkdown(parseMarkdown(source))
    expect(again).toContain('<td><pre>\nlines\n  of code\n</pre></td>')
    expect(writeMarkdown(parseMarkdown(again))).toBe(again)
  })

  it('holds text where a cell does not fit the type of its column', () => {
    const table = (...cells: string[]) =>
      `<table><thead><tr><th data-type="number">N</th><th data-type="checkbox">C</th></tr></thead><tbody><tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr></tbody></table>\n`
    const source = table('10 <b>GB</b>', 'yes')
    expect(cellsOf(source)).toEqual([['10 GB', 'yes']])
    expect(changed(source, saying('r1c2', 'no'))).toBe(table('10 <b>GB</b>', 'no'))
    const valued = withRows(() => ({ r1: { orderIndex: 'a', values: { c1: 10, c2: true } } }))
    expect(changed(source, valued)).toBe(table('10', '<input type="checkbox" checked>'))
    expect(changed(table('10', ''), saying('r1c1', 'ten'))).toBe(table('ten', ''))
  })

  it('gets and loses rows', () => {
    const more = withRows((rows) => ({ ...rows, new: { orderIndex: 'z', values: { c1: 'x', c2: '' } } }))
    expect(changed(source, more)).toBe(
      source.replace('two</td></tr>', 'two</td></tr>\n  <tr><td>x</td><td></td></tr>'),
    )
    expect(
      changed(
        source,
        withRows(({ r2: _, ...rest }) => rest),
      ),
    ).toBe(source.replace('\n  <tr><td>two</td></tr>', ''))
  })

  it('has no type for what is told by its options', () => {
    const select =
      '<table><thead><tr><th>A<select><option value="x" label="X"></option></select></th></tr></thead><tbody><tr><td><span data-option="x">X</span></td></tr></tbody></table>\n'
    expect(writeMarkdown(withoutNotes(parseMarkdown(select)))).not.toContain('data-type')
    expect(writeMarkdown(parseMarkdown(select))).toBe(select)
  })
})

const cell = fc
  .array(
    fc.constantFrom(
      'a',
      '*b*',
      '__c__',
      '`d`',
      '\\|',
      '<br>',
      '<code>e</code>',
      '[f](g.md)',
      '&amp;',
      '\\_',
      'é',
      '日本',
    ),
    { maxLength: 3 },
  )
  .map((parts) => parts.join(' '))
const row = fc
  .tuple(fc.array(cell, { minLength: 1, maxLength: 5 }), fc.constantFrom(' ', '', '  '))
  .map(([cells, blanks]) => `|${cells.map((each) => blanks + each + blanks).join('|')}|`)
const rules = fc.constantFrom('|---|:-:|', '| :-- | --: |', '|-|-|')
const tables = fc
  .tuple(rules, fc.array(row, { minLength: 1, maxLength: 6 }))
  .map(([rule, rows]) => ['| one | __two__ |', rule, ...rows, ''].join('\n'))

describe('any table between pipes', () => {
  it('changes in one line when one cell is edited', () => {
    fc.assert(
      fc.property(tables, fc.nat(), fc.boolean(), (source, at, isBare) => {
        const row = at % Object.keys(tableIn(source).data.records).length
        const document = parseMarkdown(source)
        const nodes = document.nodes.map((node) =>
          node.type === 'table' ? saying(`r${row + 1}c${1 + (at % 2)}`, 'new words')(node) : node,
        )
        const wanted = { ...document, nodes }
        const edited = editMarkdown(source, isBare ? withoutNotes(wanted) : wanted)
        const lines = source.split('\n')
        expect(edited.split('\n').toSpliced(row + 2, 1)).toEqual(lines.toSpliced(row + 2, 1))
        expect(cellsOf(edited)[row]?.[at % 2]).toBe('new words')
        expect(cellsOf(edited)[row]?.[1 - (at % 2)]).toBe(cellsOf(source)[row]?.[1 - (at % 2)])
      }),
    )
  })
})
