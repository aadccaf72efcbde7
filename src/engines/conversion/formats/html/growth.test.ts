import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { draws } from '../../../../../test/drawn/draws.ts'
import type { HostileText } from '../../../../../test/drawn/hostile-texts.ts'
import { numbered, repeated, slowWays } from '../../../../../test/measures/growth.ts'
import { stepCounter } from '../../../../../test/measures/steps.ts'
import { LIMITS } from '../../limits.ts'
import { Refusal } from '../../refusal.ts'
import { htmlPage } from './page.ts'

const steps = stepCounter()
afterAll(() => steps.close())

/** In the shorter text. More elements in each other than the limit are refused, so it has as many. */
const PIECES = draws(1) > 1 ? 5 * LIMITS.nesting : LIMITS.nesting

const pageOf = (source: string) => {
  try {
    return htmlPage(source, { targetOf: (target) => target, isWholeSite: true })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

const slow = (textOf: HostileText) =>
  slowWays(steps, textOf, { 'making a page of it': pageOf }, textOf(PIECES).length)

/** All that opens an element which is looked at by its own rules. */
const OPEN = [
  ...['<div>', '<p>', '<b>', '<i>', '<h1>', '<h2>', '<blockquote>', '<article>', '<main>', '<q>', '<sup>'],
  ...['<ul>', '<ol>', '<li>', '<dir>', '<dl>', '<dt>', '<dd>', '<ul><li>', '<li><input type=checkbox>'],
  ...['<table>', '<tr>', '<td>', '<th>', '<table><tr><td>', '<td colspan=2>', '<caption>'],
  ...['<table class="highlight">', '<div class="highlight">', '<pre>', '<code>', '<pre><div>'],
  ...['<figure>', '<figcaption>', '<picture>', '<video>', '<details>', '<summary>', '<details><summary>'],
  ...['<a href="a">', '<a href="#a">', '<a href="#a" id="a">', '<a class="footnote-ref" href="#fn1">'],
  ...['<p id="fn1">', '<div class="footnotes">', '<span class="katex">', '<span class="MathJax">'],
  ...['<div class="admonition note">', '<p class="admonition-title">', '<div class="panelMacro">'],
  ...['<div class="column-list">', '<div class="column">', '<span style="font-weight:bold">', '<mark>'],
]
const SINGLE = [
  ...['a', ' ', 'a ', '\n', '&amp;', '&', '<', '\u00a0', '*', '_', '`', '[', '|', '\\', '1. ', '- ', '# '],
  ...['<br>', 'a<br>', '<hr>', '<img src=a>', '<input type=checkbox>', '</p>', '</div>', '</b>', '<!-- -->'],
  ...['<iframe src="a"></iframe>', '<script type="math/tex">a</script>', '<b>a</b>', '<i> a </i>'],
  ...['<a href=a>b</a>', '<a href="#a">1</a>', '<ul><li>a</ul>', '<ol><li>a</ol>', '<tr><td>a', '<td>'],
]

const piece = fc.constantFrom(...OPEN, ...SINGLE)

/** Pieces over and over, by themselves or with text between them, in elements or in none. */
const hostilePage = fc
  .record({
    around: fc.array(fc.constantFrom(...OPEN), { maxLength: 2 }),
    deep: fc.constantFrom(0, 1, 60),
    pieces: fc.array(piece, { minLength: 1, maxLength: 3 }),
    behind: fc.array(piece, { maxLength: 1 }),
  })
  .map((made): { name: string; textOf: HostileText } => {
    const { around, deep, pieces, behind } = made
    return {
      name: JSON.stringify(made),
      textOf: (count) => around.join('').repeat(deep) + pieces.join('').repeat(count) + behind.join(''),
    }
  })

describe('HTML twice as long takes twice the work', () => {
  it.each([
    ...['<div>', '<p>', '<table><tr><td>a', '<ul><li>a', '<b>', '<br>', 'a<br>', '</p>'],
    ...['<a href="#a" id="a">1</a>', '<img src=a>', '<b> a </b>', '<ol><li>a</ol>', '<hr>a', '&amp;'],
  ])('%s', (piece) => {
    expect(slow(repeated(piece))).toEqual([])
  })

  it.each<[string, HostileText]>([
    ['lines of code', (count) => `<pre>${'<div>a</div>'.repeat(count)}</pre>`],
    ['blanks in code', (count) => `<pre>${' \n'.repeat(count)}a</pre>`],
    ['rows', (count) => `<table>${'<tr><td>a<td>b'.repeat(count)}</table>`],
    ['terms', (count) => `<dl>${'<dt>a<dd>b'.repeat(count)}</dl>`],
    ['footnotes', numbered((at) => `<a href="#fn${at}">1</a><p id="fn${at}">a</p>`)],
    [
      'a long footnote',
      (count) => `${'<a href="#fn1">1</a>'.repeat(count)}<p id="fn1">${'a '.repeat(count)}`,
    ],
  ])('%s', (_, textOf) => {
    expect(slow(textOf)).toEqual([])
  })

  it.each(['<a href="#a">', '<article>', '<div class="highlight"><p>', '<details><summary>', '<figure>'])(
    'and elements twice as deep in each other too: %s',
    (open) => {
      const deep = (depth: number) => `${open.repeat(depth)}${'a<br>'.repeat(1_000)}`
      pageOf(deep(35))
      expect(steps.stepsOf(() => pageOf(deep(70))) / steps.stepsOf(() => pageOf(deep(35)))).toBeLessThan(2.5)
    },
  )

  it('whatever it is made of', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(hostilePage, ({ textOf }) => {
        expect(slow(textOf)).toEqual([])
      }),
      { numRuns: draws(8) },
    )
  })
})
