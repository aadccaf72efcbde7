import { describe, expect, it } from 'vitest'
import type { Block, JSONDocument, ListItem } from '../document.ts'
import { editMarkdown } from '../edit.ts'
import { childrenOf, text } from '../nodes.ts'
import { parseMarkdown } from '../parse.ts'

/** The text after the given words were changed in its document, with either kind of line ends. */
function reworded(source: string, from: string, to: string, change = (json: string) => json): string {
  const [plain, windows] = ['\n', '\r\n'].map((eol) => {
    const before = source.replaceAll('\n', eol)
    const json = JSON.stringify(parseMarkdown(before)).replace(`"text":"${from}"`, `"text":"${to}"`)
    return editMarkdown(before, JSON.parse(change(json)))
  })
  expect(windows).toBe(plain?.replaceAll('\n', '\r\n'))
  return plain ?? ''
}

function withoutNotes(json: string): string {
  return JSON.stringify(
    JSON.parse(json, (name, value) => (name === 'meta' || name === 'key' ? undefined : value)),
  )
}

/** The text after the items of its first list were changed. */
function rearranged(source: string, change: (items: ListItem[]) => ListItem[]): string {
  const document = parseMarkdown(source)
  const nodes = document.nodes.map((node): Block => ('nodes' in node ? changed(node, change) : node))
  return editMarkdown(source, { ...document, nodes })
}

function changed(block: Block, change: (items: ListItem[]) => ListItem[]): Block {
  if (block.type === 'list-unordered' || block.type === 'list-ordered' || block.type === 'list-tasks')
    return { ...block, nodes: change(block.nodes) }
  if (block.type !== 'hint' && block.type !== 'blockquote') return block
  return { ...block, nodes: block.nodes.map((node) => changed(node, change)) }
}

function item(content: string, ...more: Block[]): ListItem {
  return { object: 'block', type: 'list-item', nodes: [paragraph(content), ...more] }
}

function paragraph(content: string): Block {
  return { object: 'block', type: 'paragraph', nodes: [text(content)] }
}

function agrees(edited: string, wanted: JSONDocument): boolean {
  const said = (blocks: readonly Block[]): unknown =>
    blocks.map((block) => [block.type, 'nodes' in block ? said(childrenOf(block)) : []])
  return JSON.stringify(said(parseMarkdown(edited).nodes)) === JSON.stringify(said(wanted.nodes))
}

describe('editing one item', () => {
  it.each([
    ['dashes', '- one\n- two\n- three\n'],
    ['pluses', '+ one\n+ two\n+ three\n'],
    ['dashes with blank lines', '- one\n\n- two\n\n\n- three\n'],
    ['wide dashes', '-   one\n-   two\n- three\n'],
    ['dashes not at the edge', 'text\n\n  - one\n  - two\n - three\n'],
    ['tasks', '- [ ] one\n- [x] two\n- [X] three\n'],
    ['parentheses', '1) one\n2) two\n3) three\n'],
    ['one number for all', '1. one\n1. two\n1. three\n'],
    ['any numbers', '3. one\n7. two\n04. three\n'],
    ['nested dashes', '- a\n  - one\n  - two\n    - three\n- b\n'],
    ['dashes nested by four', '- a\n    - one\n    - two\n\n        - three\n- b\n'],
    ['an item right in an item', '- - one\n  - two\n  - three\n- b\n'],
    ['a list in a hint', '{% hint style="info" %}\n- one\n- two\n{% endhint %}\n'],
    ['a hint in a list', '- one\n\n  {% hint style="info" %}\n  - odd\n  - two\n  {% endhint %}\n- three\n'],
    ['a list in a quote', '> - one\n> - two\n>\n> __three__\n'],
    ['a quote in a list', '- one\n\n  > __odd__\n  >\n  > two\n- three\n'],
    ['code beside the text', '- one\n\n  ~~~js\n  code\n\n  more\n  ~~~\n\n  two\n- three\n'],
    ['a text below its marker', '- one\n-\n  two\n- three\n'],
    ['blanks in blank lines', '- one  \n  \n- two\n \n- three\n'],
    ['a list and a reference', '- one [a][r]\n- two\n\n[r]: x.md\n'],
  ])('keeps every other line: %s', (_, source) => {
    expect(reworded(source, 'two', 'new')).toBe(source.replace('two', 'new'))
    expect(reworded(source, 'two', 'new', withoutNotes)).toBe(source.replace('two', 'new'))
  })

  it('changes code and keeps the text above it', () => {
    const source = '- __one__\n\n  ```js\n  a\n\n  b\n  ```\n- two\n'
    expect(reworded(source, 'b', 'c')).toBe(source.replace('b\n', 'c\n'))
  })

  it('puts further lines below the first', () => {
    const source = '-   one\n-   two\n'
    expect(reworded(source, 'two', 'a\\nb')).toBe('-   one\n-   a\\\n    b\n')
    expect(reworded('> 1) one\n> 2) two\n', 'one', 'a\\nb')).toBe('> 1) a\\\n>    b\n> 2) two\n')
  })

  it('ticks a box', () => {
    const ticked = (json: string) => json.replace('"checked":false', '"checked":true')
    const source = '- [x] one\n-  [ ] two\n- [ ] three\n'
    expect(reworded(source, '', '', ticked)).toBe(source.replace('[ ] two', '[x] two'))
  })

  it('gets a box, or loses it', () => {
    const tasks = (json: string) =>
      json
        .replace('list-unordered', 'list-tasks')
        .replaceAll('"type":"list-item"', '"type":"list-item","data":{"checked":true}')
    expect(reworded('-   one\n-   two\n', '', '', tasks)).toBe('-   [x] one\n-   [x] two\n')
    const plain = (json: string) =>
      json.replace('list-tasks', 'list-unordered').replaceAll('"checked":true', '')
    expect(reworded('- [x] one\n- [x] two\n', '', '', plain)).toBe('- one\n- two\n')
  })

  it('keeps lines that only lazily belong to an item', () => {
    const source = '- one\nlazy\n- two\n  * three\nlazy too\n'
    expect(reworded(source, 'two', 'new')).toBe(source.replace('two', 'new'))
    expect(reworded(source, 'one lazy', 'new')).toBe(source.replace('one\nlazy', 'new'))
  })

  it('keeps tabs that tell how far an item reaches', () => {
    const source = '- one\n-\ttwo\n\n\tmore\n- __three__\n'
    expect(reworded(source, 'two', 'new')).toBe(source.replace('two', 'new'))
  })
})

