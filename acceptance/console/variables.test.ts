// Values that texts name: changed with the mouse, with keys alone, and on a phone.
import type { BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../server.ts'
import { openSites, type Sites, seriousFindings } from '../sites.ts'
import { openSignedIn } from './signed-in.ts'

let sites: Sites
beforeAll(async () => {
  sites = await openSites()
})
afterAll(() => sites.close())

const NAMED = 'Version <code class="expression">space.vars.version</code>\n'

async function openVariables() {
  const { api, server, browser, organization } = sites
  const space = await sites.newSpace('Guide', { Named: NAMED, Other: 'space.vars.versions' })
  const at = `/v1/spaces/${space}`
  const variables = { version: '2.1', years: 3 }
  await api('POST', `${at}/content`, { changes: [{ operation: 'update_variables', variables }] })
  const home = `/o/${organization.split('/').at(-1)}/s/${space}`
  const read = async (content = 'content'): Promise<object> =>
    (await api('GET', `${at}/${content}`)).variables
  const open = (path: string, options: BrowserContextOptions = {}) =>
    openSignedIn(browser, server.url, `${home}/${path}`, options)
  return { api, at, read, open }
}

describe('variables', () => {
  it('are changed and deleted in a change request, and merged', async () => {
    const { open, read, api, at } = await openVariables()
    const page = await open('~/pages')
    await page.getByRole('link', { name: 'Variables' }).click()
    await page.getByRole('link', { name: 'Where it is used: version' }).click()
    await page.getByText('Used on').getByRole('link', { name: 'Named' }).waitFor()
    expect(await page.getByText('Used on').getByRole('link').count()).toBe(1)
    expect(await seriousFindings(page)).toEqual([])
    await page.locator('summary[aria-label*="years"]').click()
    await page.getByLabel('Value').and(page.locator(':visible')).fill('4')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL(/changes\/1\/~variables/)
    await page.getByText('Saved in this change request').waitFor()
    expect(await read('change-requests/1/content')).toEqual({ version: '2.1', years: 4 })
    expect(await read()).toEqual({ version: '2.1', years: 3 })
    await page.locator('summary[aria-label*="version"]').click()
    await page
      .getByText('Texts that name it show nothing in its place.')
      .and(page.locator(':visible'))
      .waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await until(async () => !('version' in (await read('change-requests/1/content'))))
    expect(await seriousFindings(page)).toEqual([])
    await api('POST', `${at}/change-requests/1/merge`, {})
    expect(await read()).toEqual({ years: 4 })
    await page.context().close()
  })

  it('are added with keys alone', async () => {
    const { open, read, api, at } = await openVariables()
    const page = await open('~/variables')
    await page.getByText('New variable').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.type('product name')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Quire')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('a name starts with a letter').waitFor()
    const { items } = await api('GET', `${at}/change-requests?status=open`)
    expect(items).toEqual([])
    await page.getByText('New variable').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.type('product')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Quire')
    await page.keyboard.press('Enter')
    await page.getByText('Saved in this change request').waitFor()
    const number = /changes\/(\d+)/.exec(page.url())?.[1]
    expect(await read(`change-requests/${number}/content`)).toMatchObject({ product: 'Quire' })
    await page.context().close()
  })

  it('fit on a phone', async () => {
    const { open } = await openVariables()
    const page = await open('~/variables', { viewport: { width: 390, height: 844 }, hasTouch: true })
    await page.getByRole('link', { name: 'Where it is used: years' }).tap()
    await page.getByText('No text names it.').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false)
    await page.context().close()
  })
})
