import { expect, it } from 'vitest'
import { openSemaphore } from './semaphore.ts'

it('lets so many work at a time, in their order, also behind one that failed', async () => {
  const inTurn = openSemaphore(2)
  const begun: number[] = []
  const ends: (() => void)[] = []
  const works = [0, 1, 2, 3].map((number) =>
    inTurn(async () => {
      begun.push(number)
      await new Promise<void>((end) => ends.push(end))
      if (number === 0) throw new Error('It failed')
      return number
    }),
  )
  expect(begun).toEqual([0, 1])
  ends[0]?.()
  await expect(works[0]).rejects.toThrow('It failed')
  expect(begun).toEqual([0, 1, 2])
  ends[1]?.()
  await works[1]
  expect(begun).toEqual([0, 1, 2, 3])
  for (const end of ends) end()
  expect(await Promise.all(works.slice(1))).toEqual([1, 2, 3])
  expect(await inTurn(async () => 'free again')).toBe('free again')
})
