import { describe, expect, it } from 'vitest'
import { unitProblem } from './unit-problem.ts'

const SOURCE = 'Run {1} in {2}the {3}folder{/3}{/2}.'

describe('a translated unit', () => {
  it('may put its placeholders in any order, as long as pairs are nested', () => {
    expect(unitProblem(SOURCE, 'Im {3}{2}Ordner{/2}{/3} {1} ausführen.')).toBeUndefined()
    expect(unitProblem('Plain', 'Schlicht')).toBeUndefined()
  })

  it.each([
    ['', 'The translation is empty'],
    [' \n', 'The translation is empty'],
    ['{1} {2}a{/2}', '{3}, {/3} are missing'],
    ['{2}{3}a{/3}{/2}', '{1} is missing'],
    ['{1}{1} {2}{3}a{/3}{/2}', '{1} appears twice: it must appear once'],
    ['{1} {2}{3}a{/3}{/2} {4}', '{4} is not in the source: take it out'],
    ['{1}{/1} {2}{3}a{/3}{/2}', '{/1} is not in the source: take it out'],
    [
      '{1} {2}{3}a{/2}{/3}',
      '{/2} closes what is not open there: put it behind {2} and around whole other pairs',
    ],
    [
      '{1} {/2}{3}a{/3}{2}',
      '{/2} closes what is not open there: put it behind {2} and around whole other pairs',
    ],
    ['{1} {2}{3}a\u0007{/3}{/2}', 'The translation has control characters: take them out'],
    ['{1} {2}{3}a\ud800{/3}{/2}', 'The translation has half a character: it was cut in the wrong place'],
  ])('is refused: %j', (target, reason) => {
    expect(unitProblem(SOURCE, target)).toBe(reason)
  })

  it('is refused where it is too long for its place', () => {
    expect(unitProblem('Title', 'x'.repeat(101), { maxLength: 100 })).toMatch(/101 .*at most 100/)
    expect(unitProblem('Title', 'x'.repeat(601))).toMatch(/at most 600/)
    expect(unitProblem('x'.repeat(19_000), 'x'.repeat(20_001))).toMatch(/at most 20000/)
  })
})
