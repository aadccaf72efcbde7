import { describe, expect, it } from 'vitest'
import type { Block } from '../document.ts'
import { parseMarkdown } from '../parse.ts'
import { plainText } from '../sections.ts'
import { followBlocks, insideOf } from './follow-blocks.ts'

/** What each block of a text became, by what they say. */
function told(before: string, after: string) {
  const [was, now] = [parseMarkdown(before), parseMarkdown(after)]
  const followed = followBlocks(was, now)
  const said = textsOf(now.nodes)
  return Object.fromEntries(
    [...textsOf(was.nodes)].map(([key, text]) => [text, said.get(followed.get(key) ?? '') ?? 'gone']),
  )
}

function textsOf(blocks: readonly Block[], texts = new Map<string, string>()) {
  for (const block of blocks) {
    const text = plainText({ object: 'document', data: { schemaVersion: 1 }, nodes: [block] })
    if (block.key) texts.set(block.key, text)
    textsOf(insideOf(block), texts)
  }
  return texts
}

describe('a block in a later text', () => {
  it.each([
    ['as it was', 'A b c.\n\nD e f.', 'A b c.\n\nD e f.', { 'A b c.': 'A b c.', 'D e f.': 'D e f.' }],
    [
      'edited',
      'Light the lamp at dusk.\n\nWait.',
      'Light the lamp at nightfall.\n\nWait.',
      { 'Light the lamp at dusk.': 'Light the lamp at nightfall.', 'Wait.': 'Wait.' },
    ],
    ['rewritten in its place', 'One.\n\nTwo.\n\nThree.', 'One.\n\nOther.\n\nThree.', { 'Two.': 'Other.' }],
    [
      'moved, also into a list',
      'One.\n\nTwo.\n\nThree.',
      'Three.\n\nOne.\n\n- Two.',
      { 'One.': 'One.', 'Two.': 'Two.', 'Three.': 'Three.' },
    ],
    [
      'moved and edited',
      'The keeper trims the wick.\n\nOne.\n\nTwo.',
      'One.\n\nTwo.\n\nThe keeper trims every wick.',
      { 'The keeper trims the wick.': 'The keeper trims every wick.' },
    ],
    ['gone', 'One.\n\nTwo.', 'One.', { 'Two.': 'gone' }],
    ['gone, with another type in its place', 'One.\n\nTwo.', 'One.\n\n# Two', { 'Two.': 'gone' }],
    [
      'split',
      'Trim the wick every evening. Then light the lamp.',
      'Trim the wick every evening.\n\nThen light it.',
      { 'Trim the wick every evening. Then light the lamp.': 'Trim the wick every evening.' },
    ],
    [
      'of several that say the same',
      'Same.\n\nOne.\n\nSame.',
      'New.\n\nSame.\n\nOne two.\n\nSame.',
      { 'One.': 'One two.' },
    ],
    ['in a list', '- one\n- two b\n- three', '- zero\n- one\n- two c\n- three', { 'two b': 'two c' }],
  ])('%s', (_, before, after, expected) => {
    expect(told(before, after)).toMatchObject(expected)
  })

  it('is found in a text of thousands, most of it new', () => {
    const lines = (word: string) => Array.from({ length: 3_000 }, (_, at) => `${word} ${at}.`).join('\n\n')
    const [was, now] = [parseMarkdown(`${lines('Old')}\n\nKept.`), parseMarkdown(`Kept.\n\n${lines('New')}`)]
    const key = was.nodes.at(-1)?.key ?? ''
    expect(followBlocks(was, now).get(key)).toBe(now.nodes[0]?.key)
  })
})
