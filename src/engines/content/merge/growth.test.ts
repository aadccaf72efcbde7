import { afterAll, expect, it } from 'vitest'
import { stepCounter } from '../../../../test/measures/steps.ts'
import { mergeText } from './text.ts'

const steps = stepCounter()
afterAll(() => steps.close())

const lines = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => `${line(at)}\n`).join('')
/** Every second line is empty. */
const half = (every: number, word: string) => (count: number) =>
  lines(count, (at) => (at % 2 ? '' : `${at % every ? at : word}`))
const noise = (seed: number) => (count: number) => lines(count, (at) => `${(at * at * seed + (at >> 3)) % 7}`)

it.each<[string, ...((count: number) => string)[]]>([
  ['edited here and there', half(30_000, '0'), half(3, 'ours'), half(5, 'theirs')],
  ['of the same few words', noise(1), noise(2), noise(3)],
  ['written anew by one', half(1, 'text'), noise(1), half(3, 'theirs')],
])('texts of twice as many lines take twice the work to merge: %s', (_, base, ours, theirs) => {
  const stepsFor = (count: number) => {
    const [one, two, three] = [base, ours, theirs].map((textOf) => textOf?.(count) ?? '')
    return steps.stepsOf(() => mergeText(`${one}`, `${two}`, `${three}`))
  }
  // The first time, more is done.
  stepsFor(10)
  expect(stepsFor(10_000) / stepsFor(5_000)).toBeLessThan(2.5)
})
