// What the history of a page costs follows from what is shown of it, not from how much else happened in the space.
import { afterAll, expect, it } from 'vitest'
import { askedDuring } from '../../../../test/measures/statements.ts'
import { stepCounter } from '../../../../test/measures/steps.ts'
import { openSpace, page } from '../../../../test/pages.ts'

const steps = stepCounter()
afterAll(() => steps.close())

type Size = { pages: number; edits: number }

/** A page that was created, renamed and moved; in between and after that, others were edited. */
async function openHistory({ pages, edits }: Size) {
  const opened = await openSpace()
  const { write, drain } = opened
  const [{ page: seen }, { page: other }] = await write(page('Seen'), page('Other'))
  for (let made = 0; made < pages; made += 50)
    await write(...Array.from({ length: 50 }, (_, at) => page(`Page ${made + at}`)))
  for (let round = 0; round < edits; round += 1) {
    await write({ operation: 'update_page', page: other.id, document: { markdown: `Round ${round}.` } })
    if (round === 2) await write({ operation: 'update_page', page: seen.id, title: 'Seen by some' })
    if (round === 4) await write({ operation: 'update_page', page: seen.id, into: other.id })
  }
  await drain()
  return { ...opened, seen }
}

type Listed = { items: { page: { change: string } }[]; next?: object }

async function costOf(size: Size) {
  const { as, admin, url, seen } = await openHistory(size)
  const ask = (): Promise<Listed> => as(admin).get(`${url}/content/page/${seen.id}/revisions`)
  const answer = await ask()
  expect(answer.items.map(({ page }) => page.change)).toEqual(['edited', 'edited', 'created'])
  expect(answer.next).toBeUndefined()
  const asked = await askedDuring(ask)
  return { ...asked, steps: await steps.stepsDuring(ask) }
}

it('costs the same with few revisions and with many', async () => {
  const few = await costOf({ pages: 0, edits: 6 })
  const many = await costOf({ pages: 0, edits: 60 })
  expect({ ...many, steps: 0 }).toEqual({ ...few, steps: 0 })
  expect(many.steps / few.steps).toBeLessThan(1.2)
})

it('costs hardly more in a large space', async () => {
  const few = await costOf({ pages: 0, edits: 6 })
  const many = await costOf({ pages: 500, edits: 6 })
  expect({ ...many, steps: 0 }).toEqual({ ...few, steps: 0 })
  // A level or two of the tree.
  expect(many.steps / few.steps).toBeLessThan(1.5)
})
