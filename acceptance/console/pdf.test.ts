// Pages as a PDF, made in the console: of a space with the mouse, of one page with keys alone on a phone.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPdf } from '../../test/measures/pdf.ts'
import { openSites, type Sites, seriousFindings } from '../sites.ts'
import { openSignedIn } from './signed-in.ts'

let sites: Sites
beforeAll(async () => {
  sites = await openSites()
})
afterAll(() => sites.close())

async function openSpace() {
  const space = await sites.newSpace('Lighthouse', { Lamp: 'Trim the wick.', Keeper: 'Wakes at night.' })
  const home = `/o/${sites.organization.split('/').at(-1)}/s/${space}`
  return (options = {}) => openSignedIn(sites.browser, sites.server.url, `${home}/~/pages`, options)
}

/** What somebody reads who opens it. */
async function opened(page: Page) {
  const link = page.getByRole('link', { name: 'Open the PDF' })
  await link.waitFor()
  const answer = await fetch(new URL((await link.getAttribute('href')) ?? '', page.url()))
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  return readPdf(Buffer.from(await answer.arrayBuffer()))
}

describe('a PDF', () => {
  it('of a whole space is made while somebody looks, and opened', async () => {
    const page = await (await openSpace())()
    await page.getByRole('link', { name: 'PDF', exact: true }).click()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Make the PDF' }).click()
    const text = JSON.stringify(await opened(page))
    expect(text).toContain('Trim the wick.')
    expect(text).toContain('Wakes at night.')
    expect(await seriousFindings(page)).toEqual([])
    await page.context().close()
  })

  it('of one page is made with keys alone, on a phone', async () => {
    const page = await (await openSpace())({ viewport: { width: 390, height: 800 }, colorScheme: 'dark' })
    await page.getByRole('link', { name: 'PDF', exact: true }).press('Enter')
    const choice = page.getByLabel('What is in it')
    await choice.focus()
    await page.keyboard.type('Keeper')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const text = JSON.stringify(await opened(page))
    expect(text).toContain('Wakes at night.')
    expect(text).not.toContain('Trim the wick.')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.context().close()
  })
})