describe('items that come and go', () => {
  it('have the marker of their list', () => {
    const between = (items: ListItem[]) => items.toSpliced(1, 0, item('new', paragraph('more')))
    expect(rearranged('- a\n- b\n', between)).toBe('- a\n- new\n\n  more\n- b\n')
    expect(rearranged('+   a\n\n+   b\n', between)).toBe('+   a\n\n+   new\n\n    more\n\n+   b\n')
    expect(rearranged('> - a\n> - b\n', between)).toBe('> - a\n> - new\n>\n>   more\n> - b\n')
    expect(rearranged('- [x] a\n- [x] b\n', between)).toBe('- [x] a\n- [ ] new\n\n  more\n- [x] b\n')
    expect(rearranged('- a', (items) => [item('new'), ...items, item('end')])).toBe('- new\n- a\n- end')
    expect(rearranged('- a\r\n- b\r\n', between)).toBe('- a\r\n- new\r\n\r\n  more\r\n- b\r\n')
  })

  it('take only their lines with them', () => {
    const without = (at: number) => (items: ListItem[]) => items.toSpliced(at, 1)
    const source = '- a\n  more\n- b\n\n- __c__\n'
    expect(rearranged(source, without(0))).toBe('- b\n\n- __c__\n')
    expect(rearranged(source, without(1))).toBe('- a\n  more\n\n- __c__\n')
    expect(rearranged(source, without(2))).toBe('- a\n  more\n- b\n')
    expect(rearranged('> * a\n> * b\n>\n> c\n', without(1))).toBe('> * a\n>\n> c\n')
  })

  it('change places', () => {
    expect(rearranged('- a\n  1) x\n- b\n', (items) => items.toReversed())).toBe('- b\n- a\n  1) x\n')
  })

  it('are counted where all were', () => {
    const second = (items: ListItem[]) => items.toSpliced(1, 0, item('new'))
    expect(rearranged('1) a\n2) b\n3) c\n', second)).toBe('1) a\n2) new\n3) b\n4) c\n')
    expect(rearranged('1) a\n2) b\n3) c\n', (items) => items.slice(1))).toBe('1) b\n2) c\n')
    expect(rearranged('4. a\n5. b\n', (items) => items.slice(1))).toBe('4. b\n')
    expect(rearranged('1. a\n1. b\n1. c\n', second)).toBe('1. a\n1. new\n1. b\n1. c\n')
    expect(rearranged('1. a\n1. b\n1. c\n', (items) => items.slice(1))).toBe('1. b\n1. c\n')
    expect(rearranged('1. a\n3. b\n7. c\n', second)).toBe('1. a\n2. new\n3. b\n7. c\n')
  })

  it('move what stands below a number that grew or shrank', () => {
    const [few, many] = ['8. a\n9. b\n   - x\n\n     y\n', '8. a\n9. new\n10. b\n    - x\n\n      y\n']
    expect(rearranged(few, (items) => items.toSpliced(1, 0, item('new')))).toBe(many)
    expect(rearranged(many, (items) => items.toSpliced(1, 1))).toBe(few)
  })

  it('may hold a list of their own', () => {
    const [list] = parseMarkdown('* x').nodes
    const below = (items: ListItem[]) =>
      items.map((each) => (list ? { ...each, nodes: [...each.nodes, list] } : each))
    expect(rearranged('- a\n- b\n', below)).toBe('- a\n  * x\n- b\n  * x\n')
  })
})

