// Edits at random on both sides of a random site.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  add,
  edited,
  freeSlugBelow,
  merge,
  move,
  outlineOf,
  pageOf,
  remove,
  type Snapshot,
  set,
  site,
  told,
} from '../../../../test/drawn/fake-site.ts'
import { freeSlug } from '../draft/slugs.ts'

type Step = { act: keyof typeof ACTS; which: number; where: number }

/** What people do, with numbers that choose among what there is. */
const ACTS = {
  title: (to: Snapshot, id: string, who: string) => set(to, id, { title: `${who} ${pageOf(to, id).title}` }),
  icon: (to: Snapshot, id: string, who: string) => set(to, id, { icon: who }),
  slug: (to: Snapshot, id: string, _: string, where: number) => {
    const above = pageOf(to, id).parent ?? ''
    set(to, id, { slug: freeSlugBelow(to, above, pick(['x', 'y', 'z'], where) ?? 'x') })
  },
  line: (to: Snapshot, id: string, who: string, where: number) => {
    const lines = (pageOf(to, id).body ?? '').split('\n')
    set(to, id, { body: lines.with(where % lines.length, `${who} ${where}`).join('\n') })
  },
  insertLine: (to: Snapshot, id: string, who: string, where: number) => {
    const lines = (pageOf(to, id).body ?? '').split('\n')
    set(to, id, { body: lines.toSpliced(where % lines.length, 0, `${who} new ${where}`).join('\n') })
  },
  move: (to: Snapshot, id: string, _: string, where: number) => {
    const above =
      pick(
        ['', ...to.pages.keys()].filter((other) => !isWithin(to, other, id)),
        where,
      ) ?? ''
    move(to, id, above, where % 3)
  },
  reorder: ({ lists, pages }: Snapshot, id: string, _: string, where: number) => {
    const above = pages.get(id)?.parent ?? ''
    const others = (lists.get(above) ?? []).filter((other) => other !== id)
    lists.set(above, others.toSpliced(where % (others.length + 1), 0, id))
  },
  add: (to: Snapshot, id: string, who: string, where: number) => {
    const name = freeSlug(who, new Set(to.pages.keys()))
    add(to, name, id, { slug: pick(['x', 'y', 'z'], where), at: where % 3 })
  },
  remove: (to: Snapshot, id: string) => remove(to, id),
}

function pick<T>(list: T[], which: number) {
  return list[which % list.length]
}

function isWithin({ pages }: Snapshot, id: string, above: string): boolean {
  return (
    id === above || (id !== '' && isWithin({ pages, lists: new Map() }, pages.get(id)?.parent ?? '', above))
  )
}

function stepsOf(...acts: Step['act'][]) {
  const step = fc.record({ act: fc.constantFrom(...acts), which: fc.nat(50), where: fc.nat(50) })
  return fc.array(step, { maxLength: 6 })
}

/** Does the steps, each to one of the pages that may be chosen. */
function performed(
  base: Snapshot,
  steps: Step[],
  who: string,
  isChosen = (_: Snapshot, _id: string) => true,
) {
  return edited(base, (copy) => {
    for (const { act, which, where } of steps) {
      const id = pick(
        [...copy.pages.keys()].filter((one) => isChosen(copy, one)),
        which,
      )
      if (id) ACTS[act](copy, id, who, where)
    }
  })
}

const EVERYTHING = stepsOf(
  'title',
  'icon',
  'slug',
  'line',
  'insertLine',
  'move',
  'move',
  'reorder',
  'add',
  'remove',
)

/** Trees of up to ten pages, each below one that came before it. */
const someSite = fc.array(fc.nat(10), { minLength: 1, maxLength: 10 }).map((parents) => {
  const made = site('')
  for (const [index, parent] of parents.entries()) add(made, `p${index}`, parent < index ? `p${parent}` : '')
  return made
})

const threeSides = fc
  .record({ base: someSite, ours: EVERYTHING, theirs: EVERYTHING })
  .map(({ base, ours, theirs }) => ({
    base,
    ours: performed(base, ours, 'o'),
    theirs: performed(base, theirs, 't'),
  }))

/** All but what ties and suffixes may make different. */
function essence({ pages }: Snapshot) {
  const plain = [...pages.values()].map(({ slug: _, updatedAt: __, ...page }) => page)
  return plain.sort((a, b) => (a.id < b.id ? -1 : 1))
}

const FIELDS = ['title', 'icon', 'slug', 'parent', 'body'] as const

function hasChanged(from: Snapshot, to: Snapshot, id: string) {
  return FIELDS.some((field) => pageOf(from, id)[field] !== pageOf(to, id)[field])
}

function nameOf(field: string) {
  return field === 'parent' ? 'place' : field
}

/** Slugs may have stepped aside. */
function isSameField(field: string, value: unknown, wanted: unknown) {
  return field === 'slug'
    ? `${value}`.replace(/(-\d+)+$/, '') === `${wanted}`.replace(/(-\d+)+$/, '')
    : value === wanted
}

