import fc from 'fast-check'
import { expect, it } from 'vitest'
import { memoryNodes } from '../../../../test/drawn/memory-nodes.ts'
import { type Draft, openDraft } from '../draft/draft.ts'
import type { PageRecord } from '../records.ts'
import { allEntries } from './map.ts'
import { flatTrees, readTree } from './page-tree.ts'
import { type RevisionView, readRevision } from './revision.ts'

type Step = { act: keyof typeof ACTS; which: number; where: number }
type Scene = { draft: Draft; id: string; page?: PageRecord; into: string | null }

const ACTS = {
  async add({ draft, id, into }: Scene) {
    const createdAt = '2026-01-01T00:00:00.000Z'
    const page = { id, type: 'document' as const, title: id, slug: id, body: null, createdAt }
    await draft.insertPage(page, { into, at: 0 })
  },
  async rename({ draft, id, page }: Scene) {
    if (page) await draft.changePage(page, { title: `Title ${id}`, slug: id })
  },
  async move({ draft, page, into }: Scene) {
    if (!page || (into !== null && (await draft.pagesFrom(page.id)).includes(into))) return
    await draft.movePage(page, { into, at: 0 })
  },
  async remove({ draft, page }: Scene) {
    if (page) await draft.removePage(page)
  },
}

/** Each step is a revision. */
async function after(start: RevisionView, steps: Step[], who: string) {
  let view = start
  for (const [at, { act, which, where }] of steps.entries()) {
    const draft = openDraft(view)
    const pages = await allEntries<PageRecord>(view.nodes, view.root.pages)
    const page = pages[which % Math.max(1, pages.length)]
    const into = [null, ...pages][where % (pages.length + 1)]?.id ?? null
    await ACTS[act]({ draft, id: `${who}${at}`, page, into })
    view = await readRevision(view.nodes, await draft.finish())
  }
  return view
}

const steps = fc.array(
  fc.record({
    act: fc.constantFrom(...(Object.keys(ACTS) as (keyof typeof ACTS)[])),
    which: fc.nat(100),
    where: fc.nat(100),
  }),
  { maxLength: 12 },
)

it('reads the tree of a revision the same from that of another one, and leaves that as it was', async () => {
  await fc.assert(
    fc.asyncProperty(steps, steps, async (first, second) => {
      const grown: Step[] = Array.from({ length: 40 }, (_, at) => ({ act: 'add', which: 0, where: at }))
      const empty = await readRevision(memoryNodes(), null)
      const one = await after(await after(empty, grown, 'g'), first, 'a')
      const other = await after(one, second, 'b')
      for (const [from, to] of [
        [one, other],
        [other, one],
        [empty, other],
        [other, empty],
      ] as const) {
        const known = await readTree(from)
        const before = structuredClone(known)
        const read = await readTree(to, known)
        const plain = await readTree(to)
        expect(read.top).toEqual(plain.top)
        expect(new Set(read.byId.values())).toEqual(new Set(flatTrees(read.top)))
        for (const [id, tree] of read.byId) expect(tree.page.id).toBe(id)
        expect(known).toEqual(before)
      }
    }),
  )
})
