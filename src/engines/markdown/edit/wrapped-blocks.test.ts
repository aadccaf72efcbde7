import { describe, expect, it } from 'vitest'
import type { Block, JSONDocument } from '../document.ts'
import { editMarkdown } from '../edit.ts'
import { parseMarkdown } from '../parse.ts'

const LIST = '* __one__\n* two  \n  more'
const condition = (...nodes: Block[]): Block => ({
  object: 'block',
  type: 'if',
  data: { expression: 'visitor.claims.a' },
  nodes,
})
const hint = (...nodes: Block[]): Block => ({ object: 'block', type: 'hint', data: { style: 'info' }, nodes })

function changed(text: string, change: (nodes: Block[]) => Block[]): string {
  const [unix, windows] = ['\n', '\r\n'].map((eol) => {
    const before = text.replaceAll('\n', eol)
    const document = parseMarkdown(before)
    const wanted: JSONDocument = { ...document, nodes: change(document.nodes) }
    return editMarkdown(before, wanted)
  })
  expect(windows).toBe(unix?.replaceAll('\n', '\r\n'))
  return unix ?? ''
}

describe('blocks that come into a tag', () => {
  it.each([
    ['alone', LIST, LIST],
    ['from among others', `First *a*\n\n${LIST}\n\nLast _b_  \n`, LIST],
  ])('stay as they are spelt, %s', (_, text, part) => {
    for (const [wrap, open, close] of [
      [condition, '{% if visitor.claims.a %}', '{% endif %}'],
      [hint, '{% hint style="info" %}', '{% endhint %}'],
    ] as const)
      expect(
        changed(text, (nodes) => nodes.map((node) => (node.type === 'list-unordered' ? wrap(node) : node))),
      ).toBe(text.replace(part, `${open}\n${part}\n${close}`))
  })

  it('may be several, with what is between them', () => {
    expect(
      changed(`__a__\n\n\n* b  \n\nc`, ([first, second, ...rest]) => [
        condition(...[first, second].filter((node) => node !== undefined)),
        ...rest,
      ]),
    ).toBe('{% if visitor.claims.a %}\n__a__\n\n\n* b  \n{% endif %}\n\nc')
  })

  it('may be changed at once, or be beside new ones', () => {
    expect(
      changed(`${LIST}\n\n__b__`, ([list, text]) => [
        condition(
          ...([list, { ...list, key: undefined }, text].filter((node) => node !== undefined) as Block[]),
        ),
      ]),
    ).toMatch(/^\{% if visitor\.claims\.a %\}\n\* __one__\n\* two {2}\n {2}more\n/)
  })
})

describe('blocks that come out of a tag', () => {
  it.each(['{% if visitor.claims.a %}', '{% hint style="info" %}'])('%s stay as they are spelt', (open) => {
    const close = open.includes('hint') ? '{% endhint %}' : '{% endif %}'
    const text = `First *a*\n\n${open}\n${LIST}\n\n__b__\n${close}\n\nLast _b_  \n`
    const out = changed(text, (nodes) =>
      nodes.flatMap((node) => (node.type === 'if' || node.type === 'hint' ? node.nodes : [node])),
    )
    expect(out).toBe(`First *a*\n\n${LIST}\n\n__b__\n\nLast _b_  \n`)
  })

  it('whatever a client remembers of them', () => {
    const text = '{% if visitor.claims.a %}\n* __one__\n* two  \n{% endif %}'
    const bare = (nodes: Block[]): Block[] =>
      JSON.parse(JSON.stringify(nodes), (name, value: unknown) =>
        name === 'meta' || name === 'key' ? undefined : value,
      )
    expect(changed(text, ([first]) => (first?.type === 'if' ? bare(first.nodes) : []))).toBe(
      '* __one__\n* two  ',
    )
  })
})
