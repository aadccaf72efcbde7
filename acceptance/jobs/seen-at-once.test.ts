// Two reviewers, and an author who keeps typing: how long until everybody sees what is so. Told, and judged by nobody:
// tests do not look at the clock.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draws } from '../../test/drawn/draws.ts'
import { openSites, type Sites } from '../sites.ts'
import { BEFORE, LAMP, openDraft } from './lamp.ts'

let sites: Sites
beforeAll(async () => {
  sites = await openSites()
})
afterAll(() => sites.close())

const ROUNDS = draws(8)

/** Milliseconds since the answer to what changed it, for each who looks. */
async function timesOf(
  pages: Page[],
  change: () => Promise<unknown>,
  seen: (page: Page) => Promise<unknown>,
) {
  await change()
  const since = performance.now()
  const one = async (page: Page) => {
    await seen(page)
    return performance.now() - since
  }
  return Promise.all(pages.map(one))
}

function told(times: number[]) {
  const sorted = times.toSorted((one, other) => one - other).map(Math.round)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  return { count: sorted.length, median: at(0.5), p95: at(0.95), most: sorted.at(-1) }
}

describe('what others do', () => {
  it('is seen by everybody who reviews', async () => {
    const { open, person, api, request, review, compared, rewrite, publish, space } = await openDraft(sites)
    const [rita, sam] = [await person('Rita', 'review'), await person('Sam', 'review')]
    const pages = [await open(review, { token: rita.token }), await open(compared, { token: sam.token })]
    const times: Record<string, number[]> = { texts: [], comments: [], merge: [], permission: [] }
    const stale = (page: Page) => page.locator('.out-of-date').waitFor()
    const mayStillDecide = (page: Page) =>
      page.locator('button:is([value=approve], [value=merge]):not([disabled])').first().isVisible()

    for (let round = 0; round < ROUNDS; round += 1) {
      // Somewhere between two looks of the page, wherever that is.
      await new Promise((resolve) => setTimeout(resolve, (round * 397) % 1_500))
      const said = `Said ${round}.`
      const comment = { body: { markdown: said }, page: compared.split('/').at(-1) }
      const heard = (page: Page) => page.getByText(said, { exact: true }).first().waitFor()
      times.comments?.push(
        ...(await timesOf(pages, () => api('POST', `${request}/comments`, comment), heard)),
      )
      const write = () => rewrite(`${BEFORE}\nTyped ${round}.\n`)
      times.texts?.push(...(await timesOf(pages, write, stale)))
      for (const page of pages) expect(await mayStillDecide(page)).toBe(false)
      await Promise.all(pages.map((page) => page.reload()))
    }
    await publish(LAMP, `Elsewhere.\n\n${BEFORE}`)
    await api('POST', `${request}/update`)
    await Promise.all(pages.map((page) => page.reload()))
    times.merge?.push(...(await timesOf(pages, () => api('POST', `${request}/merge`), stale)))
    await Promise.all(pages.map((page) => page.reload()))
    const revoke = () => api('DELETE', `/v1/spaces/${space}/permissions/users/${rita.id}`)
    times.permission?.push(...(await timesOf(pages.slice(0, 1), revoke, stale)))
    expect(times.texts).toHaveLength(2 * ROUNDS)
    console.info(
      JSON.stringify(Object.fromEntries(Object.entries(times).map(([of, all]) => [of, told(all)]))),
    )
    for (const page of pages) await page.context().close()
  })
})
