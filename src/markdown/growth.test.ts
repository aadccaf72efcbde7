import { describe, expect, it } from 'vitest'
import { inspectPage } from '../repository/inspect.ts'
import { readSummary } from '../repository/summary.ts'
import { linksIn } from './links.ts'
import { parseMarkdown } from './parse.ts'
import { sectionsOf } from './sections.ts'
import { writeMarkdown } from './write.ts'

const LENGTH = 30_000
/** What takes the square of its length takes several times this. */
const LIMIT = 1_500

const RUNS = [' ', '\t', '\\\n', '{% ', '<!--', '{#a', '<a ', '[', '&', 'a', '\uffff', '> ', '#', '|']
const PLACES: Record<string, (run: string) => string> = {
  'a paragraph': (run) => `a${run}b`,
  'a heading': (run) => `# a${run}b`,
  'an item': (run) => `* [a${run}b](c.md "d${run}e")`,
  'a cell': (run) => `| a${run}b |\n| --- |\n| c |`,
  'an element': (run) => `<div>a${run}b</div>`,
  'an attribute': (run) => `{% hint style="a${run}b" %}\nx\n{% endhint %}`,
  frontmatter: (run) => `---\ntitle: a${run}b\n---\n\nx`,
  'a group': (run) => `## a${run}b`,
}
const READERS: Record<string, (text: string) => unknown> = {
  'writing it again': (text) => writeMarkdown(parseMarkdown(text)),
  'its sections': sectionsOf,
  'inspecting it': inspectPage,
  'a table of contents': (text) => readSummary(text, 'SUMMARY.md'),
}

describe('texts of one sign over and over', () => {
  for (const [place, textWith] of Object.entries(PLACES))
    it(`are read in time that grows with them, in ${place}`, () => {
      for (const run of RUNS) {
        const text = textWith(run.repeat(LENGTH / run.length))
        for (const [what, read] of Object.entries(READERS)) {
          const began = performance.now()
          read(text)
          expect(performance.now() - began, `${what}: ${JSON.stringify(run)}`).toBeLessThan(LIMIT)
        }
      }
    }, 60_000)
})

const PIECES: Record<string, string> = {
  cells: '| a | b |\n| --- | --- |\n| c | d |\n\n',
  headings: '## a\n\n',
  mathematics: 'a $$ b\n\n',
  expressions: 'a <code class="expression">\n\n',
  'summaries in capitals': '<details>\n<SUMMARY>a</SUMMARY>\nb\n</details>\n\n',
}
const RUN_ON: Record<string, (length: number) => string> = {
  'expressions nobody closes': (length) => filled('<code class="expression"> ', length),
  'links behind open brackets': (length) => filled('[', length / 2) + filled('[a](b)', length / 2),
}

describe('links', () => {
  it.each(Object.entries(PIECES))(
    'are found without a look at all that follows: %s',
    (_, piece) => {
      const [pieces, rest] = [filled(piece, 60_000), 'a'.repeat(4_000_000)]
      const apart = timeFor(pieces) + timeFor(rest)
      expect(timeFor(pieces + rest) / apart).toBeLessThan(3)
    },
    60_000,
  )

  it.each(Object.entries(RUN_ON))(
    'are found in time that grows with the text: %s',
    (_, textOf) => {
      // Its square would be 64.
      expect(timeFor(textOf(400_000)) / timeFor(textOf(50_000))).toBeLessThan(24)
    },
    60_000,
  )
})

function filled(piece: string, length: number) {
  return piece.repeat(Math.floor(length / piece.length))
}

/** The best of three: others are at work on the same machine. */
function timeFor(text: string) {
  const times = Array.from({ length: 3 }, () => {
    const began = performance.now()
    linksIn(text)
    return performance.now() - began
  })
  return Math.min(...times)
}
