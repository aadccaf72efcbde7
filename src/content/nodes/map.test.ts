import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memoryNodes } from '../../../test/memory-nodes.ts'
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
        const pool = memoryNodes()
        const model = new Map<string, Entry>()
        let map: string | null = null
        for (const round of rounds) {
          const step = asMap(round)
          map = await changeEntries(pool, map, step, noRefs)
          for (const [id, value] of step) value ? model.set(id, value) : model.delete(id)
        }
        const entries = await allEntries<Entry>(pool, map)
        expect(new Map(entries.map((one) => [one.id, one]))).toEqual(model)
        // The same entries put at once are the same map.
        expect(await changeEntries(pool, null, new Map(model), noRefs)).toBe(map)
      }),
      { numRuns: 60 },
    )
  })

  it('counts its entries, and finds one in many maps as in each', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(changes, { minLength: 1, maxLength: 6 }), id, async (rounds, wanted) => {
        const pool = memoryNodes()
        const maps: (string | null)[] = [null]
        for (const round of rounds)
          maps.push(await changeEntries(pool, maps.at(-1) ?? null, asMap(round), noRefs))
        const found = await findInMaps<Entry>(pool, maps, wanted)
        for (const [at, map] of maps.entries()) {
          expect(found[at]).toEqual((await findEntries<Entry>(pool, map, [wanted])).get(wanted))
          expect(await countEntries(pool, map)).toBe((await allEntries(pool, map)).length)
        }
      }),
      { numRuns: 40 },
    )
  })

  it('finds entries by id, and nothing where there is nothing', async () => {
    const pool = memoryNodes()
    const all = new Map(Array.from({ length: 3000 }, (_, at) => [`page${at}`, entry(`page${at}`, at)]))
    const map = await changeEntries(pool, null, all, noRefs)
    const found = await findEntries<Entry>(pool, map, ['page7', 'page2999', 'none'])
    expect([...found.values()].map(({ value }) => value).sort()).toEqual([2999, 7])
    expect((await findEntries(pool, null, ['page7'])).size).toBe(0)
  })

  it('says what differs between two states, and reads no more than that', async () => {
    await fc.assert(
      fc.asyncProperty(changes, changes, async (first, second) => {
        const pool = memoryNodes()
        const [one, two] = [asMap(first), asMap(second)]
        const before = await changeEntries(pool, null, one, noRefs)
        const after = await changeEntries(pool, before, two, noRefs)
        const changed = await diffMaps<Entry>(pool, before, after)
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
    const pool = memoryNodes()
    const all = new Map(Array.from({ length: 10_000 }, (_, at) => [`page${at}`, entry(`page${at}`)]))
    const map = await changeEntries(pool, null, all, noRefs)
    pool.takeFresh()
    const after = await changeEntries(pool, map, new Map([['page77', entry('page77', 1)]]), noRefs)
    expect(pool.takeFresh()).toHaveLength(3)
    expect(await diffMaps<Entry>(pool, map, after)).toEqual([
      { id: 'page77', before: entry('page77'), after: entry('page77', 1) },
    ])
  })
})
