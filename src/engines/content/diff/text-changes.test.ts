import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textChanges, textLines } from './text-changes.ts'

const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 }).map((lines) => lines.join('\n'))
const context = fc.integer({ min: 0, max: 4 })

describe('the difference of two texts', () => {
  it('turns one into the other, with the line numbers it names', () => {
    fc.assert(
      fc.property(text, text, context, (before, after, context) => {
        const [old, now] = [textLines(before), textLines(after)]
        const rebuilt: string[] = []
        let at = 0
        const { hunks, added, removed } = textChanges(before, after, context)
        for (const hunk of hunks) {
          const start = hunk.before.count === 0 ? hunk.before.line : hunk.before.line - 1
          rebuilt.push(...old.slice(at, start))
          at = start + hunk.before.count
          expect(rebuilt.length).toBe(hunk.after.count === 0 ? hunk.after.line : hunk.after.line - 1)
          for (const line of hunk.lines) {
            if (line.before !== undefined) expect(line.text).toBe(old[line.before - 1])
            if (line.after !== undefined) expect(line.text).toBe(now[line.after - 1])
            if (line.type !== 'removed') rebuilt.push(line.text)
          }
        }
        rebuilt.push(...old.slice(at))
        expect(rebuilt).toEqual(now)
        expect(now.length - old.length).toBe(added - removed)
      }),
    )
  })

  it('shows no more around a change than was asked for, and changes that are near together', () => {
    const lines = Array.from({ length: 30 }, (_, at) => `line ${at + 1}`)
    const changed = lines.with(9, 'ten').with(13, 'fourteen').with(25, 'twenty-six')
    const { hunks } = textChanges(lines.join('\n'), changed.join('\n'), 2)
    expect(hunks.map(({ before, after }) => [before, after])).toEqual([
      [
        { line: 8, count: 9 },
        { line: 8, count: 9 },
      ],
      [
        { line: 24, count: 5 },
        { line: 24, count: 5 },
      ],
    ])
    expect(hunks[1]?.lines).toEqual([
      { type: 'same', before: 24, after: 24, text: 'line 24' },
      { type: 'same', before: 25, after: 25, text: 'line 25' },
      { type: 'removed', before: 26, text: 'line 26' },
      { type: 'added', after: 26, text: 'twenty-six' },
      { type: 'same', before: 27, after: 27, text: 'line 27' },
      { type: 'same', before: 28, after: 28, text: 'line 28' },
    ])
  })

  it('begins at nothing and ends at nothing', () => {
    expect(textChanges('', 'a\nb\n', 3).hunks).toEqual([
      {
        before: { line: 0, count: 0 },
        after: { line: 1, count: 2 },
        lines: [
          { type: 'added', after: 1, text: 'a' },
          { type: 'added', after: 2, text: 'b' },
        ],
      },
    ])
    expect(textChanges('a', '', 3).hunks).toMatchObject([
      { before: { line: 1, count: 1 }, after: { line: 0, count: 0 } },
    ])
    expect(textChanges('a\nb', 'a\nb\n', 3)).toEqual({ added: 0, removed: 0, hunks: [] })
  })
})
