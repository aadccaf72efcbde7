// An organization begins, gets a space of another one, and ends, as somebody does it who has no mouse.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSignedIn } from '../console/signed-in.ts'
import { openSites, type Sites } from '../sites.ts'
import { press, skipToContent, tabTo } from './keyboard.ts'

let sites: Sites
let settings: string

beforeAll(async () => {
  sites = await openSites()
  const space = await sites.newSpace('Handbook', { Start: 'Hello.' })
  settings = `/o/${sites.organization.split('/').at(-1)}/s/${space}/~/settings`
})
afterAll(() => sites.close())

describe('an organization', () => {
  it('is created, takes over a space, and is deleted by its name', async () => {
    const { browser, server } = sites
    const page = await openSignedIn(browser, server.url, '/o')
    await skipToContent(page)
    await press(page, 'link', 'New organization')
    await page.waitForURL('**/~new-organization')
    // The one field has the focus.
    await page.keyboard.type('Harbour')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => /^\/o\/[^~/]+$/.test(url.pathname))
    const home = new URL(page.url()).pathname

    await page.goto(server.url + settings)
    await skipToContent(page)
    await press(page, 'link', 'Transfer to another organization…')
    await page.getByLabel('Organization that gets it').waitFor()
    await skipToContent(page)
    await press(page, 'button', 'Show what would change')
    await page.getByText('Nobody loses access.').waitFor()
    await skipToContent(page)
    await press(page, 'button', 'Transfer to Harbour')
    await page.getByText('It now belongs to Harbour.').waitFor()
    expect(new URL(page.url()).pathname.startsWith(`${home}/s/`)).toBe(true)

    await page.goto(`${server.url}${home}/~settings`)
    await skipToContent(page)
    await press(page, 'link', 'Delete this organization…')
    await page.getByText(/Spaces, with their pages.*: 1$/).waitFor()
    await skipToContent(page)
    await tabTo(page, 'textbox', 'Name of the organization')
    await page.keyboard.type('Harbor')
    await page.keyboard.press('Enter')
    await page.getByText('This is not the name of the organization.').waitFor()
    await skipToContent(page)
    await tabTo(page, 'textbox', 'Name of the organization')
    await page.keyboard.type('Harbour')
    await press(page, 'button', 'Delete it for good')
    await page.getByText('The organization is deleted.').waitFor()
    expect(await page.getByRole('link', { name: 'Harbour' }).count()).toBe(0)
    await page.context().close()
  })
})
