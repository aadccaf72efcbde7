import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bothOrders, type Orders } from './both-orders.ts'
import { longestCommonOrder } from './longest-common-order.ts'

const list = (length: number) => Array.from({ length }, (_, at) => `p${at}`)

function moved(order: string[], moves: { from: number; to: number }[]) {
  let result = order
  for (const { from, to } of moves) {
    const id = result[from % result.length] ?? ''
    const others = result.filter((one) => one !== id)
    result = others.toSpliced(to % (others.length + 1), 0, id)
  }
  return result
}

/** Each page compared with each, as the words say it. */
function byWords({ base, ours, theirs }: Orders) {
  if (base.some((id) => !longestCommonOrder(base, ours).has(id) && !longestCommonOrder(base, theirs).has(id)))
    return
  const isTurned = (order: string[], one: string, other: string) => order.indexOf(one) > order.indexOf(other)
  const isFirst = (one: string, other: string): boolean =>
    base.indexOf(one) < base.indexOf(other)
      ? !isTurned(ours, one, other) && !isTurned(theirs, one, other)
      : !isFirst(other, one)
  const before = (id: string) => base.filter((other) => other !== id && isFirst(other, id)).length
  const places = base.map(before)
  return new Set(places).size < base.length ? undefined : base.map((_, at) => base[places.indexOf(at)] ?? '')
}

describe('two orders of one list', () => {
  const moves = fc.array(fc.record({ from: fc.nat(12), to: fc.nat(12) }), { maxLength: 3 })

  it('are brought together as if each page were compared with each', () => {
    const found = { list: 0, none: 0 }
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), moves, moves, (length, here, there) => {
        const base = list(length)
        const orders = { base, ours: moved(base, here), theirs: moved(base, there) }
        const both = bothOrders(orders)
        expect(both).toEqual(byWords(orders))
        found[both ? 'list' : 'none'] += 1
      }),
      { numRuns: 2000 },
    )
    expect(Math.min(found.list, found.none)).toBeGreaterThan(200)
  })

  it('take steps that grow hardly more than the list', () => {
    const stepsFor = (length: number) => {
      const base = list(length)
      const steps = { taken: 0 }
      const isTenth = (id: string) => Number(id.slice(1)) % 10 === 0
      const ours = [...base.filter((id) => !isTenth(id)), ...base.filter(isTenth).reverse()]
      const theirs = base.map(
        (id, at) => (at % 10 === 4 ? base[at + 1] : at % 10 === 5 ? base[at - 1] : id) ?? id,
      )
      expect(bothOrders({ base, ours, theirs }, steps)).toHaveLength(length)
      return steps.taken
    }
    const [few, many] = [stepsFor(2_000), stepsFor(16_000)]
    expect(few).toBeGreaterThan(2_000)
    expect(few).toBeLessThan(2_000 * 200)
    expect(many).toBeLessThan(8 * 2 * few)
  })
})
