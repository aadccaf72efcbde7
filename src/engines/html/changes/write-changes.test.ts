import { describe, expect, it } from 'vitest'
import { parseMarkdown } from '../../markdown/parse.ts'
import { fillIn } from '../placeholders/fill-in.ts'
import { ENGLISH_DOCUMENT_WORDS as words } from '../words.ts'
import { writeChanges } from './write-changes.ts'

const WORDS = { added: 'new', edited: 'edited', removed: 'removed', before: 'Before' }

function changes(before: string, after: string) {
  const written = writeChanges(parseMarkdown(before), parseMarkdown(after), WORDS)
  return fillIn(written, { resolve: () => undefined, words })
}

/** As a few words: what is marked stands in brackets. */
function told(before: string, after: string) {
  return changes(before, after)
    .html.text.replaceAll(/<div class="changed \w+"[^>]*>/g, ' [')
    .replaceAll(/<summary[^>]*>Before<\/summary>/g, 'was')
    .replaceAll(/<div class="was">(.*?)<\/div><\/details><\/div>/gs, '$1]')
    .replaceAll(/(\[<p class="change">new<\/p>.*?)<\/div>/gs, '$1]')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

describe('what became of a document', () => {
  it.each([
    ['A.\n\nB.', 'A.\n\nB.', 'A. B.'],
    ['A.', 'A.\n\nB.', 'A. [ new B. ]'],
    ['A.\n\nB.', 'B.', '[ removed A. ] B.'],
    ['A.\n\nB.\n\nC.', 'A.\n\nX.\n\nC.', 'A. [ edited X. was B. ] C.'],
    ['', 'A.', '[ new A. ]'],
    ['A.', '', '[ removed A. ]'],
  ])('%j to %j is %j', (before, after, expected) => {
    expect(told(before, after)).toBe(expected)
  })

  it('is told of blocks of the same type', () => {
    const table = (cell: string) => `| H |\n| - |\n| ${cell} |`
    expect(told(`A.\n\nB.\n\n${table('1')}`, `X.\n\n${table('2')}`)).toBe(
      '[ edited X. was A. ] [ removed B. ] [ edited H 2 was H 1 ]',
    )
    expect(told('A.', '# B')).toBe('[ removed A. ] [ new B ]')
  })

  it('is told of the items of a list, as pieces of it', () => {
    expect(told('- A\n- B\n- C\n- D', '- A\n- X\n- C\n- D\n- E\n- F')).toBe(
      'A [ edited X was B ] C D [ new E F ]',
    )
    expect(told('- A\n- B\n- C', '- C')).toBe('[ removed A B ] C')
    // Nothing of it stayed.
    expect(told('- A\n- B', '- X\n- Y\n- Z')).toBe('[ edited X Y Z was A B ]')
    const { html } = changes('1. A\n2. B\n3. C', '1. New\n2. A\n3. B\n4. D')
    const numbers = [...html.text.matchAll(/<ol(?: start="(\d+)")?>/g)].map(([, start = '1']) => start)
    // The new one, two that stayed, and the last with what it was.
    expect(numbers).toEqual(['1', '2', '4', '3'])
  })

  it.each([
    [
      'The old sentence.',
      'The new sentence.',
      'The <ins>new</ins> sentence.',
      'The <del>old</del> sentence.',
    ],
    ['One two five.', 'One two three four five.', 'One two <ins>three four</ins> five.', 'One two five.'],
    [
      'One **two** three.',
      'One two three.',
      'One <ins>two</ins> three.',
      'One <strong><del>two</del></strong> three.',
    ],
    ['我喜歡貓。', '我喜歡狗。', '我喜歡<ins>狗</ins>。', '我喜歡<del>貓</del>。'],
    ['A & \\<b> c.', 'A & \\<i> c.', 'A &amp; &lt;<ins>i</ins>&gt; c.', 'A &amp; &lt;<del>b</del>&gt; c.'],
  ])('is told of the words of a block: %j to %j', (before, after, now, was) => {
    const [first, second] = [...changes(before, after).html.text.matchAll(/<p>(.*?)<\/p>/g)].map(
      ([, words]) => words,
    )
    expect([first, second]).toEqual([now, was])
  })

  it('shows at once what it was where words are only gone', () => {
    expect(changes('One two three.', 'One three.').html.text).toContain('<details open><summary>Before')
    expect(changes('One two three.', 'One 2 three.').html.text).toContain('<details><summary>Before')
  })

  it('marks words in lists, tables and links, and none where all of them are others', () => {
    const marks = (before: string, after: string) =>
      [...changes(before, after).html.text.matchAll(/<(ins|del)>(.*?)<\/\1>/g)].map(
        ([, tag, words]) => `${tag} ${words}`,
      )
    expect(marks('- A b\n- C d', '- A x\n- C d')).toEqual(['ins x', 'del b'])
    expect(marks('| H |\n| - |\n| a b |', '| H |\n| - |\n| a c |')).toEqual(['ins c', 'del b'])
    expect(marks('See [it](https://a.example).', 'See [it](https://b.example).')).toEqual([
      'ins it',
      'del it',
    ])
    expect(marks('One two', 'Three four')).toEqual([])
  })

  it('leaves anchors and the outline to what is read', () => {
    const { html, outline } = changes('## Part\n\nOld.\n\n## Gone', 'New.\n\n## Part')
    expect(outline.map(({ id, title }) => `${id} ${title}`)).toEqual(['part Part'])
    expect([...html.text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)).toContain('part')
    const { html: renamed, outline: now } = changes('## Part one', '## Part two\n\n## Part one')
    expect(now.map(({ id }) => id)).toEqual(['part-two', 'part-one'])
    const ids = [...renamed.text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('lets nothing that was written become markup', () => {
    const hostile = '<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>\n\n[a](javascript:alert(1))'
    for (const [before, after] of [
      [hostile, ''],
      ['', hostile],
      [hostile, `Text.\n\n${hostile}`],
    ] as const)
      expect(changes(before, after).html.text).not.toMatch(/<script|<[^>]+ onerror|href="javascript/i)
  })
})
