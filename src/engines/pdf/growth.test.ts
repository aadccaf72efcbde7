import { afterAll, expect, it } from 'vitest'
import { stepCounter } from '../../../test/measures/steps.ts'
import { translate } from './writing/maths.ts'

const steps = stepCounter()
afterAll(() => steps.close())

it.each<[string, (inner: string) => string]>([
  ['fractions', (inner) => `\\frac{${inner}}{2}`],
  ['fractions without brackets', (inner) => `\\frac ${inner} 2`],
  ['roots', (inner) => `\\sqrt ${inner}`],
  ['binomials', (inner) => `\\overline\\binom{${inner}}{2}`],
])('a formula nested twice as deep takes twice the work: %s', (_, around) => {
  const nested = (depth: number) => Array.from({ length: depth }).reduce<string>(around, 'x')
  const stepsFor = (depth: number) => steps.stepsOf(() => translate(nested(depth)))
  // The first time, more is done.
  stepsFor(20)
  expect(stepsFor(40) / stepsFor(20)).toBeLessThan(2.5)
})
