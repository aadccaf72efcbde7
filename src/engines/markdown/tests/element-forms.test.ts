import { describe, expect, it } from 'vitest'
import { editMarkdown } from '../edit.ts'
import { sameDocuments } from '../model/same.ts'
import { parseMarkdown } from '../parse.ts'
import { writeMarkdown } from '../write.ts'

/** Another word in the text, whether or not the client sends back what we noted. */
function reworded(source: string, from: string, to: string): string {
  const json = JSON.stringify(parseMarkdown(source)).replace(from, to)
  const bare = JSON.parse(json, (name, value) => (name === 'meta' || name === 'key' ? undefined : value))
  const edited = editMarkdown(source, JSON.parse(json))
  expect(editMarkdown(source, bare)).toBe(edited)
  return edited
}

function survives(source: string): boolean {
  const document = parseMarkdown(source)
  return sameDocuments(parseMarkdown(writeMarkdown(document)), document)
}

const HINT = '<div data-gb-custom-block data-tag="hint" data-style="info" class="hint hint-info">'

describe('a hint that is an element', () => {
  it.each([
    ['on one line', `1. a\n\n   ${HINT}<p><strong>b</strong> one</p><p>two</p></div>\n2. c\n`],
    ['on several', `* a\n\n  ${HINT}\n    <p>one two</p>\n  </div>\n* c\n`],
  ])('is a hint: %s', (_, source) => {
    const [list] = parseMarkdown(source).nodes
    expect(JSON.stringify(list)).toContain('"type":"hint"')
    expect(survives(source)).toBe(true)
    expect(reworded(source, 'two', 'new')).toBe(source.replace('two', 'new'))
  })

  it('is text where there is Markdown between blank lines', () => {
    const source = `${HINT}\n\nText\n\n</div>\n`
    expect(JSON.stringify(parseMarkdown(source))).not.toContain('"type":"hint"')
  })

  it('is a tag when it holds what no element can', () => {
    const math = {
      object: 'block' as const,
      type: 'math' as const,
      data: { formula: 'x' },
      isVoid: true as const,
    }
    const [hint] = parseMarkdown(`${HINT}<p>one</p></div>\n`).nodes
    const nodes = hint?.type === 'hint' ? [{ ...hint, nodes: [math] }] : []
    const written = writeMarkdown({ object: 'document', data: {}, nodes })
    expect(written).toBe('{% hint style="info" %}\n$$\nx\n$$\n{% endhint %}\n')
  })
})

describe('an emoji that is an element', () => {
  const emoji = '<span data-gb-custom-inline data-tag="emoji" data-code="26a0">⚠️</span>'

  it.each([
    ['in a line', `${emoji} one\n`],
    ['in a cell of pipes', `| a |\n| --- |\n| ${emoji} one |\n`],
    [
      'in a cell of elements',
      `<table><thead><tr><th>A</th></tr></thead><tbody><tr><td>${emoji} one</td></tr></tbody></table>\n`,
    ],
  ])('may have a sign that asks for colours: %s', (_, source) => {
    expect(JSON.stringify(parseMarkdown(source))).toContain('"type":"emoji","data":{"code":"26a0"}')
    expect(writeMarkdown(parseMarkdown(source))).toBe(source)
    expect(reworded(source, 'one', 'new')).toBe(source.replace('one', 'new'))
  })
})

describe('details', () => {
  const source = '<details open>\n<summary>The <b>title</b></summary>\n__a__ one\n\n* x\n* two\n</details>\n'

  it('change in the block that was edited', () => {
    expect(reworded(source, '" one"', '" new"')).toBe(source.replace('one', 'new'))
    expect(reworded(source, 'two', 'new')).toBe(source.replace('two', 'new'))
    expect(reworded(source, 'The ', 'Their ')).toContain('\n__a__ one\n\n* x\n* two\n</details>\n')
  })

  it('do so in a list and in a quote', () => {
    const inList = source.replace(/^(?=.)/gm, '  ')
    const item = `- a\n\n${inList}- b\n`
    expect(reworded(item, 'two', 'new')).toBe(item.replace('two', 'new'))
    const quote = `${source.trimEnd().replace(/^/gm, '> ').replaceAll('> \n', '>\n')}\n`
    expect(reworded(quote, 'two', 'new')).toBe(quote.replace('two', 'new'))
  })
})

describe('a paragraph in which a word changed', () => {
  it.each([
    ['line ends', 'one two\nthree four\nfive\n'],
    ['a mark inside of a link', 'one [**x**](u) two\n'],
    ['other marks', '*a* __b__ two ***c***\n'],
    ['entities, escapes and blanks', 'a&nbsp;b \\- c two  \nd &copy; e\n'],
    ['references', 'see [a][r] two <https://x.example>\n\n[r]: x.md\n'],
  ])('is spelt as it was: %s', (_, source) => {
    const word = /\btwo\b/
    const json = JSON.stringify(parseMarkdown(source)).replace(word, 'new')
    expect(editMarkdown(source, JSON.parse(json))).toBe(source.replace(word, 'new'))
    const longer = JSON.stringify(parseMarkdown(source)).replace(word, 'two more words')
    expect(editMarkdown(source, JSON.parse(longer))).toBe(source.replace(word, 'two more words'))
  })
})
