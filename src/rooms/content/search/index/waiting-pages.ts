import type { Hash, PageRecord } from '../../../../engines/content/records.ts'

/** Pages by their ids, as they are now; without a page, it is gone. */
export type StalePages = Map<string, PageRecord | undefined>
export type WaitingPages = ReturnType<typeof waitingPages>

type Change = {
  pages: StalePages
  /** What readers saw before. */
  before: Hash | null
  /** Some of its pages were indexed as they were before. */
  isOfIndexed: boolean
}

/** Pages that wait to be indexed. What changes meanwhile comes first, the last change before others. */
export function waitingPages(all: StalePages) {
  const taken = new Set<string>()
  let changes: Change[] = []
  const waiting = () => {
    changes = changes.filter(({ pages }) => pages.size > 0)
    return changes
  }
  return {
    addChange(pages: StalePages, before: Hash | null) {
      for (const lot of [all, ...changes.map(({ pages }) => pages)])
        for (const id of pages.keys()) lot.delete(id)
      const isOfIndexed = [...pages.keys()].some((id) => taken.has(id))
      changes.unshift({ pages, before, isOfIndexed })
    },
    /** What belongs together and comes next. */
    first: () => waiting()[0]?.pages ?? all,
    take(lot: StalePages, most: number) {
      const some: [id: string, now: PageRecord | undefined][] = []
      for (const entry of lot) {
        if (some.length === most) break
        some.push(entry)
      }
      for (const [id] of some) {
        lot.delete(id)
        taken.add(id)
      }
      return some
    },
    /** Roots with pages that the index may have as they were there, until they come again. */
    rootsBefore: () =>
      waiting()
        .filter(({ isOfIndexed }) => isOfIndexed)
        .map(({ before }) => before),
  }
}
