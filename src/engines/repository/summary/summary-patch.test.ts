import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draws } from '../../../../test/drawn/draws.ts'
import { diffLines } from '../../content/diff/diff-lines.ts'
import { patchSummary, readSummary, type SummaryEntry, type WantedEntry, type WantedPart } from './summary.ts'
import { summaryTarget } from './summary-target.ts'

const FILE = 'SUMMARY.md'

/** What is there, as what is wanted. */
const asRead = (text: string): WantedPart[] =>
  readSummary(text, FILE).parts.map(({ group, entries }) => ({ group, entries: entries.map(wantedOf) }))
const wantedOf = ({ line, children }: SummaryEntry): WantedEntry => ({
  line,
  children: children.map(wantedOf),
})
const patched = (text: string, change: (parts: WantedPart[]) => void) => {
  const wanted = asRead(text)
  change(wanted)
  return patchSummary(text, wanted, FILE)
}
const linesOf = (text: string) => text.match(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+$/g) ?? []
/** Lines taken away and lines added. That the last line gets an end, because another follows it, is no change. */
const cost = (before: string, after: string) => {
  const end = before.includes('\r\n') ? '\r\n' : '\n'
  const ended = (text: string) => linesOf(text === '' || /[\r\n]$/.test(text) ? text : text + end)
  const hunks = diffLines(ended(before), ended(after))
  const gone = hunks.reduce((sum, { from, to }) => sum + to - from, 0)
  return [gone, hunks.reduce((sum, { lines }) => sum + lines.length, 0)]
}
const fresh = (title: string, target?: string, children: WantedEntry[] = []) => ({ title, target, children })

const TEXT = `# Table of contents

* [Welcome](README.md)

## Guides

<!-- about a -->
* [A](a.md "Short A")
  * [A1](a1.md)
  * [A2](a2.md)
* [B](b.md)

***

* [C](c.md)

## More

- Plain
- [D](d.md)
`

