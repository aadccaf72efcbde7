// Who a site is for and where it is, as somebody does it with a mouse, and in part with the keyboard alone: jobs 22, 23 and
// 24 of a docs team.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSignedIn } from '../console/signed-in.ts'
import { TOKEN } from '../server.ts'
import { openSites, type Sites } from '../sites.ts'
import { tabTo } from './keyboard.ts'

let sites: Sites
let home: string

beforeAll(async () => {
  sites = await openSites()
  home = `/o/${sites.organization.split('/').at(-1)}`
  await sites.newSpace('Product guide', { Start: 'Welcome.' })
})
afterAll(() => sites.close())

const open = (path: string) => openSignedIn(sites.browser, sites.server.url, path)

describe('a domain of its own', () => {
  it('is given to a site with the record to set, checked, and taken away', async () => {
    const site = await sites.newSite('Domain', [await sites.newSpace('Domain', { Start: 'Hi.' })])
    const page = await open(`${home}/~sites/${site.id}/domain`)
    await page.getByLabel('Own host name').fill('Docs.Example.INVALID')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByText('Set this record at your DNS provider').waitFor()
    await page.locator('td code', { hasText: 'docs.example.invalid' }).first().waitFor()
    await page.getByRole('button', { name: 'Check now' }).click()
    // No such name exists anywhere; without a name service nobody says so.
    await page.getByText('No record found').or(page.getByText('DNS did not answer')).waitFor()
    await page.getByText('Last checked').waitFor()
    await page.getByRole('button', { name: 'Remove the domain' }).click()
    await page.getByText('Last checked').waitFor({ state: 'detached' })
    expect(await page.getByLabel('Own host name').inputValue()).toBe('')
    await page.context().close()
  })
})

/** A site that nobody reads yet, and the page that says who may. */
async function publishFor(title: string, visibility: string) {
  const page = await open(`${home}/~sites/new`)
  await page.getByLabel('Name of the site').fill(title)
  await page.getByLabel('Product guide', { exact: true }).check()
  await page.locator(`[value=${visibility}]`).check()
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('This site is published').waitFor()
  const address = (await page.getByRole('link', { name: 'Open the site' }).getAttribute('href')) ?? ''
  expect((await fetch(address)).status).toBeGreaterThanOrEqual(400)
  await page.getByRole('link', { name: 'Audience' }).click()
  return page
}

describe('a site that is private', () => {
  it('is read by those who have a link, until it is switched off', async () => {
    const page = await publishFor('For partners', 'share-link')
    await page.getByLabel('For whom').fill('Partners')
    await page.getByRole('button', { name: 'Add a link' }).click()
    const link = (await page.locator('code.secret').first().textContent()) ?? ''
    const visitor = await sites.read(link)
    await visitor.page.getByText('Welcome.').waitFor()
    await page.reload()
    await page.getByText('Last used').waitFor()
    await page.getByRole('button', { name: 'Switch off' }).click()
    await page.getByText('Off', { exact: true }).waitFor()
    expect((await visitor.page.goto(link))?.status()).toBeGreaterThanOrEqual(400)
    await visitor.context.close()
    await page.context().close()
  })

  it('is read by customers who sign in, which is tried before', async () => {
    const page = await publishFor('Customers', 'visitor-auth')
    await page.getByRole('button', { name: 'Test sign-in' }).click()
    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'Open the site as this visitor' }).click(),
    ])
    await opened.getByText('Welcome.').waitFor()
    expect(opened.url()).not.toContain('jwt_token')
    await page.context().close()
  })

  it('is read by members with their account, by the keyboard alone', async () => {
    const page = await open(`${home}/~sites/new`)
    await page.locator('[name=title]:focus').waitFor()
    await page.keyboard.type('Handbook')
    await tabTo(page, 'checkbox', 'Product guide')
    await page.keyboard.press('Space')
    await tabTo(page, 'radio', 'Everyone')
    for (const visibility of ['unlisted', 'share-link', 'visitor-auth']) {
      await page.keyboard.press('ArrowDown')
      await page.locator(`[value=${visibility}]:checked`).waitFor()
    }
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Handbook' }).waitFor()
    await tabTo(page, 'link', 'Audience')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'How people sign in' }).waitFor()
    await page.getByRole('radio', { name: 'With your own backend' }).focus()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.getByText('Access ends at once').waitFor()
    await page.getByRole('link', { name: 'Overview' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Publish' }).focus()
    await page.keyboard.press('Enter')
    const address = (await page.getByRole('link', { name: 'Open the site' }).getAttribute('href')) ?? ''
    const read = await page.goto(address)
    expect([read?.status(), page.url()]).toEqual([200, address])

    // Somebody else comes by the address alone.
    const other = await sites.browser.newContext()
    const reader = await other.newPage()
    await reader.goto(address)
    await reader.getByRole('link', { name: 'Sign in with an API token' }).click()
    await reader.getByLabel('API token').fill(TOKEN)
    await reader.keyboard.press('Enter')
    await reader.waitForURL(address)
    await reader.getByRole('heading').first().waitFor()
    await reader.goto(`${sites.server.url}/o`)
    await reader.getByRole('button', { name: 'Sign out' }).click()
    await reader.goto(address)
    await reader.getByRole('heading', { name: 'Sign in' }).waitFor()
    await other.close()
    await page.context().close()
  })
})
