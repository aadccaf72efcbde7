// Those who run sites and an organization, in a real browser: jobs 17 to 28 of a docs team.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../browser.ts'
import { apiOf, makeFolder, newDatabase, runCommand, type Server, startServer, TOKEN } from '../server.ts'
import { closeAll, seriousFindings } from '../sites.ts'
import { openSignedIn } from './signed-in.ts'

let server: Server
let browser: Browser
let folder: string
let home: string
/** Of the demo: a site of three sections that everyone can read. */
let site: string

beforeAll(async () => {
  folder = await makeFolder()
  const env = { ...(await newDatabase()).env, QUIRE_ADMIN_TOKEN: TOKEN, QUIRE_RATE_LIMIT: 'off' }
  const { code, err } = await runCommand(folder, ['demo'], env)
  expect(code, err).toBe(0)
  server = await startServer({ folder, env })
  browser = await openBrowser()
  const ask = apiOf(server.url, TOKEN)
  const { items } = (await ask('GET', '/v1/orgs')).body
  home = new URL(items[0].urls.app).pathname
  const sites = (await ask('GET', `/v1/orgs/${items[0].id}/sites`)).body.items
  const beacon = sites.find(({ title }: { title: string }) => title === 'Beacon docs')
  site = `${home}/~sites/${beacon.id}`
}, 900_000)

afterAll(() => closeAll({ browser, server, folder }))

function open(path: string, options: BrowserContextOptions = {}) {
  return openSignedIn(browser, server.url, path, options)
}

/** Somebody without a mouse goes on until they are at what they look for. */
async function tabTo(page: Page, name: string) {
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press('Tab')
    const at = await page.evaluate(() => {
      // biome-ignore lint/suspicious/noExplicitAny: there is a document in the browser.
      const element = (globalThis as any).document.activeElement
      return element?.labels?.[0]?.textContent ?? element?.getAttribute('aria-label') ?? element?.textContent
    })
    if (at?.trim() === name) return
  }
  throw new Error(`"${name}" is not reached by the keyboard at ${page.url()}`)
}

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