describe('patching a table of contents', () => {
  it('adds an entry as one line like its neighbours', () => {
    expect(patched(TEXT, ([, guides]) => guides?.entries[0]?.children.push(fresh('A3', 'a3.md')))).toBe(
      TEXT.replace('  * [A2](a2.md)\n', '  * [A2](a2.md)\n  * [A3](a3.md)\n'),
    )
    expect(patched(TEXT, ([, guides]) => guides?.entries.unshift(fresh('Z', 'z.md')))).toBe(
      TEXT.replace('<!-- about a -->', '* [Z](z.md)\n<!-- about a -->'),
    )
    expect(patched(TEXT, ([, , more]) => more?.entries[1]?.children.push(fresh('D [1]', 'd 1.md')))).toBe(
      `${TEXT}  - [D \\[1\\]](<d 1.md>)\n`,
    )
    expect(patched(TEXT, ([, , more]) => more?.entries.push(fresh('- E')))).toBe(`${TEXT}- \\- E\n`)
  })

  it('changes a title between its brackets, a target between its parentheses', () => {
    const renamed = patched(TEXT, ([, guides]) => Object.assign(guides?.entries[0] ?? {}, { title: 'New_' }))
    expect(renamed).toBe(TEXT.replace('[A](', '[New\\_]('))
    const moved = patched(TEXT, ([, guides]) => Object.assign(guides?.entries[0] ?? {}, { target: 'x/a.md' }))
    expect(moved).toBe(TEXT.replace('(a.md "', '(x/a.md "'))
    expect(patched(TEXT, ([, guides]) => Object.assign(guides?.entries[0] ?? {}, { target: './a.md' }))).toBe(
      TEXT,
    )
    const linked = patched(TEXT, ([, , more]) => Object.assign(more?.entries[0] ?? {}, { target: 'p.md' }))
    expect(linked).toBe(TEXT.replace('- Plain', '- [Plain](p.md)'))
    const group = patched(TEXT, ([, guides]) => Object.assign(guides?.group ?? {}, { title: 'How to' }))
    expect(group).toBe(TEXT.replace('## Guides', '## How to'))
  })

  it('keeps the anchor of a group', () => {
    const text = '## Start <a href="#start" id="start"></a>\n\n* [A](a.md)\n'
    expect(patched(text, ([, part]) => Object.assign(part?.group ?? {}, { title: 'Go' }))).toBe(
      text.replace('Start', 'Go'),
    )
  })

  it('takes away an entry, and what was below it moves up', () => {
    expect(patched(TEXT, ([, guides]) => guides?.entries.splice(1, 1))).toBe(
      TEXT.replace('* [B](b.md)\n', ''),
    )
    expect(
      patched(TEXT, ([, guides]) => guides?.entries.splice(0, 1, ...(guides.entries[0]?.children ?? []))),
    ).toBe(
      TEXT.replace(
        '* [A](a.md "Short A")\n  * [A1](a1.md)\n  * [A2](a2.md)\n',
        '* [A1](a1.md)\n* [A2](a2.md)\n',
      ),
    )
  })

  it('moves as few lines as it can, each with its comment', () => {
    const swapped = patched(TEXT, ([, guides]) =>
      guides?.entries.splice(0, 2, ...guides.entries.slice(0, 2).reverse()),
    )
    expect(swapped).toBe(
      TEXT.replace('* [B](b.md)\n', '').replace('<!-- about a -->\n', '* [B](b.md)\n<!-- about a -->\n'),
    )
    const below = patched(TEXT, ([welcome, guides]) => {
      welcome?.entries[0]?.children.push(...(guides?.entries.splice(0, 1) ?? []))
    })
    expect(below).toContain(
      '* [Welcome](README.md)\n\n<!-- about a -->\n  * [A](a.md "Short A")\n    * [A1](a1.md)\n    * [A2](a2.md)\n\n## Guides\n\n* [B](b.md)\n',
    )
  })

  it('lets a rule wait until the list may end', () => {
    const nested = patched(TEXT, ([, guides]) =>
      guides?.entries[1]?.children.push(...guides.entries.splice(2, 1)),
    )
    expect(nested).toContain('* [B](b.md)\n\n\n  * [C](c.md)\n\n***\n## More')
  })

  it('makes groups, moves them and takes them away', () => {
    const added = patched(TEXT, (parts) =>
      parts.push({ group: { title: 'New' }, entries: [fresh('N', 'n.md')] }),
    )
    expect(added).toBe(`${TEXT}\n## New\n\n- [N](n.md)\n`)
    expect(patched(added, (parts) => parts.pop())).toBe(`${TEXT}\n`)
    expect(patched(TEXT, (parts) => parts.splice(2, 1))).toBe(TEXT.slice(0, TEXT.indexOf('## More')))
    expect(patched(TEXT, (parts) => parts.splice(2, 0, { group: { title: 'Empty' }, entries: [] }))).toBe(
      TEXT.replace('## More', '## Empty\n\n## More'),
    )
    expect(patched(TEXT, (parts) => parts.splice(1, 2, ...parts.slice(1).reverse()))).toBe(
      `${TEXT.replace('## More\n\n- Plain\n- [D](d.md)\n', '').replace('## Guides', '## More\n\n- Plain\n- [D](d.md)\n\n## Guides')}`,
    )
  })

  it('fills an empty group, and an empty text', () => {
    expect(patched('# T\n\n## A\n## B\n', ([, a]) => a?.entries.push(fresh('X', 'x.md')))).toBe(
      '# T\n\n## A\n\n* [X](x.md)\n\n## B\n',
    )
    const wanted = [
      { entries: [fresh('A', 'README.md', [fresh('B', 'b.md')])] },
      { group: { title: 'G' }, entries: [fresh('C')] },
    ]
    expect(patchSummary('', wanted, FILE)).toBe(
      '# Table of contents\n\n* [A](README.md)\n  * [B](b.md)\n\n## G\n\n* C\n',
    )
    expect(patchSummary('', [{ entries: [] }], FILE)).toBe('')
  })

  it('keeps line ends, the missing last one, and any way to indent', () => {
    const text = '*   [A](a.md)\r\n    *   [B](b.md)\r\n*   [C](c.md)'
    expect(patched(text, ([part]) => part?.entries.push(fresh('D', 'd.md')))).toBe(`${text}\r\n*   [D](d.md)`)
    expect(patched(text, ([part]) => part?.entries[1]?.children.push(fresh('D', 'd.md')))).toBe(
      `${text}\r\n    *   [D](d.md)`,
    )
    expect(
      patched('- [A](a.md)\n\t- [B](b.md)\n', ([part]) =>
        part?.entries[0]?.children[0]?.children.push(fresh('C', 'c.md')),
      ),
    ).toBe('- [A](a.md)\n\t- [B](b.md)\n\t\t- [C](c.md)\n')
  })
})

