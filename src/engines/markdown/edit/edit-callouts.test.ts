import { describe, expect, it } from 'vitest'
import type { JSONDocument } from '../document.ts'
import { blocksOf, editMarkdown, revertBlocks } from '../edit.ts'
import { replaceTargets } from '../links.ts'
import { parseMarkdown } from '../parse.ts'
import { publicDocument } from '../public-document.ts'

// Callouts of other tools, and tags that share their lines: blocks like any other, with their places in the source.

const BEFORE = '- keep\n- *this*\n\n'
const AFTER = '\n\n__And__ this.\n'

const FORMS = [
  '!!! note "T"\n\n    Words one.\n\n    - a',
  '??? note\n    Words one.',
  ':::note\nWords one.\n:::',
  '::: details More\n\nWords one.\n\n:::',
  '=== "A"\n\n    Words one.\n\n=== "B"\n\n    Two.',
  '<Tabs>\n<TabItem value="a">\n\nWords one.\n\n</TabItem>\n</Tabs>',
  '{% hint style="tip" %} Words one. {% endhint %}',
  '{% tabs %}{% tab title="A" %}\nWords one.\n{% endtab %}{% endtabs %}',
  '<details><summary>A</summary>Words one.</details>',
  '<details>\n<summary>\n  A\n</summary>\n\nWords one.\n\n</details>',
  '1. a\n\n    !!! tip\n        Words one.\n\n2. b',
  '{% updates %}\n{% update date="2026-01-31" %}\nWords one.\n{% endupdate %}\n{% endupdates %}',
]

function shown(text: string): JSONDocument {
  return publicDocument(parseMarkdown(text))
}

function reworded(text: string, from: string, to: string): JSONDocument {
  return JSON.parse(JSON.stringify(shown(text)).replace(`"text":"${from}"`, `"text":"${to}"`))
}

describe.each(['\n', '\r\n'])('lines that end with %j', (eol) => {
  const page = (form: string) => (BEFORE + form + AFTER).replaceAll('\n', eol)

  it.each(FORMS)('a document that is sent back changes nothing: %j', (form) => {
    const bare = JSON.stringify(shown(page(form)), (name, value: unknown) =>
      name === 'meta' || name === 'key' ? undefined : value,
    )
    expect(editMarkdown(page(form), shown(page(form)))).toBe(page(form))
    expect(editMarkdown(page(form), JSON.parse(bare))).toBe(page(form))
  })

  it.each(FORMS)('another word changes no other line: %j', (form) => {
    const edited = editMarkdown(page(form), reworded(page(form), 'Words one.', 'Words two.'))
    expect(edited).toBe(page(form).replace('one', 'two'))
  })
})

it('is written in our own form when more than words changed', () => {
  const document = shown(`${BEFORE}!!! note "T"\n\n    Words.${AFTER}`)
  const hint = document.nodes[1]
  if (hint?.type === 'hint') hint.data.style = 'danger'
  expect(editMarkdown(`${BEFORE}!!! note "T"\n\n    Words.${AFTER}`, document)).toBe(
    `${BEFORE}{% hint style="danger" %}\n**T**\n\nWords.\n{% endhint %}${AFTER}`,
  )
})

it('is written in our own form next to one that it would be read together with', () => {
  const tabs = (title: string) => `=== "${title}"\n\n    Words.`
  const text = `import A from '@theme/A'\n\n${BEFORE}${tabs('A')}\n\n> quote\n\n${tabs('B')}${AFTER}`
  const document = shown(text)
  const [list, first, quote, second, ...rest] = document.nodes
  const nodes = [list, quote, first, second, ...rest].filter((block) => block !== undefined)
  const ours = (title: string) =>
    `{% tabs %}\n{% tab title="${title}" %}\nWords.\n{% endtab %}\n{% endtabs %}`
  expect(editMarkdown(text, { ...document, nodes })).toBe(
    `import A from '@theme/A'\n\n${BEFORE}> quote\n\n${ours('A')}\n\n${ours('B')}${AFTER}`,
  )
})

it('has a place that holds all of it and nothing else', () => {
  for (const form of FORMS.slice(0, -1)) {
    const text = BEFORE + form + AFTER
    const [list, callout, last, ...more] = blocksOf(text).map(({ from, to }) => text.slice(from, to))
    expect([list, callout, last, more]).toEqual([BEFORE.trim(), form, AFTER.trim(), []])
  }
})

it('shares a line with other blocks', () => {
  const text = 'One. {% hint style="tip" %}\nTwo.\n{% endhint %} Three.\n'
  const blocks = blocksOf(text)
  expect(blocks.map(({ from, to }) => text.slice(from, to))).toEqual([
    'One.',
    '{% hint style="tip" %}\nTwo.\n{% endhint %}',
    'Three.',
  ])
  const was = text.replace('Two', 'Four')
  expect(revertBlocks(text, was, [blocks[1]?.key ?? ''])).toBe(was)
})

it('holds links that follow what moves', () => {
  const text =
    '::: tip See [a](a.md)\n:::\n\n!!! note "[a](a.md)"\n\n    [a](a.md)\n\n<details>\n<summary>\n  <a href="a.md">A</a>\n</summary>[a](a.md)</details>\n\n{% hint %} [a](a.md) {% endhint %}\n'
  expect(replaceTargets(text, () => 'b.md')).toBe(text.replaceAll('a.md', 'b.md'))
  const windows = text.replaceAll('\n', '\r\n')
  expect(replaceTargets(windows, () => 'b.md')).toBe(windows.replaceAll('a.md', 'b.md'))
})
