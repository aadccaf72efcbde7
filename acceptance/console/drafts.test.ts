// Change requests as a list, and a draft that somebody without an account reads.
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSites, type Sites, seriousFindings } from '../sites.ts'
import { openSignedIn } from './signed-in.ts'

let sites: Sites
beforeAll(async () => {
  sites = await openSites()
})
afterAll(() => sites.close())

/** A space with an open change request, a draft and a merged one. */
async function openSpace() {
  const { api, server, browser, organization } = sites
  const space = await sites.newSpace('Lighthouse', { Lamp: 'Trim the wick.' })
  const requests = `/v1/spaces/${space}/change-requests`
  const page = (await api('GET', `/v1/spaces/${space}/content/pages`)).pages[0].id
  const write = (number: number, markdown: string) =>
    api('POST', `${requests}/${number}/content`, {
      changes: [{ operation: 'update_page', page, document: { markdown } }],
    })
  for (const subject of ['Clean the glass', 'Paint the door', 'Oil the hinge'])
    await api('POST', requests, { subject })
  await write(1, 'Trim the wick, clean the glass.')
  await write(3, 'Trim the wick, oil the hinge.')
  await api('PATCH', `${requests}/1`, { status: 'open' })
  await api('POST', `${requests}/3/merge`, {})
  const home = `/o/${organization.split('/').at(-1)}/s/${space}`
  return (options: BrowserContextOptions = {}) =>
    openSignedIn(browser, server.url, `${home}/~/pages`, options)
}

const rows = (page: Page) => page.locator('.rows .title').allTextContents()

describe('change requests', () => {
  it('are listed by their state', async () => {
    const page = await (await openSpace())()
    await page.getByRole('link', { name: 'Change requests' }).click()
    expect(await rows(page)).toEqual(['Clean the glass'])
    for (const [state, subject] of [
      ['Draft', 'Paint the door'],
      ['Merged', 'Oil the hinge'],
    ] as const) {
      await page.getByRole('link', { name: state, exact: true }).click()
      await page.locator('.rows').getByText(subject).waitFor()
      expect(await rows(page)).toEqual([subject])
    }
    expect(await seriousFindings(page)).toEqual([])
    await page.context().close()
  })

  it('are found with keys alone, on a phone', async () => {
    const page = await (await openSpace())({ viewport: { width: 390, height: 800 } })
    await page.getByRole('link', { name: 'Change requests' }).press('Enter')
    await page.getByRole('link', { name: 'Draft', exact: true }).press('Enter')
    await page.getByRole('link', { name: 'Paint the door' }).press('Enter')
    await page.getByRole('heading', { name: 'Paint the door' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.context().close()
  })
})

describe('a draft', () => {
  async function shown(link: string) {
    const stranger = await sites.browser.newContext()
    const page = await stranger.newPage()
    await page.goto(link)
    await page.getByText('Trim the wick, clean the glass.').waitFor()
    await stranger.close()
  }

  it('is shown to somebody without an account by its link', async () => {
    const page = await (await openSpace())({ permissions: ['clipboard-read', 'clipboard-write'] })
    await page.getByRole('link', { name: 'Change requests' }).click()
    await page.getByRole('link', { name: 'Clean the glass' }).click()
    await page.getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    await shown(await page.evaluate(() => navigator.clipboard.readText()))
    await page.context().close()
  })

  it('is shown with keys alone', async () => {
    const page = await (await openSpace())()
    await page.getByRole('link', { name: 'Change requests' }).press('Enter')
    await page.getByRole('link', { name: 'Clean the glass' }).press('Enter')
    const link = page
      .getByRole('region')
      .or(page.locator('section'))
      .filter({ hasText: 'Show it to somebody' })
    await shown((await link.getByRole('link').getAttribute('href')) ?? '')
    await link.getByRole('link').press('Enter')
    await page.getByText('Trim the wick, clean the glass.').first().waitFor()
    await page.context().close()
  })
})