const title = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.constantFrom(
      'a_b_',
      '[x](y)',
      '`',
      '- x',
      '<!-- x',
      '1. a',
      '## b',
      '* * *',
      ' edge ',
      'a\nb',
      '<name>',
      '&amp;',
      '\\',
      '#',
      '***',
    ),
  )
  .filter((text) => !/[\0\uffff]/.test(text))
const target = fc.constantFrom(
  'a.md',
  'b c/d.md',
  'x(1).md',
  'y).md',
  '<z>.md',
  'https://example.org/?a=b&c',
  '目錄/頁.md',
  'a\\_b.md',
  'e.md#f',
  '100%.md',
)

const entryText = fc
  .record({
    indent: fc.constantFrom('', '', '  ', '    ', '      ', '\t', ' '),
    bullet: fc.constantFrom('* ', '* ', '- ', '+   ', '1. ', '2) '),
    content: fc.constantFrom(
      '[A](a.md)',
      '[B \\_x\\_](b.md "nav")',
      '[C](<c d.md>)',
      'Plain',
      '**[E](e.md)** x',
      '[F](https://example.org)',
      '[G](../out.md)',
      '[H](h.md) <!-- note -->',
      '[]()',
      '`[a](b)`',
      '',
    ),
  })
  .map(({ indent, bullet, content }) => indent + bullet + content)
const otherText = fc.constantFrom(
  '',
  '',
  '# Table of contents',
  '## Group',
  '## Anchored <a href="#a" id="a"></a>',
  '##',
  '### Third',
  '---',
  '* * *',
  '<!-- one line -->',
  '<!--\n* [no](no.md)\n-->',
  'Some text',
  '  more text',
  '```\n* [no](no.md)\n```',
  '* [Open](open.md) <!-- a\n* b -->',
)
const textArbitrary = fc
  .record({
    lines: fc.array(fc.oneof({ weight: 3, arbitrary: entryText }, { weight: 1, arbitrary: otherText }), {
      maxLength: 25,
    }),
    end: fc.constantFrom('\n', '\n', '\r\n'),
    isEnded: fc.boolean(),
  })
  .map(
    ({ lines, end, isEnded }) =>
      lines.join('\n').replaceAll('\n', end) + (isEnded && lines.length > 0 ? end : ''),
  )

type Shape = { title: string; target: unknown; children: Shape[] }
type PartShape = { title?: string; entries: Shape[] }

const shapeOf = ({ title, target, children }: SummaryEntry): Shape => ({
  title,
  target,
  children: children.map(shapeOf),
})
const shapesIn = (text: string): PartShape[] =>
  readSummary(text, FILE).parts.map(({ group, entries }) => ({
    title: group?.title,
    entries: entries.map(shapeOf),
  }))

