// How a site looks, as somebody does it who was given the link to the console and a mouse: jobs 17 and 18 of a docs team.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSignedIn } from '../console/signed-in.ts'
import { openSites, type Site, type Sites } from '../sites.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

let sites: Sites
let site: Site
let look: string

beforeAll(async () => {
  sites = await openSites()
  site = await sites.newSite('Beacon docs', [await sites.newSpace('Guide', { Start: 'Welcome.' })])
  look = `/o/${sites.organization.split('/').at(-1)}/~sites/${site.id}/look`
})
afterAll(() => sites.close())

const open = (path: string) => openSignedIn(sites.browser, sites.server.url, path)

/** As a reader's browser computes it. */
async function colorOfLinks(page: Page) {
  // biome-ignore lint/suspicious/noExplicitAny: there is a document in the browser.
  const root = () => (globalThis as any).getComputedStyle((globalThis as any).document.documentElement)
  return page.evaluate(`(${root})().getPropertyValue('--accent')`)
}

describe('the colours and the theme of a site', () => {
  it('are seen in the preview before anybody saves them, and then by readers', async () => {
    const page = await open(look)
    const preview = page.frameLocator('iframe')
    await preview.getByRole('heading').first().waitFor()
    const visitor = await sites.read(site.home)
    const before = await colorOfLinks(visitor.page)
    await page.locator('#styling\\.primaryColor\\.light').fill('#b5472a')
    await page.locator('select[name="styling.theme"]').selectOption({ label: 'Bold' })
    await page.getByText('Header and footer').click()
    await page.getByLabel('Title that readers see').fill('Tried out')
    await preview.getByText('Tried out').first().waitFor()
    await page.getByRole('link', { name: 'Phone' }).click()
    await page.locator('.device.phone').waitFor()
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByText('Readers see it now').waitFor()
    await visitor.page.reload()
    await visitor.page.getByText('Tried out').first().waitFor()
    expect(await colorOfLinks(visitor.page)).not.toBe(before)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Readers see it now').waitFor()
    expect(await page.getByLabel('Title that readers see').inputValue()).not.toBe('Tried out')
    await visitor.page.reload()
    expect(await colorOfLinks(visitor.page)).toBe(before)
    await visitor.context.close()
    await page.context().close()
  })

  it('are one of the presets, with one click', async () => {
    const page = await open(look)
    await page.getByRole('button', { name: 'Forest' }).click()
    await page.getByText('Readers see it now').waitFor()
    expect(await page.locator('#styling\\.primaryColor\\.light').inputValue()).toMatch(/^#1b7448$/i)
    await page.context().close()
  })
})

describe('one space of a site', () => {
  it('looks different, seen before it is saved, and as the site again', async () => {
    const spaces = [
      await sites.newSpace('Manual', { Start: 'Welcome.' }),
      await sites.newSpace('Reference', { Calls: 'All calls.' }),
    ]
    const { id, home } = await sites.newSite('Two spaces', spaces)
    const page = await open(look.replace(site.id, id))
    await page.getByRole('link', { name: 'Reference' }).click()
    await page.getByRole('heading', { name: 'Appearance of “Reference”' }).waitFor()
    const preview = page.frameLocator('iframe')
    await preview.getByText('All calls.').waitFor()
    await page.getByText('Header and footer').click()
    await page.getByLabel('Title that readers see').fill('Only here')
    await preview.getByText('Only here').first().waitFor()
    await preview.getByText('All calls.').waitFor()
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByText('Different from the site').waitFor()
    const visitor = await sites.read(home)
    await visitor.page.getByText('Welcome.').waitFor()
    expect(await visitor.page.getByText('Only here').count()).toBe(0)
    await page.getByRole('button', { name: 'As on the site: Title that readers see' }).click()
    await page.getByText('It looks like the site.').waitFor()
    await preview.getByText('Two spaces').first().waitFor()
    await visitor.context.close()
    await page.context().close()
  })
})

describe('the logo of a site', () => {
  it('is uploaded, and readers see it', async () => {
    const page = await open(look)
    await page.locator('summary', { hasText: 'Logo' }).first().click()
    await page.locator('#logo-light').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: PNG })
    await page.getByRole('button', { name: 'Upload' }).first().click()
    await page.locator('.image img').first().waitFor()
    await page.frameLocator('iframe').locator('header img.logo').first().waitFor()
    const visitor = await sites.read(site.home)
    const logo = visitor.page.locator('header img.logo').first()
    await logo.waitFor()
    expect(new URL((await logo.getAttribute('src')) ?? '', site.home).origin).toBe(sites.server.url)
    await visitor.context.close()
    await page.context().close()
  })
})
