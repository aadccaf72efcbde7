import { expect, it } from 'vitest'
import { openPauses } from './pauses.ts'

it('pauses begin after the second stop, grow, and are forgotten', () => {
  let now = 0
  const pauses = openPauses(() => now)
  const stop = () => {
    pauses.stopped('a', `at ${now}`)
    return pauses.left('a')?.milliseconds
  }
  expect([stop(), stop(), stop(), stop(), stop()]).toEqual([undefined, undefined, 1_000, 2_000, 4_000])
  expect(pauses.left('b')).toBeUndefined()
  now = 3_999
  expect(pauses.left('a')).toEqual({ milliseconds: 1, why: 'at 0' })
  now = 4_000
  expect(pauses.left('a')).toBeUndefined()
  for (let time = 0; time < 30; time++) stop()
  expect(pauses.left('a')).toEqual({ milliseconds: 120_000, why: 'at 4000' })
  now += 600_000
  expect([stop(), stop(), stop()]).toEqual([undefined, undefined, 1_000])
})