/** Takes the old entries apart and puts them together at random, some left out, some changed, some new. */
function rearranged(text: string, choose: (below: number) => number, titles: string[], targets: string[]) {
  const read = readSummary(text, FILE)
  const known = new Map<number, SummaryEntry>()
  const visit = (entry: SummaryEntry) => {
    known.set(entry.line, entry)
    entry.children.forEach(visit)
  }
  for (const part of read.parts) part.entries.forEach(visit)
  const wanted: WantedPart[] = [{ entries: [] }]
  const expected: PartShape[] = [{ title: undefined, entries: [] }]
  let open: { wanted: WantedEntry[]; expected: Shape[] }[] = []
  const begin = () => {
    open = [{ wanted: wanted.at(-1)?.entries ?? [], expected: expected.at(-1)?.entries ?? [] }]
  }
  begin()
  const put = (entry: WantedEntry, shape: Shape) => {
    open = open.slice(0, 1 + choose(open.length))
    open.at(-1)?.wanted.push(entry)
    open.at(-1)?.expected.push(shape)
    open.push({ wanted: entry.children, expected: shape.children })
  }
  const addGroup = (group: { line?: number; title: string }) => {
    wanted.push({ group, entries: [] })
    expected.push({ title: group.title, entries: [] })
    begin()
  }
  const items: (SummaryEntry | { line: number; title: string })[] = [...known.values()]
  for (const { group } of read.parts) if (group) items.push(group)
  items.sort((a, b) => a.line - b.line)
  for (let swaps = choose(4); swaps > 0 && items.length > 1; swaps--) {
    const [item] = items.splice(choose(items.length), 1)
    if (item) items.splice(choose(items.length + 1), 0, item)
  }
  for (const item of items) {
    const what = choose(8)
    if (what === 0) continue
    if (!('children' in item)) {
      addGroup({ line: item.line, title: what === 1 ? (titles[choose(titles.length)] ?? '') : item.title })
      continue
    }
    const title = what === 1 ? titles[choose(titles.length)] : undefined
    const target = what === 2 ? targets[choose(targets.length)] : undefined
    const leads = target === undefined ? item.target : summaryTarget(target, FILE).target
    put(
      { line: item.line, title, target, children: [] },
      { title: title ?? item.title, target: leads, children: [] },
    )
    if (what === 3) {
      const [title = '', target] = [
        titles[choose(titles.length)],
        choose(2) ? targets[choose(targets.length)] : undefined,
      ]
      put(
        { title, target, children: [] },
        { title, target: summaryTarget(target, FILE).target, children: [] },
      )
    }
    if (what === 4 && choose(3) === 0) addGroup({ title: titles[choose(titles.length)] ?? '' })
  }
  return { wanted, expected }
}

describe('any table of contents', () => {
  it('stays the same string when nothing changes', () => {
    fc.assert(
      fc.property(textArbitrary, (text) => {
        expect(patchSummary(text, asRead(text), FILE)).toBe(text)
      }),
      { numRuns: draws(300) },
    )
  })

  it('reads as it was wanted, and has lost no other line', () => {
    const choices = fc.array(fc.nat(1000), { minLength: 1, maxLength: 80 })
    const titles = fc.array(title, { minLength: 1, maxLength: 4 })
    const targets = fc.array(target, { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(textArbitrary, choices, titles, targets, (text, numbers, titles, targets) => {
        let at = 0
        const choose = (below: number) => (numbers[at++ % numbers.length] ?? 0) % Math.max(1, below)
        const { wanted, expected } = rearranged(text, choose, titles, targets)
        const result = patchSummary(text, wanted, FILE)
        expect(shapesIn(result)).toEqual(expected)
        const others = (from: string) =>
          linesOf(from)
            .map((line) => line.trim())
            .filter((line) => /^(<!|-->|---|Some|more|```|# )/.test(line))
            .sort()
        expect(others(result)).toEqual(others(text))
      }),
      { numRuns: draws(1000) },
    )
  })

  it('changes one line for one entry', () => {
    fc.assert(
      fc.property(textArbitrary, fc.nat(), title, target, (any, number, title, target) => {
        // One blank is no level, but may be what keeps the next line from being one.
        const text = any.replace(/^ (?! )/gm, '')
        const { parts } = readSummary(text, FILE)
        const all: SummaryEntry[] = []
        const visit = (entry: SummaryEntry) => {
          all.push(entry)
          entry.children.forEach(visit)
        }
        for (const part of parts) part.entries.forEach(visit)
        const chosen = all[number % Math.max(1, all.length)]
        if (!chosen) return
        const change = (replace: (entry: SummaryEntry) => WantedEntry[]) => {
          const mapped = (entry: SummaryEntry): WantedEntry[] =>
            entry === chosen
              ? replace(entry)
              : [{ line: entry.line, children: entry.children.flatMap(mapped) }]
          const wanted = parts.map(({ group, entries }) => ({ group, entries: entries.flatMap(mapped) }))
          return patchSummary(text, wanted, FILE)
        }
        const same = wantedOf(chosen)
        const changed = (...entries: WantedEntry[]) =>
          cost(
            text,
            change(() => entries),
          )
        expect(changed({ ...same, title: `${title}!` })).toEqual([1, 1])
        if (chosen.children.length > 0) return
        // The comment that this one begins ends on the next line.
        expect(changed()).toEqual([chosen.title === 'Open' ? 2 : 1, 0])
        expect(changed(same, fresh(title, target))).toEqual([0, 1])
        expect(changed({ ...same, children: [fresh(title, target)] })).toEqual([0, 1])
      }),
      { numRuns: 500 },
    )
  })
})