describe('any merge', () => {
  const RUNS = { numRuns: 1000 }

  it('with an unchanged side is the other side', () => {
    fc.assert(
      fc.property(someSite, EVERYTHING, (base, steps) => {
        const other = performed(base, steps, 'o')
        for (const three of [
          { base, ours: base, theirs: other },
          { base, ours: other, theirs: base },
          { base, ours: other, theirs: other },
        ]) {
          const { result, conflicts } = merge(three)
          expect(conflicts).toEqual([])
          expect(outlineOf(result)).toBe(outlineOf(other))
          expect(result).toEqual(other)
        }
      }),
      { numRuns: 400 },
    )
  })

  it('is a tree again', () => {
    fc.assert(
      fc.property(threeSides, (three) => {
        const { pages, lists } = merge(three).result
        const reached = (above: string): string[] =>
          (lists.get(above) ?? []).flatMap((id) => [id, ...reached(id)])
        expect(reached('').sort()).toEqual([...pages.keys()].sort())
        for (const [above, list] of lists) {
          for (const id of list) expect(pages.get(id)?.parent).toBe(above || null)
          expect(new Set(list.map((id) => pages.get(id)?.slug)).size).toBe(list.length)
        }
      }),
      RUNS,
    )
  })

  it('loses no page that a side has, unless the other deleted it and this one left it alone', () => {
    fc.assert(
      fc.property(threeSides, ({ base, ours, theirs }) => {
        const { result } = merge({ base, ours, theirs })
        for (const [one, other] of [
          [ours, theirs],
          [theirs, ours],
        ] as const) {
          for (const id of one.pages.keys()) {
            const isDeleted = base.pages.has(id) && !other.pages.has(id) && !hasChanged(base, one, id)
            expect(result.pages.has(id) || isDeleted).toBe(true)
          }
        }
      }),
      RUNS,
    )
  })

  it('takes or tells of every field that a side changed', () => {
    fc.assert(
      fc.property(threeSides, ({ base, ours, theirs }) => {
        const { result, told } = merge({ base, ours, theirs })
        for (const side of [ours, theirs]) {
          for (const [id, page] of side.pages) {
            for (const field of FIELDS) {
              const isChanged = page[field] !== base.pages.get(id)?.[field]
              if (field === 'body' || !isChanged || !result.pages.has(id)) continue
              const isTaken = isSameField(field, pageOf(result, id)[field], page[field])
              expect(isTaken || told.includes(`page ${id} ${nameOf(field)}`)).toBe(true)
            }
          }
        }
      }),
      RUNS,
    )
  })

  it('takes or tells of every line that a side wrote', () => {
    fc.assert(
      fc.property(threeSides, ({ base, ours, theirs }) => {
        const { result, told } = merge({ base, ours, theirs })
        for (const side of [ours, theirs]) {
          for (const [id, { body }] of side.pages) {
            const before = base.pages.get(id)?.body?.split('\n') ?? []
            const after = result.pages.get(id)?.body?.split('\n')
            const isTold = told.includes(`page ${id} body`)
            for (const line of body?.split('\n') ?? []) {
              expect(before.includes(line) || isTold || !after || after.includes(line)).toBe(true)
            }
          }
        }
      }),
      RUNS,
    )
  })

  it('has our part wherever there is a conflict, and all three values in it', () => {
    fc.assert(
      fc.property(threeSides, ({ base, ours, theirs }) => {
        const { result, conflicts } = merge({ base, ours, theirs })
        expect(new Set(conflicts.map(told)).size).toBe(conflicts.length)
        for (const conflict of conflicts) {
          expect(conflict.ours).not.toEqual(conflict.theirs)
          if (conflict.field === 'existence') expect(result.pages.has(conflict.id)).toBe(true)
          if (conflict.field === 'title') expect(pageOf(result, conflict.id).title).toBe(conflict.ours)
          if (conflict.field === 'place') expect(pageOf(result, conflict.id).parent).toBe(conflict.ours)
        }
      }),
      RUNS,
    )
  })

  it('without conflicts is the same from either side, but for ties of order and slugs', () => {
    fc.assert(
      fc.property(threeSides, ({ base, ours, theirs }) => {
        const here = merge({ base, ours, theirs })
        const there = merge({ base, ours: theirs, theirs: ours })
        expect(here.conflicts.length === 0).toBe(there.conflicts.length === 0)
        if (here.conflicts.length === 0) expect(essence(here.result)).toEqual(essence(there.result))
      }),
      RUNS,
    )
  })
})

describe('edits that have nothing to do with each other', () => {
  it('in different branches never conflict, and commute', () => {
    const isBelow = (branch: string) => (copy: Snapshot, id: string) =>
      id !== branch && isWithin(copy, id, branch)
    const inBranch = stepsOf('title', 'icon', 'slug', 'line', 'insertLine', 'reorder', 'add', 'remove')
    fc.assert(
      fc.property(inBranch, inBranch, (here, there) => {
        const base = site('left(a(b c) d e(f)) right(g(h i) j k(l))')
        const ours = performed(base, here, 'o', isBelow('left'))
        const theirs = performed(base, there, 't', isBelow('right'))
        const [one, other] = [merge({ base, ours, theirs }), merge({ base, ours: theirs, theirs: ours })]
        expect([...one.told, ...other.told]).toEqual([])
        expect(outlineOf(one.result, 'slug')).toBe(outlineOf(other.result, 'slug'))
        expect(essence(one.result)).toEqual(essence(other.result))
      }),
    )
  })

  it('in different fields and lines of the same pages never conflict, and commute', () => {
    const base = edited(site('a(b c) d'), (copy) => {
      for (const id of copy.pages.keys())
        set(copy, id, { body: Array.from({ length: 20 }, (_, at) => `${at}`).join('\n') })
    })
    const half = (steps: Step[], isOdd: number) =>
      steps.map((step) => ({ ...step, where: (step.where % 10) * 2 + isOdd }))
    fc.assert(
      fc.property(stepsOf('title', 'line'), stepsOf('icon', 'slug', 'line', 'reorder'), (here, there) => {
        const ours = performed(base, half(here, 0), 'o')
        const theirs = performed(base, half(there, 1), 't')
        const [one, other] = [merge({ base, ours, theirs }), merge({ base, ours: theirs, theirs: ours })]
        expect([...one.told, ...other.told]).toEqual([])
        expect(one.result).toEqual(other.result)
      }),
    )
  })
})