describe('editing in a quote', () => {
  it('changes the lines of the paragraph that changed', () => {
    const source = '> __one__\n> more\n>\n> two\n>\n>    * three\nlazy\n'
    expect(reworded(source, 'two', 'new\\nline')).toBe(source.replace('two', 'new\\\n> line'))
    expect(reworded('>one\n>\n>two\n', 'two', 'new')).toBe('>one\n>\n>new\n')
    expect(reworded('> > one\n> >\n> > two\n>\n> three\n', 'two', 'new')).toBe(
      '> > one\n> >\n> > new\n>\n> three\n',
    )
  })

  it('leaves the first line of an alert alone', () => {
    const source = '> [!NOTE]\n> one\n'
    expect(reworded(source, '[!NOTE] one', '[!NOTE] two')).toBe(source.replace('one', 'two'))
    expect(reworded(source, '[!NOTE] one', '[!NOTE] two', withoutNotes)).toBe(source.replace('one', 'two'))
    expect(reworded(source, '[!NOTE] one', '[!NOTE]')).toBe('> [!NOTE]\n')
    expect(reworded('> a [!NOTE]\n', 'a [!NOTE]', 'b [!NOTE]')).toBe('> b [!NOTE]\n')
    expect(reworded('> [!NOTE]\n>\n> - one\n', 'one', 'two')).toBe('> [!NOTE]\n>\n> - two\n')
  })

  it('adds and removes blocks', () => {
    const source = '> * a\n>\n> b\n'
    const document = parseMarkdown(source)
    const [quote] = document.nodes
    const inside = (change: (nodes: Block[]) => Block[]) =>
      quote?.type === 'blockquote'
        ? { ...document, nodes: [{ ...quote, nodes: change(quote.nodes) }] }
        : document
    expect(
      editMarkdown(
        source,
        inside((nodes) => [...nodes, paragraph('c')]),
      ),
    ).toBe(`${source}>\n> c\n`)
    expect(
      editMarkdown(
        source,
        inside((nodes) => nodes.slice(1)),
      ),
    ).toBe('> b\n')
    const empty = inside(() => [])
    expect(agrees(editMarkdown(source, empty), parseMarkdown('>'))).toBe(true)
  })
})

describe('the form of a block', () => {
  it.each([
    ['an underlined heading', 'Title\n=====\n\nOne\n---\ntext\n', 'One'],
    ['an underlined heading in a quote', '> One\n> ===\n', 'One'],
    ['a fence of tildes', '- a\n\n~~~js\nOne\n```\n~~~\n', 'One'],
    ['a long fence', '- a\n\n  ````js\n  One\n  ````\n', 'One'],
    ['indented code', 'a\n\n    One\n\n      more\n\nb\n', 'One'],
    ['indented code in an item', '- a\n\n      One\n      more\n', 'One'],
    ['lines that end with blanks', 'a  \nOne  \nb\n', 'a\\nOne\\nb'],
  ])('stays when its words change: %s', (_, source, words) => {
    const now = words.replace('One', 'Two')
    expect(reworded(source, words, now)).toBe(source.replace('One', 'Two'))
    expect(reworded(source, words, now, withoutNotes)).toBe(source.replace('One', 'Two'))
  })

  it('changes when the words cannot have it', () => {
    expect(reworded('One\n---\n', 'One', '- Two')).toBe('## - Two\n')
    expect(reworded('a\n\n    One\n', 'One', ' ')).toBe('a\n\n```\n \n```\n')
    expect(reworded('~~~\nOne\n~~~\n', 'One', '~~~~')).toBe('```\n~~~~\n```\n')
  })
})
