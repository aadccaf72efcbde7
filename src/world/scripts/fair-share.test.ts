import { describe, expect, it } from 'vitest'
import { isWithinShare, openWaiting } from './fair-share.ts'

/** How many processes each gets, one after the other, of those who take all they can and give nothing back. */
function taken(most: number, tenants: number) {
  let atWork = 0
  return Array.from({ length: tenants }, () => {
    let own = 0
    while (isWithinShare({ own, atWork, most })) {
      own += 1
      atWork += 1
    }
    return own
  })
}

describe('shares of processes', () => {
  it('leave something for those who come later', () => {
    expect(taken(8, 5)).toEqual([4, 2, 1, 1, 0])
    expect(taken(4, 3)).toEqual([2, 1, 1])
    expect(taken(2, 2)).toEqual([1, 1])
    expect(taken(1, 1)).toEqual([1])
  })
})

describe('waiting for a process', () => {
  it('ends when something changes, or when it takes too long', async () => {
    const { changed, wake } = openWaiting(10)
    const woken = changed('one', 60_000)
    const late = changed('two', 1)
    expect(await late).toBe(false)
    wake()
    expect(await woken).toBe(true)
  })

  it('is for so many calls of one tenant at most', async () => {
    const { changed, wake } = openWaiting(2)
    const waiting = [changed('one', 60_000), changed('one', 60_000)]
    expect(await changed('one', 60_000)).toBe(false)
    const other = changed('two', 60_000)
    wake()
    expect(await Promise.all([...waiting, other])).toEqual([true, true, true])
  })
})