describe('somebody who runs a site', () => {
  it('sees a change in the preview before it is saved, saves it, and undoes it', async () => {
    const page = await open(`${site}/look`)
    await page.frameLocator('iframe').getByRole('heading').first().waitFor()
    await page.getByText('Header and footer').click()
    await page.getByLabel('Title that readers see').fill('Tried out')
    await page.frameLocator('iframe').getByText('Tried out').first().waitFor()
    await page.getByRole('link', { name: 'Phone' }).click()
    await page.locator('.device.phone').waitFor()
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByText('Readers see it now').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Readers see it now').waitFor()
    expect(await page.getByLabel('Title that readers see').inputValue()).not.toBe('Tried out')
    await page.context().close()
  })

  it('uploads a logo that readers see', async () => {
    const page = await open(`${site}/look`)
    await page.locator('summary', { hasText: 'Logo' }).first().click()
    await page.locator('#logo-light').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: PNG })
    await page.getByRole('button', { name: 'Upload' }).first().click()
    await page.locator('.image img').first().waitFor()
    await page.frameLocator('iframe').locator('header img.logo').first().waitFor()
    await page.context().close()
  })

  it('makes a site of several spaces and arranges it, without script', async () => {
    const page = await open(`${home}/~sites/new`, { javaScriptEnabled: false })
    await page.getByLabel('Name of the site').fill('Everything')
    await page.getByLabel('Handbook', { exact: true }).check()
    await page.getByLabel('Product guide', { exact: true }).check()
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('This site is not published').waitFor()
    await page.getByRole('link', { name: 'Structure' }).click()
    const titles = () => page.locator('.structure .title').allTextContents()
    const before = await titles()
    await page.getByRole('button', { name: `Move down: ${before[0]}` }).click()
    await page.getByRole('status').waitFor()
    expect(await titles()).toEqual(before.toReversed())
    await page.context().close()
  })

  it('makes a redirect with the keyboard alone', async () => {
    const page = await open(`${site}/redirects`)
    await tabTo(page, 'Add a redirect')
    await page.keyboard.press('Enter')
    await tabTo(page, 'Old path')
    await page.keyboard.type('/old')
    await tabTo(page, 'Leads to')
    await page.keyboard.type('https://example.org/new')
    await page.keyboard.press('Enter')
    await page.getByText('→ https://example.org/new').waitFor()
    const published = await page.getByRole('link', { name: 'Open the site' }).getAttribute('href')
    const answer = await fetch(`${published}old`, { redirect: 'manual' })
    expect(answer.headers.get('location')).toBe('https://example.org/new')
    await page.context().close()
  })

  it('tries the sign-in of a customer, and sees the site as they do', async () => {
    const page = await open(`${home}/~sites/new`)
    await page.getByLabel('Name of the site').fill('Customers')
    await page.getByLabel('Product guide', { exact: true }).check()
    await page.getByLabel('People who sign in').check()
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('This site is published').waitFor()
    const address = (await page.getByRole('link', { name: 'Open the site' }).getAttribute('href')) ?? ''
    expect((await fetch(address)).status).toBeGreaterThanOrEqual(400)
    await page.getByRole('link', { name: 'Audience' }).click()
    await page.getByRole('button', { name: 'Test sign-in' }).click()
    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'Open the site as this visitor' }).click(),
    ])
    await opened.getByRole('heading').first().waitFor()
    expect(opened.url()).not.toContain('jwt_token')
    await page.context().close()
  })

  it('lets members read a site with their account, by the keyboard alone', async () => {
    const page = await open(`${home}/~sites/new`)
    await page.locator('[name=title]:focus').waitFor()
    await page.keyboard.type('Handbook')
    await tabTo(page, 'Product guide')
    await page.keyboard.press('Space')
    await tabTo(page, 'Everyone')
    for (const visibility of ['unlisted', 'share-link', 'visitor-auth']) {
      await page.keyboard.press('ArrowDown')
      await page.locator(`[value=${visibility}]:checked`).waitFor()
    }
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Handbook' }).waitFor()
    await tabTo(page, 'Audience')
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
    const other = await browser.newContext()
    const reader = await other.newPage()
    await reader.goto(address)
    await reader.getByRole('link', { name: 'Sign in with an API token' }).click()
    await reader.getByLabel('API token').fill(TOKEN)
    await reader.keyboard.press('Enter')
    await reader.waitForURL(address)
    await reader.getByRole('heading').first().waitFor()
    await reader.goto(`${server.url}/o`)
    await reader.getByRole('button', { name: 'Sign out' }).click()
    await reader.goto(address)
    await reader.getByRole('heading', { name: 'Sign in' }).waitFor()
    await other.close()
    await page.context().close()
  })

  it('looks at what readers look at, and gives the site a domain', async () => {
    const page = await open(`${site}/insights`)
    await page.getByText('Visitors are counted per day').waitFor()
    await page.getByRole('link', { name: 'Domain' }).click()
    await page.getByLabel('Own host name').fill('docs.example.com')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByText('Set this record at your DNS provider').waitFor()
    await page.getByRole('button', { name: 'Remove the domain' }).click()
    await page.getByText('Not checked yet').waitFor({ state: 'detached' })
    await page.context().close()
  })

  it('finds no fault of accessibility on these pages, in any width and theme', async () => {
    const paths = ['structure', 'look', 'audience', 'domain', 'redirects', 'insights'].map(
      (part) => `${site}/${part}`,
    )
    const others = ['~people/teams', '~people/access', '~settings', '~settings/webhooks', '~settings/audit']
    const tools = ['~integrations', '~specs', '~translations', '~sites/new']
    const all = [...paths, ...[...others, ...tools].map((part) => `${home}/${part}`)]
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await open(site, { colorScheme })
      for (const path of all) {
        await page.goto(server.url + path)
        expect(await seriousFindings(page), `${path} ${colorScheme}`).toEqual([])
        const { width = 0 } = page.viewportSize() ?? {}
        // biome-ignore lint/suspicious/noExplicitAny: there is a document in the browser.
        const whole = await page.evaluate(() => (globalThis as any).document.documentElement.scrollWidth)
        expect(whole, path).toBeLessThanOrEqual(width)
      }
      await page.context().close()
    }
  })
})
