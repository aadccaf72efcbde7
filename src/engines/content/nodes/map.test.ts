import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memoryNodes } from '../../../../test/drawn/memory-nodes.ts'
import { allEntries, changeEntries, countEntries, diffMaps, findEntries, findInMaps } from './map.ts'

type Entry = { id: string; value: number }
const entry = (id: string, value = 0): Entry => ({ id, value })
const noRefs = () => []

/** Ids that share long beginnings, as real ones do. */
const id = fc.integer({ min: 0, max: 400 }).map((number) => `01m7eskw3n5jyfkkvqxs${number}`)
const changes = fc.array(fc.tuple(id, fc.option(fc.integer({ min: 0, max: 3 }))), { maxLength: 60 })

function asMap(list: [string, number | null][]) {
  return new Map(list.map(([id, value]) => [id, value === null ? null : entry(id, value)]))
}

describe('a persistent map', () => {
  it('holds what was put and not taken out, whatever the order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(changes, { maxLength: 8 }), async (rounds) => {
        const nodes = memoryNodes()
        const model = new Map<string, Entry>()
        let map: string | null = null
        for (const round of rounds) {
          const step = asMap(round)
          map = await changeEntries(nodes, map, step, noRefs)
          for (const [id, value] of step) value ? model.set(id, value) : model.delete(id)
        }
        const entries = await allEntries<Entry>(nodes, map)
        expect(new Map(entries.map((one) => [one.id, one]))).toEqual(model)
        // The same entries put at once are the same map.
        expect(await changeEntries(nodes, null, new Map(model), noRefs)).toBe(map)
      }),
      { numRuns: 60 },
    )
  })

  it('counts its entries, and finds one in many maps as in each', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(changes, { minLength: 1, maxLength: 6 }), id, async (rounds, wanted) => {
        const nodes = memoryNodes()
        const maps: (string | null)[] = [null]
        for (const round of rounds)
          maps.push(await changeEntries(nodes, maps.at(-1) ?? null, asMap(round), noRefs))
        const found = await findInMaps<Entry>(nodes, maps, wanted)
        for (const [at, map] of maps.entries()) {
          expect(found[at]).toEqual((await findEntries<Entry>(nodes, map, [wanted])).get(wanted))
          expect(await countEntries(nodes, map)).toBe((await allEntries(nodes, map)).length)
        }
      }),
      { numRuns: 40 },
    )
  })

  it('finds entries by id, and nothing where there is nothing', async () => {
    const nodes = memoryNodes()
    const all = new Map(Array.from({ length: 3000 }, (_, at) => [`page${at}`, entry(`page${at}`, at)]))
    const map = await changeEntries(nodes, null, all, noRefs)
    const found = await findEntries<Entry>(nodes, map, ['page7', 'page2999', 'none'])
    expect([...found.values()].map(({ value }) => value).sort()).toEqual([2999, 7])
    expect((await findEntries(nodes, null, ['page7'])).size).toBe(0)
  })

  it('says what differs between two states, and reads no more than that', async () => {
    await fc.assert(
      fc.asyncProperty(changes, changes, async (first, second) => {
        const nodes = memoryNodes()
        const [one, two] = [asMap(first), asMap(second)]
        const before = await changeEntries(nodes, null, one, noRefs)
        const after = await changeEntries(nodes, before, two, noRefs)
        const changed = await diffMaps<Entry>(nodes, before, after)
        const expected = [...two].filter(([id, value]) => one.get(id)?.value !== value?.value)
        expect(changed.map(({ id }) => id).sort()).toEqual(expected.map(([id]) => id).sort())
        for (const { id, before: was, after: is } of changed) {
          expect(was).toEqual(one.get(id) ?? undefined)
          expect(is).toEqual(two.get(id) ?? undefined)
        }
      }),
      { numRuns: 100 },
    )
  })

  it('writes three nodes for one changed entry of ten thousand', async () => {
    const nodes = memoryNodes()
    const all = new Map(Array.from({ length: 10_000 }, (_, at) => [`page${at}`, entry(`page${at}`)]))
    const map = await changeEntries(nodes, null, all, noRefs)
    nodes.takeFresh()
    const after = await changeEntries(nodes, map, new Map([['page77', entry('page77', 1)]]), noRefs)
    expect(nodes.takeFresh()).toHaveLength(3)
    expect(await diffMaps<Entry>(nodes, map, after)).toEqual([
      { id: 'page77', before: entry('page77'), after: entry('page77', 1) },
    ])
  })
})
