import { expect, it } from 'vitest'
import { madeOnce } from './made-once.ts'

it('is made once, however many ask, and again where that failed', async () => {
  let tries = 0
  const ask = madeOnce(async () => {
    tries += 1
    if (tries === 1) throw new Error('not now')
    return tries
  })
  const [first, second] = await Promise.allSettled([ask(), ask()])
  expect([first?.status, second?.status, tries]).toEqual(['rejected', 'rejected', 1])
  expect(await Promise.all([ask(), ask()])).toEqual([2, 2])
  expect(await ask()).toBe(2)
})
