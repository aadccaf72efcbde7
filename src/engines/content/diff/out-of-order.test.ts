import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { outOfOrder } from './out-of-order.ts'

const ids = fc.uniqueArray(fc.integer({ min: 0, max: 12 }).map(String), { maxLength: 10 })

/** The length of the longest list that both have in the same order, by trying all. */
function longestCommon(before: string[], after: string[]): number {
  const [first, ...rest] = before
  if (first === undefined) return 0
  const at = after.indexOf(first)
  const without = longestCommon(rest, after)
  return at < 0 ? without : Math.max(without, 1 + longestCommon(rest, after.slice(at + 1)))
}

describe('outOfOrder', () => {
  it('names the fewest without which both lists have one order', () => {
    fc.assert(
      fc.property(ids, ids, (before, after) => {
        const moved = new Set(outOfOrder(before, after))
        const left = (list: string[], other: string[]) =>
          list.filter((id) => other.includes(id) && !moved.has(id))
        expect(left(after, before)).toEqual(left(before, after))
        const common = before.filter((id) => after.includes(id)).length
        expect(moved.size).toBe(common - longestCommon(before, after))
      }),
    )
  })
})
