import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffLines } from '../diff/diff-lines.ts'
import { mergeText, resolvedText, textConflicts } from './text.ts'

describe('the difference of lines', () => {
  const line = fc.constantFrom('', 'a', 'b', 'c', 'd', 'e')
  const lines = fc.array(line, { maxLength: 40 })

  it('says what is replaced, inserted and deleted', () => {
    expect(diffLines(['a', 'b', 'c'], ['a', 'x', 'c'])).toEqual([{ from: 1, to: 2, lines: ['x'] }])
    expect(diffLines(['a', 'c'], ['a', 'b', 'c'])).toEqual([{ from: 1, to: 1, lines: ['b'] }])
    expect(diffLines(['a', 'b', 'c'], ['a', 'c'])).toEqual([{ from: 1, to: 2, lines: [] }])
    expect(diffLines([], ['a'])).toEqual([{ from: 0, to: 0, lines: ['a'] }])
    expect(diffLines(['a'], ['a'])).toEqual([])
  })

  it('leads from one to the other, and keeps its changes apart', () => {
    fc.assert(
      fc.property(lines, lines, (a, b) => {
        const hunks = diffLines(a, b)
        expect(applied(a, hunks)).toEqual(b)
        for (const [index, hunk] of hunks.entries()) {
          expect(hunk.from).toBeGreaterThan(hunks[index - 1]?.to ?? -1)
          expect(hunk.to - hunk.from + hunk.lines.length).toBeGreaterThan(0)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('is the shortest where no line occurs once', () => {
    const twice = ['a', 'b', 'a', 'b', 'c', 'c']
    expect(diffLines(twice, ['b', 'a', 'b', 'c', 'a', 'c'])).toEqual([
      { from: 0, to: 1, lines: [] },
      { from: 5, to: 5, lines: ['a'] },
    ])
  })

  it('takes what differs too much as one block', () => {
    const a = Array.from({ length: 4000 }, (_, index) => `${index % 2}`)
    const b = Array.from({ length: 4000 }, (_, index) => `${(index % 2) + 2}`)
    expect(diffLines(a, b)).toEqual([{ from: 0, to: 4000, lines: b }])
  })
})

function applied(lines: string[], hunks: { from: number; to: number; lines: string[] }[]) {
  return hunks.reduceRight((all, { from, to, lines }) => all.toSpliced(from, to - from, ...lines), lines)
}

describe('the merge of texts', () => {
  const cases: [string, { base: string; ours: string; theirs: string; text: string; isClean?: false }][] = [
    ['changes of different lines', { base: '1 2 3', ours: 'A 2 3', theirs: '1 2 C', text: 'A 2 C' }],
    ['changes of neighbouring lines', { base: '1 2 3', ours: 'A 2 3', theirs: '1 B 3', text: 'A B 3' }],
    ['the same change', { base: '1 2 3', ours: '1 X 3', theirs: '1 X 3 4', text: '1 X 3 4' }],
    ['insertions at different spots', { base: '1 2', ours: '0 1 2', theirs: '1 2 3', text: '0 1 2 3' }],
    ['an insertion before a changed line', { base: '1 2', ours: '1 x 2', theirs: '1 B', text: '1 x B' }],
    ['an insertion behind a changed line', { base: '1 2', ours: '1 x 2', theirs: 'A 2', text: 'A x 2' }],
    ['a deletion beside a change', { base: '1 2 3', ours: '2 3', theirs: '1 B 3', text: 'B 3' }],
    ['the same insertion', { base: '1 2', ours: '1 x 2', theirs: '1 x 2 3', text: '1 x 2 3' }],
    ['everything deleted here, nothing there', { base: '1 2', ours: '', theirs: '1 2', text: '' }],
    [
      'both changed the same line',
      { base: '1 2 3', ours: '1 X 3', theirs: '1 Y 3', text: '1 X 3', isClean: false },
    ],
    [
      'different insertions at one spot',
      { base: '1 2', ours: '1 x 2', theirs: '1 y 2', text: '1 x 2', isClean: false },
    ],
    [
      'a change of what the other deleted',
      { base: '1 2 3', ours: '1 3', theirs: '1 B 3', text: '1 3', isClean: false },
    ],
    [
      'an insertion inside what the other replaced',
      { base: '1 2 3 4', ours: '1 2 x 3 4', theirs: '1 B C 4', text: '1 2 x 3 4', isClean: false },
    ],
    [
      'a dispute, and apart from it a change of theirs that goes in',
      { base: '1 2 3 4', ours: '1 X 3 4', theirs: '1 Y 3 D', text: '1 X 3 D', isClean: false },
    ],
    ['two texts without a base', { base: '', ours: 'a', theirs: 'b', text: 'a', isClean: false }],
  ]

  it.each(cases)('%s', (_, { base, ours, theirs, text, isClean = true }) => {
    const lines = (words: string) => words.replace(/\S+ ?/g, (word) => `${word.trim()}\n`)
    expect(mergeText(lines(base), lines(ours), lines(theirs))).toEqual({ text: lines(text), isClean })
  })

  it('keeps the ends of lines as they are', () => {
    expect(mergeText('a\r\nb\r\nc\r\n', 'A\r\nb\r\nc\r\n', 'a\r\nb\r\nC\r\n').text).toBe('A\r\nb\r\nC\r\n')
    expect(mergeText('a\rb\rc', 'A\rb\rc', 'a\rb\rC').text).toBe('A\rb\rC')
    expect(mergeText('a\nb\nc\n', 'A\nb\nc\n', 'a\nb\r\nc\n').text).toBe('A\nb\r\nc\n')
  })

  it('ends with a line end if the side that changed that says so', () => {
    const clean = (text: string) => ({ text, isClean: true })
    expect(mergeText('a\nb', 'a\nb\n', 'A\nb')).toEqual(clean('A\nb\n'))
    expect(mergeText('a\nb\n', 'A\nb\n', 'a\nb')).toEqual(clean('A\nb'))
    expect(mergeText('a\r\nb', 'A\r\nb', 'a\r\nb\r\n')).toEqual(clean('A\r\nb\r\n'))
  })

  it('does not take a line behind the unended last one for a change of that', () => {
    expect(mergeText('a\nb', 'a\nb\nc', 'a\nB')).toEqual({ text: 'a\nB\nc', isClean: true })
  })

  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '\n', '\n', '\r\n', '\r'), maxLength: 40 })

  it('is the other side where one is unchanged, and either where both are the same', () => {
    fc.assert(
      fc.property(text, text, (base, other) => {
        for (const merged of [mergeText(base, base, other), mergeText(base, other, base)]) {
          expect(merged).toEqual({ text: other, isClean: true })
        }
        expect(mergeText(base, other, other)).toEqual({ text: other, isClean: true })
      }),
    )
  })

  it('is the same from either side, also when only the last line end differs', () => {
    for (const [ours, theirs] of [
      ['a', 'a\n'],
      ['a\n', 'a'],
    ] as const)
      expect(mergeText('', ours, theirs)).toEqual({ text: 'a\n', isClean: true })
  })

  it('is the same from either side, unless there is a dispute', () => {
    fc.assert(
      fc.property(text, text, text, (base, ours, theirs) => {
        const [here, there] = [mergeText(base, ours, theirs), mergeText(base, theirs, ours)]
        expect(here.isClean).toBe(there.isClean)
        if (here.isClean) expect(here.text).toBe(there.text)
      }),
      { numRuns: 500 },
    )
  })

  it('has every edit of both, when they are of different lines', () => {
    const edits = fc.array(fc.constantFrom('ours', 'theirs', undefined), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(edits, (owners) => {
        const as = (...sides: (string | undefined)[]) =>
          owners
            .map((owner, at) => `line ${at}${owner && sides.includes(owner) ? ` of ${owner}` : ''}\n`)
            .join('')
        const merged = mergeText(as(), as('ours'), as('theirs'))
        expect(merged).toEqual({ text: as('ours', 'theirs'), isClean: true })
      }),
    )
  })
})

describe('lines at odds', () => {
  const base = 'one\ntwo\nthree\nfour\nfive\n'
  const ours = 'zero\none\n2 ours\nthree\nfour\n5 ours\n'
  const theirs = 'one\n2 theirs\nthree\nfour\n5 theirs\nsix\n'

  it('are told with all three sides and their line in ours; what merges is not among them', () => {
    const [first, second, ...more] = textConflicts(base, ours, theirs)
    expect(more).toEqual([])
    expect(first).toMatchObject({ line: 3, base: 'two\n', ours: '2 ours\n', theirs: '2 theirs\n' })
    expect(second).toMatchObject({ line: 6, ours: '5 ours\n' })
    expect(first?.id).not.toBe(second?.id)
  })

  it('take what is chosen for each, and all else from both', () => {
    const [first] = textConflicts(base, ours, theirs)
    const text = resolvedText(base, ours, theirs, ({ id, ours, theirs }) =>
      id === first?.id ? theirs : ours,
    )
    expect(text).toContain('zero\none\n2 theirs\nthree\n')
    expect(text).toContain('5 ours\n')
  })

  it('are there if and only if a merge is not clean, and with ours chosen the text is the merged one', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 6 })
      .map((lines) => lines.join('\n'))
    fc.assert(
      fc.property(text, text, text, (base, ours, theirs) => {
        const merged = mergeText(base, ours, theirs)
        const conflicts = textConflicts(base, ours, theirs)
        expect(conflicts.length === 0).toBe(merged.isClean)
        expect(new Set(conflicts.map(({ id }) => id)).size).toBe(conflicts.length)
        expect(resolvedText(base, ours, theirs, (one) => one.ours)).toBe(merged.text)
        const lines = ours.split('\n')
        for (const { line, ours } of conflicts) {
          const own = ours === '' ? [] : ours.replace(/\n$/, '').split('\n')
          expect(lines.slice(line - 1, line - 1 + own.length)).toEqual(own)
        }
      }),
      { numRuns: 500 },
    )
  })
})
