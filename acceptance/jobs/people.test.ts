// Who works on it and who reads it, as somebody does it with a mouse: jobs 27 and 28 of a docs team.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSignedIn } from '../console/signed-in.ts'
import { openSites, type Sites } from '../sites.ts'

let sites: Sites
let home: string

beforeAll(async () => {
  sites = await openSites()
  home = `/o/${sites.organization.split('/').at(-1)}`
})
afterAll(() => sites.close())

const open = (path: string) => openSignedIn(sites.browser, sites.server.url, path)

describe('a colleague', () => {
  it('is invited, sets up their account, and writes', async () => {
    await sites.newSpace('Handbook', { Start: 'Hello.' })
    const page = await open(`${home}/~people`)
    await page.locator('summary', { hasText: 'Invite' }).click()
    await page.getByLabel('E-mail', { exact: true }).fill('ada@example.org')
    await page.locator('#role').selectOption({ label: 'Editor' })
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByRole('status').waitFor()
    // Without a mail server, the link is copied.
    await page.getByLabel(/Actions for .*ada/i).click()
    await page.getByRole('button', { name: 'Copy the invitation link' }).click()
    const link = await page.locator('code.secret').first().textContent()
    const context = await sites.browser.newContext()
    const ada = await context.newPage()
    await ada.goto(link ?? '')
    await ada.getByLabel('Your name').fill('Ada')
    await ada.getByLabel('New password').fill('a long walk by the harbour')
    await ada.getByRole('button', { name: 'Create account and join' }).click()
    await ada.waitForURL((url) => url.pathname === '/o' || url.pathname.startsWith(home))
    await ada.goto(`${sites.server.url}${home}`)
    await ada.getByRole('link', { name: 'Handbook' }).first().waitFor()
    // What an editor may not do is not offered.
    expect(await ada.getByRole('link', { name: 'Settings', exact: true }).count()).toBe(0)
    await page.goto(`${sites.server.url}${home}/~people`)
    await page.getByText('Ada', { exact: true }).waitFor()
    await context.close()
    await page.context().close()
  })
})

describe('what readers look at', () => {
  it('is counted by page, with what they searched and did not find', async () => {
    const space = await sites.newSpace('Guide', { Start: 'Welcome.', Setup: 'Run it.' })
    const site = await sites.newSite('Guide', [space])
    const visitor = await sites.read(`${site.home}setup`)
    await visitor.page.getByText('Run it.').waitFor()
    expect((await fetch(`${site.home}nowhere`, { headers: { accept: 'text/html' } })).status).toBe(404)
    const page = await open(`${home}/~sites/${site.id}/insights`)
    await page.getByText('Visitors are counted per day').waitFor()
    const seen = async () => {
      await page.reload()
      return page.locator('.totals .panel', { hasText: 'Page views' }).locator('dd').textContent()
    }
    await expect.poll(seen, { timeout: 60_000 }).not.toBe('0')
    await page.locator('section', { hasText: 'Pages' }).getByText('Setup').first().waitFor()
    await page.getByRole('link', { name: '7 days' }).click()
    await page.locator('a[aria-current]', { hasText: '7 days' }).waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download CSV' }).first().click(),
    ])
    expect(file.suggestedFilename()).toMatch(/\.csv$/)
    await visitor.context.close()
    await page.context().close()
  })
})
