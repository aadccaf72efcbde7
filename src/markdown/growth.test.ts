import { describe, expect, it } from 'vitest'
import { inspectPage } from '../repository/inspect.ts'
import { readSummary } from '../repository/summary.ts'
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
