import { afterAll, expect, it } from 'vitest'
import { stepCounter } from '../../../test/measures/steps.ts'
import { parseMarkdown } from '../markdown/parse.ts'
import { fillIn } from './placeholders/fill-in.ts'
import { ENGLISH_DOCUMENT_WORDS as words } from './words.ts'
import { writeDocument } from './write-document.ts'

const steps = stepCounter()
afterAll(() => steps.close())

const row = '<tr><td>a <b>b</b></td><td><a href="x.md">c</a></td></tr>'

it.each<[string, (count: number) => string]>([
  ['paragraphs', (count) => 'Some **bold** [words](page.md) and `code`.\n\n'.repeat(count)],
  ['headings of one name', (count) => '## Same\n\n'.repeat(count)],
  ['code in colours', (count) => `\`\`\`js\n${'const a = "b" // c\n'.repeat(count)}\`\`\``],
  ['one line of code', (count) => `\`\`\`js\n${'a("b"); '.repeat(count)}\n\`\`\``],
  ['notes', (count) => `${'a[^1] '.repeat(count)}\n\n[^1]: ${'note '.repeat(count)}`],
  ['tags that are never closed', (count) => `a ${'<u>b <i>c '.repeat(count)}`],
  ['elements', (count) => `<table>${row.repeat(count)}</table>`],
  ['rows', (count) => `| a | b |\n| - | - |\n${'| c | d |\n'.repeat(count)}`],
  ['tabs', (count) => `{% tabs %}\n${'{% tab title="a" %}\nb\n{% endtab %}\n'.repeat(count)}{% endtabs %}`],
  ['quotes in quotes', (count) => `${'> '.repeat(count)}a`],
  ['formulas', (count) => `$$\n${'\\frac{a}{b} + '.repeat(count)}c\n$$`],
])('twice as much takes twice the work: %s', (_, textOf) => {
  const stepsFor = (count: number) => {
    const document = parseMarkdown(textOf(count))
    return steps.stepsOf(() =>
      fillIn(writeDocument(document), { resolve: () => ({ href: '/x', title: 'X' }), words }),
    )
  }
  // The first time, more is done.
  stepsFor(100)
  expect(stepsFor(200) / stepsFor(100)).toBeLessThan(2.5)
})
